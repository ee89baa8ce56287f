//! Frequent patterns against brute force, which looks at every connected part of a small graph; and against counts on which independent
//! programs agree.

use std::collections::{BTreeMap, BTreeSet};

use gpm_plan::pattern::{EdgeKind, Pattern, Semantics};
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, EngineConfig, Frequent, FrequentPattern, FrequentReport, Further};
use gpm_runtime::graph::{Graph, VertexId};

use crate::dataset::{folder, load, pattern_of_columns, table};
use crate::random_graphs;
use crate::sample::Sample;
use crate::settings::say;

fn engine(threads: usize) -> Engine {
    Engine::cpu(&EngineConfig { threads: Some(threads), ..EngineConfig::default() }).expect("the CPU is there")
}

fn mined(engine: &Engine, graph: &Graph, asked: &Frequent) -> (Vec<FrequentPattern>, FrequentReport) {
    let mut found = Vec::new();
    let push = |own| {
        found.push(own);
        Further::Grow
    };
    let report = engine.frequent(graph, asked, &Control::new(), push).expect("nothing is amiss");
    (found, report)
}

/// Labels of vertices, then of the arcs between each two of them in both directions, as text; an undirected edge is there both ways.
type Form = (Vec<String>, Vec<Option<String>>);

/// A pattern that occurs, as the least of its forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Occurring {
    subgraphs: u128,
    /// By place in the form.
    domains: Vec<BTreeSet<usize>>,
}

/// All ways to write a part of a graph: the least form, and the orders of the vertices that give it.
fn least(vertices: &[usize], form: impl Fn(&[usize]) -> Form) -> (Form, Vec<Vec<usize>>) {
    let mut best: Option<(Form, Vec<Vec<usize>>)> = None;
    for_each_order(&mut vertices.to_vec(), 0, &mut |order| {
        let own = form(order);
        match &mut best {
            Some((least, orders)) if own == *least => orders.push(order.to_vec()),
            Some((least, _)) if own > *least => {}
            _ => best = Some((own, vec![order.to_vec()])),
        }
    });
    best.expect("there is an order")
}

fn for_each_order(order: &mut Vec<usize>, at: usize, each: &mut impl FnMut(&[usize])) {
    if at == order.len() {
        return each(order);
    }
    for next in at..order.len() {
        order.swap(at, next);
        for_each_order(order, at + 1, each);
        order.swap(at, next);
    }
}

/// Some edges of a sample with their ends.
struct Part<'a> {
    sample: &'a Sample,
    edges: &'a BTreeSet<usize>,
}

impl Part<'_> {
    fn vertices(&self) -> Vec<usize> {
        let ends = self.edges.iter().flat_map(|&at| [self.sample.edges[at].0, self.sample.edges[at].1]);
        ends.map(|x| x as usize).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn form(&self, order: &[usize]) -> Form {
        let label = |&x: &usize| self.sample.vertex_labels.get(x).cloned().unwrap_or_default();
        let n = order.len();
        let mut links = vec![None; n * n];
        for &at in self.edges {
            let (x, y, label) = &self.sample.edges[at];
            let place = |x: u32| order.iter().position(|&own| own == x as usize).expect("an end is a vertex");
            let (x, y) = (place(*x), place(*y));
            let label = Some(label.clone().unwrap_or_default());
            if !self.sample.is_directed {
                links[y * n + x].clone_from(&label);
            }
            links[x * n + y] = label;
        }
        (order.iter().map(label).collect(), links)
    }
}

/// Sets of edges that are connected: all of up to `max_edges`, or those with all edges between up to `max_vertices` vertices.
fn parts(sample: &Sample, is_induced: bool, most: usize) -> BTreeSet<BTreeSet<usize>> {
    let between = |vertices: &BTreeSet<u32>| -> BTreeSet<usize> {
        let is_inside = |at: &usize| vertices.contains(&sample.edges[*at].0) && vertices.contains(&sample.edges[*at].1);
        (0..sample.edges.len()).filter(is_inside).collect()
    };
    let ends = |edges: &BTreeSet<usize>| -> BTreeSet<u32> {
        edges.iter().flat_map(|&at| [sample.edges[at].0, sample.edges[at].1]).collect()
    };
    let mut all = BTreeSet::new();
    let mut level: BTreeSet<BTreeSet<usize>> = match is_induced {
        true => sample.edges.iter().map(|&(x, y, _)| between(&[x, y].into())).collect(),
        false => (0..sample.edges.len()).map(|at| [at].into()).collect(),
    };
    for _ in if is_induced { 2 } else { 1 }..most {
        let mut next = BTreeSet::new();
        for part in &level {
            let vertices = ends(part);
            for (at, &(x, y, _)) in sample.edges.iter().enumerate() {
                if part.contains(&at) || !(vertices.contains(&x) || vertices.contains(&y)) {
                    continue;
                }
                next.insert(match is_induced {
                    true => between(&vertices.iter().copied().chain([x, y]).collect()),
                    false => part.iter().copied().chain([at]).collect(),
                });
            }
        }
        all.append(&mut level);
        level = next;
    }
    all.append(&mut level);
    all
}

fn occurring(sample: &Sample, is_induced: bool, most: usize) -> BTreeMap<Form, Occurring> {
    let mut all: BTreeMap<Form, Occurring> = BTreeMap::new();
    for edges in parts(sample, is_induced, most) {
        let part = Part { sample, edges: &edges };
        let (form, orders) = least(&part.vertices(), |order| part.form(order));
        let own = all.entry(form).or_default();
        own.subgraphs += 1;
        for order in orders {
            own.domains.resize(order.len(), BTreeSet::new());
            own.domains.iter_mut().zip(order).for_each(|(domain, x)| domain.extend([x]));
        }
    }
    all
}

/// The least form of a mined pattern, and its vertices in that order.
fn form_of(found: &FrequentPattern) -> (Form, Vec<usize>) {
    let pattern = &found.pattern;
    let form = |order: &[usize]| -> Form {
        let label = |&u: &usize| pattern.vertex_label(u).map_or_else(String::new, |label| label.as_str().to_owned());
        let n = order.len();
        let mut links = vec![None; n * n];
        for edge in pattern.edges() {
            let place = |u: usize| order.iter().position(|&own| own == u).expect("an end is a vertex");
            let (u, v) = (place(edge.from), place(edge.to));
            let label = Some(edge.label.map_or_else(String::new, |label| label.as_str().to_owned()));
            if edge.kind == EdgeKind::Undirected {
                links[v * n + u].clone_from(&label);
            }
            links[u * n + v] = label;
        }
        (order.iter().map(label).collect(), links)
    };
    let (least, mut orders) = least(&(0..pattern.num_vertices()).collect::<Vec<_>>(), form);
    (least, orders.swap_remove(0))
}

fn check(sample: &Sample, semantics: Semantics, most: usize, supports: &[u64]) {
    let is_induced = semantics == Semantics::VertexInduced;
    let expected = occurring(sample, is_induced, most);
    let graph = sample.graph();
    for (&support, threads) in supports.iter().zip([1, 2].into_iter().cycle()) {
        let engine = engine(threads);
        let (max_edges, max_vertices) = if is_induced { (None, Some(most)) } else { (Some(most), None) };
        let asked = Frequent { support, max_edges, max_vertices, semantics, with_members: true };
        let (found, report) = mined(&engine, &graph, &asked);
        let mut left: BTreeMap<&Form, &Occurring> = expected
            .iter()
            .filter(|(_, own)| own.domains.iter().all(|domain| domain.len() as u64 >= support))
            .collect();
        let name = format!("{} of support {support}, {semantics}", sample.name);
        assert_eq!(found.len() as u64, report.levels.iter().map(|level| level.frequent).sum::<u64>(), "{name}");
        for own in &found {
            let (form, order) = form_of(own);
            let known =
                left.remove(&form).unwrap_or_else(|| panic!("{name}: {} is not frequent, or there twice", own.pattern));
            let id = |&x: &VertexId| graph.original_id(x).to_string().parse::<usize>().expect("a number");
            let members = order.iter().map(|&u| own.members[u].iter().map(id).collect::<BTreeSet<_>>());
            assert_eq!(members.collect::<Vec<_>>(), known.domains, "{name}: {}", own.pattern);
            let domains: Vec<u64> = order.iter().map(|&u| own.domains[u]).collect();
            let sizes: Vec<u64> = known.domains.iter().map(|domain| domain.len() as u64).collect();
            assert_eq!(
                (&domains, own.support),
                (&sizes, sizes.iter().copied().min().unwrap_or(0)),
                "{name}: {}",
                own.pattern
            );
            assert_eq!(own.pattern.to_string().parse::<Pattern>().as_ref(), Ok(&own.pattern), "{name}");
        }
        assert!(left.is_empty(), "{name}: {} are missing, such as {:?}", left.len(), left.first_key_value());
        if support == supports[0] {
            // What is printed is a question that the engine answers.
            for own in found.iter().step_by(7) {
                let query = Query::from(own.pattern.clone()).with_semantics(semantics);
                let alone =
                    engine.support(&graph, query.clone(), &Control::new()).expect("it is a pattern of this graph");
                let without = FrequentPattern { members: Vec::new(), ..own.clone() };
                assert_eq!(alone, Some(without), "{name}");
                let count = engine.count(&graph, query).expect("it is a pattern of this graph").count;
                assert_eq!(count, expected[&form_of(own).0].subgraphs, "{name}: {}", own.pattern);
            }
        }
    }
}

#[test]
fn frequent_patterns_are_those_of_brute_force() {
    let all = [
        (random_graphs::labelled(), 3, 4),
        (random_graphs::edge_labelled(), 3, 4),
        (random_graphs::directed(), 3, 4),
        (random_graphs::directed_labelled(), 2, 3),
    ];
    for (samples, max_edges, max_vertices) in all {
        for sample in &samples {
            check(sample, Semantics::EdgeInduced, max_edges, &[1, 2, 4, 7]);
            check(sample, Semantics::VertexInduced, max_vertices, &[1, 2, 4, 7]);
        }
    }
}

#[test]
fn frequent_patterns_without_labels() {
    for sample in random_graphs::undirected().iter().filter(|sample| sample.edges.len() < 40) {
        let most = if sample.edges.len() < 20 { 4 } else { 3 };
        check(sample, Semantics::EdgeInduced, most, &[1, 3, 9]);
        check(sample, Semantics::VertexInduced, most, &[1, 3, 9]);
    }
}

/// A limit on vertices lets edges in as long as there is room for them, and both limits hold together.
#[test]
fn limits_hold_together() {
    let sample = &random_graphs::labelled()[0];
    let graph = sample.graph();
    let found = |max_edges, max_vertices, semantics| {
        let asked = Frequent { support: 2, max_edges, max_vertices, semantics, with_members: true };
        let (found, _) = mined(&engine(1), &graph, &asked);
        found.into_iter().map(|own| own.pattern).collect::<BTreeSet<_>>()
    };
    for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
        let all = found(None, Some(4), semantics);
        assert_eq!(found(Some(6), Some(4), semantics), all);
        let few: BTreeSet<_> = all.iter().filter(|pattern| pattern.num_edges() <= 4).cloned().collect();
        assert_eq!(found(Some(4), Some(4), semantics), few);
        assert!(few.len() < all.len() && all.iter().all(|pattern| pattern.num_vertices() <= 4));
    }
}

/// A rule prunes what has a pattern as a part, and the end is the end.
#[test]
fn rules_prune() {
    let graph = random_graphs::labelled()[0].graph();
    let asked = Frequent { max_edges: Some(3), ..Frequent::of_support(2) };
    let (all, _) = mined(&engine(1), &graph, &asked);
    let is_left = |own: &FrequentPattern| {
        own.pattern.edges().any(|edge| {
            [edge.from, edge.to].map(|u| own.pattern.vertex_label(u).map(|label| label.as_str().to_owned()))
                == [Some("0".to_owned()), Some("0".to_owned())]
        })
    };
    let mut found = Vec::new();
    let rule = |own: FrequentPattern| {
        let further = if is_left(&own) { Further::Leave } else { Further::Grow };
        found.push(own);
        further
    };
    engine(1).frequent(&graph, &asked, &Control::new(), rule).expect("nothing is amiss");
    let grown: Vec<_> = all.iter().filter(|own| own.pattern.num_edges() == 1 || !is_left(own)).cloned().collect();
    assert_eq!(found, grown);
    let mut taken = 0;
    let end = |_| {
        taken += 1;
        Further::End
    };
    let report = engine(1).frequent(&graph, &asked, &Control::new(), end).expect("nothing is amiss");
    assert_eq!((taken, report.levels.len()), (1, 1));
}

#[test]
fn a_stopped_run_has_complete_levels() {
    let graph = random_graphs::labelled()[0].graph();
    let asked = Frequent { max_edges: Some(3), ..Frequent::of_support(2) };
    let (all, whole) = mined(&engine(1), &graph, &asked);
    let (control, mut found) = (Control::new(), Vec::new());
    let stop = |own: FrequentPattern| {
        if own.pattern.num_edges() == 2 {
            control.stop();
        }
        found.push(own);
        Further::Grow
    };
    let report = engine(1).frequent(&graph, &asked, &control, stop).expect("it is no error");
    assert!(report.partial && !whole.partial);
    assert_eq!(report.levels.iter().map(|level| level.size).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(found, all[..found.len()]);
}

/// The rows of the table on frequent patterns: how many there are of some sizes.
#[test]
fn numbers_of_frequent_patterns_agree_with_other_programs() {
    let Some(folder) = folder() else { return };
    let engine = engine(2);
    let mut runs: BTreeMap<(String, u64), Vec<u64>> = BTreeMap::new();
    let mut num_rows = 0;
    for fields in table(&folder.join("truth.tsv")) {
        let Some(support) = fields[1].strip_prefix("fsm-mni>=") else { continue };
        let support: u64 = support.parse().expect("a number");
        let levels = runs.entry((fields[0].clone(), support)).or_insert_with(|| {
            let graph = load(&folder, &fields[0]).expect("small graphs are there");
            let asked = Frequent { max_edges: Some(3), ..Frequent::of_support(support) };
            let (_, report) = mined(&engine, &graph, &asked);
            report.levels.iter().map(|level| level.frequent).chain([0; 3]).take(3).collect()
        });
        let sizes = fields[2].split(' ').rev().nth(1).expect("how many edges");
        let (first, last) = sizes.split_once("..").unwrap_or((sizes, sizes));
        let [first, last] = [first, last].map(|size| size.parse::<usize>().expect("a number"));
        let expected: u64 = fields[5].parse().expect("a number");
        assert_eq!(levels[first - 1..last].iter().sum::<u64>(), expected, "{fields:?}");
        num_rows += 1;
    }
    say(format_args!("truth, frequent patterns: {num_rows} rows"));
    assert!(num_rows >= 55, "{num_rows}");
}

/// The rows of the table on the support of one pattern: it is among the frequent ones, with that support.
#[test]
fn supports_agree_with_other_programs() {
    let Some(folder) = folder() else { return };
    let engine = engine(2);
    let mut rows: BTreeMap<String, Vec<(Pattern, u64)>> = BTreeMap::new();
    for fields in table(&folder.join("truth.tsv")).iter().filter(|fields| fields[1] == "mni-support") {
        let pattern = pattern_of_columns(&fields[3], &fields[4]);
        rows.entry(fields[0].clone()).or_default().push((pattern, fields[5].parse().expect("a number")));
    }
    for (name, rows) in rows {
        let graph = load(&folder, &name).expect("small graphs are there");
        let support = rows.iter().map(|(_, support)| *support).min().expect("there are rows");
        let max_edges = rows.iter().map(|(pattern, _)| pattern.num_edges()).max();
        let (found, _) = mined(&engine, &graph, &Frequent { max_edges, ..Frequent::of_support(support) });
        let known: BTreeMap<Pattern, u64> = found.iter().map(|own| (own.pattern.canonical(), own.support)).collect();
        for (pattern, support) in rows {
            let own = engine
                .support(&graph, pattern.clone(), &Control::new())
                .expect("it has all labels")
                .expect("nobody stops it");
            assert_eq!(own.support, support, "{name}: {pattern}");
            assert_eq!(known.get(&pattern.canonical()), Some(&support), "{name}: {pattern}");
        }
    }
}
