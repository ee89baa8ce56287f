//! Random graphs, patterns, conditions and what is returned, with all matches one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use gpm::Graph;
use gpm::graph::{GraphBuilder, RecordLabels, TableOptions};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// The last is that of a node without one.
pub(crate) const LABELS: [&str; 3] = ["A", "B", ""];
pub(crate) const TYPES: [&str; 2] = ["K", "L"];

/// What a graph is made of, and what the graph of gpm is told.
pub(crate) struct Data {
    pub(crate) labels: Vec<usize>,
    pub(crate) x: Vec<Option<i64>>,
    pub(crate) relationships: Vec<Relationship>,
    pub(crate) is_directed: bool,
    pub(crate) graph: Graph,
}

pub(crate) struct Relationship {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) of_type: usize,
    pub(crate) w: i64,
}

/// A pattern as it was made up.
pub(crate) struct Shape {
    pub(crate) labels: Vec<Option<usize>>,
    pub(crate) edges: Vec<Wanted>,
    /// 0: different relationships; 1: repeatable; 2: different nodes.
    pub(crate) mode: usize,
}

pub(crate) struct Wanted {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) is_directed: bool,
    pub(crate) of_type: Option<usize>,
    pub(crate) clause: usize,
}

/// A match: a vertex a node, a relationship an edge.
pub(crate) type Found = (Vec<usize>, Vec<usize>);

pub(crate) type Test = Box<dyn Fn(&Data, &Found) -> Option<bool>>;

pub(crate) fn data(random: &mut StdRng, are_records: bool, is_directed: bool) -> Data {
    let n = random.random_range(3..7);
    let mut labels: Vec<usize> = (0..n).map(|_| random.random_range(0..3)).collect();
    // Labels are asked for of graphs alone that have some.
    labels[0] = random.random_range(0..2);
    let x: Vec<Option<i64>> = (0..n).map(|_| random.random_bool(0.8).then(|| random.random_range(0..4))).collect();
    let mut relationships: Vec<Relationship> = Vec::new();
    for _ in 0..random.random_range(2..14) {
        let (from, to) = (random.random_range(0..n), random.random_range(0..n));
        let is_same =
            |own: &Relationship| (own.from, own.to) == (from, to) || !is_directed && (own.to, own.from) == (from, to);
        if from != to && (are_records || !relationships.iter().any(is_same)) {
            let (of_type, w) = (random.random_range(0..2), random.random_range(0..5));
            relationships.push(Relationship { from, to, of_type, w });
        }
    }
    if relationships.is_empty() {
        relationships.push(Relationship { from: 0, to: 1, of_type: 0, w: 1 });
    }
    let mut builder = if is_directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
    builder = builder.vertices(n).vertex_labels(labels.iter().map(|&label| LABELS[label]));
    for own in &relationships {
        builder = match are_records {
            true => builder.edges([(own.from as u32, own.to as u32)]),
            false => builder.labelled_edge(own.from as u32, own.to as u32, TYPES[own.of_type]),
        };
    }
    let mut graph = builder.build().expect("a graph");
    graph.add_vertex_column("x", gpm::Column::from(x.clone())).expect("a column");
    if are_records {
        let mut text = "source,target,type,w\n".to_owned();
        for own in &relationships {
            let _ = writeln!(text, "{},{},{},{}", own.from, own.to, TYPES[own.of_type], own.w);
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("records.csv");
        std::fs::write(&path, text).expect("a table");
        graph = graph.with_records(&path, &TableOptions::default(), RecordLabels::Needed).expect("records").graph;
    } else {
        let edges: Vec<(u64, u64)> = relationships.iter().map(|own| (own.from as u64, own.to as u64)).collect();
        let w: Vec<i64> = relationships.iter().map(|own| own.w).collect();
        graph.add_edge_column("w", &edges, gpm::Column::from(w)).expect("a column");
    }
    Data { labels, x, relationships, is_directed, graph }
}

pub(crate) fn name(node: usize) -> char {
    char::from(b'a' + node as u8)
}

pub(crate) fn shape(random: &mut StdRng, is_directed: bool) -> Shape {
    let nodes = random.random_range(2..5);
    let labels = (0..nodes).map(|_| random.random_bool(0.3).then(|| random.random_range(0..2))).collect();
    let mut edges = Vec::new();
    let clauses = random.random_range(1..3);
    let mut clause = 0;
    for to in 1..nodes {
        edges.push((random.random_range(0..to), to));
    }
    if random.random_bool(0.4) {
        edges.push((0, nodes - 1));
    }
    let last = edges.len() - 1;
    let edges = edges.into_iter().enumerate().map(|(at, (one, other))| {
        // A second clause begins somewhere, and does not end.
        clause =
            if clauses == 2 && (clause == 1 || at == last || random.random_bool(0.3)) && at > 0 { 1 } else { clause };
        let (from, to) = if random.random_bool(0.5) { (one, other) } else { (other, one) };
        Wanted {
            from,
            to,
            is_directed: is_directed && random.random_bool(0.7),
            of_type: random.random_bool(0.3).then(|| random.random_range(0..2)),
            clause,
        }
    });
    let edges = edges.collect();
    Shape { labels, edges, mode: *[0, 0, 0, 1, 2].choose(random).expect("there are some") }
}

/// The `MATCH` clauses of a shape.
pub(crate) fn text(shape: &Shape) -> String {
    let mode = ["", "REPEATABLE ELEMENTS ", "DIFFERENT NODES "][shape.mode];
    let mut seen = BTreeSet::new();
    let mut node = |at: usize| match shape.labels[at].filter(|_| seen.insert(at)) {
        Some(label) => format!("({}:{})", name(at), LABELS[label]),
        None => format!("({})", name(at)),
    };
    let mut clauses: Vec<Vec<String>> = vec![Vec::new(), Vec::new()];
    for (number, edge) in shape.edges.iter().enumerate() {
        let of_type = edge.of_type.map_or(String::new(), |of_type| format!(":{}", TYPES[of_type]));
        let arrow = if edge.is_directed { "->" } else { "-" };
        let (from, to) = (node(edge.from), node(edge.to));
        clauses[edge.clause].push(format!("{from}-[r{number}{of_type}]{arrow}{to}"));
    }
    let full = clauses.iter().filter(|parts| !parts.is_empty()).map(|parts| parts.join(", "));
    full.enumerate().map(|(at, parts)| format!("MATCH {}{parts} ", if at == 0 { mode } else { "" })).collect()
}

/// All matches, one by one.
pub(crate) fn matches(data: &Data, shape: &Shape) -> Vec<Found> {
    let mut found = Vec::new();
    let mut nodes = vec![None; shape.labels.len()];
    extend(data, shape, &mut nodes, &mut Vec::new(), &mut found);
    found
}

pub(crate) fn extend(
    data: &Data,
    shape: &Shape,
    nodes: &mut Vec<Option<usize>>,
    chosen: &mut Vec<usize>,
    found: &mut Vec<Found>,
) {
    let Some(edge) = shape.edges.get(chosen.len()) else {
        let nodes: Vec<usize> = nodes.iter().map(|node| node.expect("each node has an edge")).collect();
        let is_labelled =
            |(node, label): (&usize, &Option<usize>)| label.is_none_or(|label| data.labels[*node] == label);
        let are_different = shape.mode != 2 || nodes.iter().collect::<BTreeSet<_>>().len() == nodes.len();
        if nodes.iter().zip(&shape.labels).all(is_labelled) && are_different {
            found.push((nodes, chosen.clone()));
        }
        return;
    };
    for (number, own) in data.relationships.iter().enumerate() {
        let is_used = chosen
            .iter()
            .zip(&shape.edges)
            .any(|(&before, edge_before)| before == number && edge_before.clause == edge.clause && shape.mode != 1);
        if is_used || edge.of_type.is_some_and(|of_type| own.of_type != of_type) {
            continue;
        }
        let both = [(own.from, own.to), (own.to, own.from)];
        let ways = if edge.is_directed && data.is_directed { &both[..1] } else { &both[..] };
        for &(from, to) in ways {
            let fits = |node: Option<usize>, v: usize| node.is_none_or(|node| node == v);
            if fits(nodes[edge.from], from) && fits(nodes[edge.to], to) {
                let before = nodes.clone();
                nodes[edge.from] = Some(from);
                nodes[edge.to] = Some(to);
                chosen.push(number);
                extend(data, shape, nodes, chosen, found);
                chosen.pop();
                *nodes = before;
            }
        }
    }
}

/// Whether a relationship of a type leads from one vertex to another.
pub(crate) fn has_type(data: &Data, from: usize, to: usize, of_type: usize) -> bool {
    data.relationships.iter().any(|own| {
        own.of_type == of_type
            && ((own.from, own.to) == (from, to) || !data.is_directed && (own.to, own.from) == (from, to))
    })
}

/// A condition, and what it says of a match.
pub(crate) fn condition(random: &mut StdRng, shape: &Shape, is_directed: bool) -> (String, Test) {
    let n = shape.labels.len();
    let (u, v) = (random.random_range(0..n), random.random_range(0..n));
    let (a, b) = (name(u), name(v));
    let edge = random.random_range(0..shape.edges.len());
    let k = random.random_range(0..4_i64);
    let x = move |data: &Data, found: &Found, node: usize| data.x[found.0[node]];
    let w = move |data: &Data, found: &Found, edge: usize| data.relationships[found.1[edge]].w;
    let leads = move |data: &Data, from: usize, to: usize| {
        data.relationships
            .iter()
            .any(|own| (own.from, own.to) == (from, to) || !data.is_directed && (own.to, own.from) == (from, to))
    };
    let arrow = if is_directed { "-->" } else { "--" };
    match random.random_range(0..20) {
        0 => (format!("{a}.x < {b}.x"), Box::new(move |d, f| Some(x(d, f, u)? < x(d, f, v)?))),
        1 => (format!("{a}.x = {k}"), Box::new(move |d, f| Some(x(d, f, u)? == k))),
        2 => (format!("NOT {a}.x > {k}"), Box::new(move |d, f| Some(x(d, f, u)? <= k))),
        3 => (format!("{a} <> {b}"), Box::new(move |_, f| Some(f.0[u] != f.0[v]))),
        4 => (format!("r{edge}.w >= {k}"), Box::new(move |d, f| Some(w(d, f, edge) >= k))),
        5 => (format!("{a}.x IS NULL"), Box::new(move |d, f| Some(x(d, f, u).is_none()))),
        6 => (format!("NOT ({a}){arrow}({b})"), Box::new(move |d, f| Some(!leads(d, f.0[u], f.0[v])))),
        7 => (
            format!("EXISTS {{ ({a}){arrow}(z:B) }}"),
            Box::new(move |d, f| Some((0..d.labels.len()).any(|z| d.labels[z] == 1 && leads(d, f.0[u], z)))),
        ),
        8 => (format!("{a}.x IN [1, {k}]"), Box::new(move |d, f| x(d, f, u).map(|x| x == 1 || x == k))),
        9 => (
            format!("({a}.x + {b}.x > 3 OR {a} = {b})"),
            Box::new(move |d, f| {
                let sum = x(d, f, u).zip(x(d, f, v)).map(|(x, y)| x + y > 3);
                if f.0[u] == f.0[v] { Some(true) } else { sum.map(|sum| sum || f.0[u] == f.0[v]) }
            }),
        ),
        10 => (format!("coalesce({a}.x, 9) > {k}"), Box::new(move |d, f| Some(x(d, f, u).unwrap_or(9) > k))),
        11 => (format!("{a}:A"), Box::new(move |d, f| Some(d.labels[f.0[u]] == 0))),
        12 => (
            format!("(type(r{edge}) = 'K' XOR {a}.x = {k})"),
            Box::new(move |d, f| Some((d.relationships[f.1[edge]].of_type == 0) != (x(d, f, u)? == k))),
        ),
        14 => (
            format!("NOT ({a})-[:K]{}({b})", if is_directed { "->" } else { "-" }),
            Box::new(move |d, f| Some(!has_type(d, f.0[u], f.0[v], 0))),
        ),
        15 => (
            format!("NOT EXISTS {{ ({b})-[:L]-({a}) }}"),
            Box::new(move |d, f| Some(!has_type(d, f.0[u], f.0[v], 1) && !has_type(d, f.0[v], f.0[u], 1))),
        ),
        16 => (
            format!("({a})-[:K]{}({b})", if is_directed { "->" } else { "-" }),
            Box::new(move |d, f| Some(has_type(d, f.0[u], f.0[v], 0))),
        ),
        17 => (
            format!("({a}.x = {k} OR r{edge}.w = {k})"),
            Box::new(move |d, f| match (x(d, f, u).map(|x| x == k), w(d, f, edge) == k) {
                (_, true) => Some(true),
                (one, false) => one,
            }),
        ),
        18 => (format!("NOT {a}:A"), Box::new(move |d, f| Some(d.labels[f.0[u]] != 0))),
        13 => (format!("1 <= {a}.x < 3"), Box::new(move |d, f| x(d, f, u).map(|x| (1..3).contains(&x)))),
        _ => (
            format!("NOT ({a}.x = {k} AND {b}.x IS NOT NULL)"),
            Box::new(move |d, f| match (x(d, f, u).map(|x| x == k), x(d, f, v).is_some()) {
                (_, false) => Some(true),
                (one, true) => one.map(|one| !one),
            }),
        ),
    }
}

/// What is returned, and its rows.
pub(crate) fn returned(random: &mut StdRng, data: &Data, shape: &Shape, found: &[Found]) -> (String, Vec<String>) {
    let n = shape.labels.len();
    let (u, v) = (random.random_range(0..n), random.random_range(0..n));
    let (a, b) = (name(u), name(v));
    let x = |found: &Found, node: usize| data.x[found.0[node]];
    let w = |found: &Found| data.relationships[found.1[0]].w;
    let shown = |value: Option<i64>| value.map_or("-".to_owned(), |value| value.to_string());
    let mut groups: BTreeMap<String, Vec<&Found>> = BTreeMap::new();
    let mut by = |key: &dyn Fn(&Found) -> String| {
        groups.clear();
        found.iter().for_each(|own| groups.entry(key(own)).or_default().push(own));
        std::mem::take(&mut groups)
    };
    match random.random_range(0..10) {
        0 => ("count(*)".to_owned(), vec![found.len().to_string()]),
        8 => {
            let groups = by(&|own| own.0[u].to_string());
            let rows = groups.iter().map(|(key, own)| format!("{key} {0} {0}", own.len())).collect();
            (format!("{a}, count({b}), count(r0)"), rows)
        }
        1 => {
            let groups = by(&|own| own.0[u].to_string());
            (format!("{a}, count(*)"), groups.iter().map(|(key, own)| format!("{key} {}", own.len())).collect())
        }
        2 => (format!("{a}, {b} AS b1"), found.iter().map(|own| format!("{} {}", own.0[u], own.0[v])).collect()),
        3 => (format!("DISTINCT {a}"), by(&|own| own.0[u].to_string()).into_keys().collect()),
        4 => {
            let all: Vec<i64> = found.iter().filter_map(|own| x(own, u)).collect();
            let mean = if all.is_empty() { None } else { Some(all.iter().sum::<i64>() as f64 / all.len() as f64) };
            let mean = mean.map_or("-".to_owned(), |mean| format!("{mean:?}"));
            let row = format!(
                "{} {} {} {mean}",
                all.iter().sum::<i64>(),
                shown(all.iter().min().copied()),
                shown(all.iter().max().copied())
            );
            (format!("sum({a}.x), min({a}.x), max({a}.x), avg({a}.x)"), vec![row])
        }
        5 => {
            let distinct: BTreeSet<usize> = found.iter().map(|own| own.0[v]).collect();
            (format!("count(DISTINCT {b})"), vec![distinct.len().to_string()])
        }
        6 => {
            let groups = by(&|own| shown(x(own, u)));
            let row = |(key, own): (&String, &Vec<&Found>)| {
                format!("{key} {} {}", own.len(), own.iter().map(|own| w(own)).sum::<i64>())
            };
            (format!("{a}.x AS k, count(*), sum(r0.w)"), groups.iter().map(row).collect())
        }
        7 => {
            let groups = by(&|own| format!("{} {}", shown(x(own, u)), shown(x(own, v))));
            (
                format!("{a}.x AS k, {b}.x AS l, count({b}.x) * 2 + 1"),
                groups
                    .iter()
                    .map(|(key, own)| format!("{key} {}", 2 * own.iter().filter(|own| x(own, v).is_some()).count() + 1))
                    .collect(),
            )
        }
        _ => {
            let groups = by(&|own| own.0[u].to_string());
            let many = groups.iter().filter(|(_, own)| own.len() > 1);
            let rows = many.map(|(key, own)| format!("{key} {}", own.len())).collect();
            (format!("WITH {a}, count(*) AS n WHERE n > 1 RETURN {a}, n"), rows)
        }
    }
}
