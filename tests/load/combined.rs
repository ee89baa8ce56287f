//! Rows about edges, combined: what each entry of a column is, against plain code, for files that say that their edges are directed,
//! that they are not, or nothing.

use std::collections::BTreeMap;
use std::fs;

use gpm::{Column, Graph, LoadOptions, TableOptions};
use tempfile::TempDir;

/// What a row says of the direction of its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    Directed,
    Undirected,
}

/// Ends from 1, what is said of the direction, and a number.
type Row = (u64, u64, Said, i64);

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % bound
    }

    /// Rows about few vertices, so that pairs come again, in both directions.
    fn rows(&mut self, say: impl Fn(u64) -> Said) -> Vec<Row> {
        let row = |_| {
            let (u, v) = (self.below(7) + 1, self.below(6) + 1);
            let v = if v >= u { v + 1 } else { v };
            (u, v, say(self.below(2)), self.below(50) as i64 - 20)
        };
        (0..40).map(row).collect()
    }
}

/// How a file lists rows.
struct Shape {
    name: &'static str,
    /// What its rows say, by a random bit.
    say: fn(u64) -> Said,
    write: fn(&[Row]) -> String,
    /// Whether rows that say nothing are about both arcs, as a comment says so of all.
    is_two_way: bool,
    column: &'static str,
}

fn csv(rows: &[Row]) -> String {
    let lines = rows.iter().map(|(u, v, _, x)| format!("{u},{v},{x}\n"));
    "source,target,x\n".to_owned() + &lines.collect::<String>()
}

fn gephi(rows: &[Row]) -> String {
    let lines = rows.iter().map(|(u, v, said, x)| format!("{u},{v},{said:?},{x}\n"));
    "Source,Target,Type,x\n".to_owned() + &lines.collect::<String>()
}

fn konect(rows: &[Row]) -> String {
    "% sym weighted\n".to_owned() + &csv(rows)
}

fn matrix(rows: &[Row], symmetry: &str) -> String {
    let lines = rows.iter().map(|(u, v, _, x)| match symmetry {
        "symmetric" => format!("{} {} {x}\n", u.max(v), u.min(v)),
        _ => format!("{u} {v} {x}\n"),
    });
    format!("%%MatrixMarket matrix coordinate integer {symmetry}\n8 8 {}\n", rows.len()) + &lines.collect::<String>()
}

#[cfg(feature = "formats")]
fn graphml(rows: &[Row]) -> String {
    let nodes: String = (1..=8).map(|v| format!("<node id='{v}'/>")).collect();
    let edge = |(u, v, said, x): &Row| {
        let directed = *said == Said::Directed;
        format!("<edge source='{u}' target='{v}' directed='{directed}'><data key='d'>{x}</data></edge>")
    };
    let edges: String = rows.iter().map(edge).collect();
    format!(
        "<graphml><key id='d' for='edge' attr.name='x' attr.type='int'/><graph edgedefault='directed'>{nodes}{edges}</graph></graphml>"
    )
}

const MIXED: fn(u64) -> Said = |bit| if bit == 0 { Said::Directed } else { Said::Undirected };

const SHAPES: &[Shape] = &[
    Shape { name: "a table", say: |_| Said::Nothing, write: csv, is_two_way: false, column: "x" },
    Shape { name: "a table of KONECT", say: |_| Said::Nothing, write: konect, is_two_way: true, column: "x" },
    Shape { name: "Gephi, mixed", say: MIXED, write: gephi, is_two_way: false, column: "x" },
    Shape { name: "Gephi, directed", say: |_| Said::Directed, write: gephi, is_two_way: false, column: "x" },
    Shape { name: "Gephi, undirected", say: |_| Said::Undirected, write: gephi, is_two_way: true, column: "x" },
    Shape {
        name: "a general matrix",
        say: |_| Said::Directed,
        write: |rows| matrix(rows, "general"),
        is_two_way: false,
        column: "value",
    },
    Shape {
        name: "a symmetric matrix",
        say: |_| Said::Undirected,
        write: |rows| matrix(rows, "symmetric"),
        is_two_way: true,
        column: "value",
    },
    #[cfg(feature = "formats")]
    Shape { name: "GraphML, mixed", say: MIXED, write: graphml, is_two_way: false, column: "x" },
];

/// The numbers of the rows about each arc, in the order of the file; of an undirected graph about each pair, smaller end first.
fn by_edge(rows: &[Row], shape: &Shape, directed: bool) -> BTreeMap<(u64, u64), Vec<i64>> {
    let mut all: BTreeMap<(u64, u64), Vec<i64>> = BTreeMap::new();
    for &(u, v, said, x) in rows {
        let is_both = said == Said::Undirected || said == Said::Nothing && shape.is_two_way;
        let edges = match (directed, is_both) {
            (false, _) => vec![(u.min(v), u.max(v))],
            (true, true) => vec![(u, v), (v, u)],
            (true, false) => vec![(u, v)],
        };
        edges.into_iter().for_each(|edge| all.entry(edge).or_default().push(x));
    }
    all
}

/// The value of an aggregate.
fn aggregate(how: &str, values: &[i64]) -> f64 {
    let sum = values.iter().sum::<i64>() as f64;
    let of = |value: Option<&i64>| value.map_or(f64::NAN, |&value| value as f64);
    match how {
        "sum" => sum,
        "mean" => sum / values.len() as f64,
        "min" => of(values.iter().min()),
        "max" => of(values.iter().max()),
        "first" => of(values.first()),
        "last" => of(values.last()),
        _ => values.len() as f64,
    }
}

fn value(column: Option<&Column>, at: usize) -> f64 {
    match column {
        Some(Column::Integers(values)) => values[at] as f64,
        Some(Column::Floats(values)) => values[at],
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check(graph: &Graph, expected: &BTreeMap<(u64, u64), Vec<i64>>, column: &str, what: &str) {
    let arcs = if graph.is_directed() { graph.out().num_entries() } else { graph.num_edges() };
    assert_eq!(arcs as usize, expected.len(), "{what}");
    let vertex = |id: u64| (0..8).find(|&v| graph.original_id(v).to_string() == id.to_string()).expect("a vertex");
    for (&(u, v), values) in expected {
        let entries = [Some((u, v)), (!graph.is_directed()).then_some((v, u))];
        for (u, v) in entries.into_iter().flatten() {
            let at = graph.edge_entry(vertex(u), vertex(v)).unwrap_or_else(|| panic!("{what}: no edge {u} {v}"));
            for how in ["sum", "mean", "min", "max", "first", "last", "count"] {
                let name = if how == "count" { how.to_owned() } else { format!("{column}_{how}") };
                let found = value(graph.edge_column(&name), at);
                assert_eq!(found, aggregate(how, values), "{what}: {how} of {u} {v} {values:?}");
            }
        }
    }
}

#[test]
fn rows_are_combined_as_plain_code_does_it() {
    let folder = TempDir::new().expect("a folder can be made");
    for (number, shape) in SHAPES.iter().enumerate() {
        for seed in 0..12 {
            let rows = Random(seed * 977 + number as u64).rows(shape.say);
            let path = folder.path().join("graph");
            fs::write(&path, (shape.write)(&rows)).expect("a file can be written");
            let hows = ["sum", "mean", "min", "max", "first", "last"];
            let asked = hows.iter().map(|how| format!("{}={how}", shape.column)).chain(["count".to_owned()]);
            let combine = asked.map(|text| text.parse().expect("an aggregate")).collect();
            let table = TableOptions { combine, ..TableOptions::default() };
            for directed in [false, true] {
                let what = format!("{}, seed {seed}, directed {directed}", shape.name);
                let options = LoadOptions { directed, ..LoadOptions::default() };
                let (mut graph, _) =
                    Graph::load_with(&path, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
                // A .gpm file remembers whether its edges have directions of their own.
                let saved = folder.path().join("graph.gpm");
                graph.save(&saved).expect("a graph can be written");
                let mut again = Graph::load(&saved).expect("a graph can be read");
                let expected = by_edge(&rows, shape, directed);
                for (graph, what) in [(&mut graph, what.clone()), (&mut again, what + ", from .gpm")] {
                    let report = graph.add_edge_table_combined(&path, &table).expect("a table of edges");
                    assert_eq!(report.strangers, 0, "{what}");
                    check(graph, &expected, shape.column, &what);
                }
            }
        }
    }
}

#[test]
fn rows_that_do_not_fit_are_left_out_with_the_option() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("edges.csv");
    // The undirected row is about the arc of the directed one too.
    fs::write(&path, "Source,Target,Type,x\n1,2,Undirected,5\n2,1,Directed,6\n2,3,Undirected,7\n").expect("a file");
    let options = LoadOptions { directed: true, ..LoadOptions::default() };
    let (mut graph, _) = Graph::load_with(&path, &options).expect("a graph");
    graph.add_edge_table(&path).expect("a table");
    let why = graph.why_left_out("x", true).expect("its rows differ");
    assert!(why.contains("`2` and `1`") && why.contains("--combine"), "{why}");
    fs::write(&path, "Source,Target,Type,x\n1,2,Undirected,5\n2,3,Directed,7\n3,1,both,7\n").expect("a file");
    let refusal = Graph::load_with(&path, &options).map(drop).expect_err("it says neither").to_string();
    assert!(refusal.contains("edges.csv:4") && refusal.contains("`both`"), "{refusal}");
    assert!(refusal.contains("`Directed` or `Undirected`") && refusal.contains("--columns"), "{refusal}");
    // Of films, one is directed.
    fs::write(&path, "source,target,type\n1,2,DIRECTED\n2,3,ACTED_IN\n").expect("a file");
    assert_eq!(Graph::load_with(&path, &options).expect("a graph of films").0.num_edges(), 2);
}

#[test]
fn integers_of_more_than_64_bits_are_combined_exactly() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("wei.csv");
    for seed in 0..20 {
        let mut random = Random(seed);
        let rows: Vec<(u64, u64, i128)> = random
            .rows(|_| Said::Nothing)
            .into_iter()
            .map(|(u, v, _, x)| {
                let digits = random.below(25) as u32;
                (u, v, i128::from(x) * 10_i128.pow(digits) + i128::from(x))
            })
            .collect();
        let lines: String = rows.iter().map(|(u, v, x)| format!("{u},{v},{x}\n")).collect();
        fs::write(&path, "source,target,x\n".to_owned() + &lines).expect("a file can be written");
        let options = LoadOptions { directed: true, ..LoadOptions::default() };
        let (mut graph, _) = Graph::load_with(&path, &options).expect("a graph");
        let combine = ["x=sum", "x=min", "x=max", "x=first", "x=last"].map(|text| text.parse().expect("an aggregate"));
        graph
            .add_edge_table_combined(&path, &TableOptions { combine: combine.to_vec(), ..TableOptions::default() })
            .expect("a table");
        graph.save(folder.path().join("wei.gpm")).expect("a graph can be written");
        let graph = Graph::load(folder.path().join("wei.gpm")).expect("a graph can be read");
        let vertex = |id: u64| (0..8).find(|&v| graph.original_id(v).to_string() == id.to_string()).expect("a vertex");
        for &(u, v, _) in &rows {
            let values: Vec<i128> = rows.iter().filter(|row| (row.0, row.1) == (u, v)).map(|row| row.2).collect();
            let at = graph.edge_entry(vertex(u), vertex(v)).expect("an edge");
            let found = |how: &str| match graph.edge_column(&format!("x_{how}")) {
                Some(Column::Wide(column)) => column.get(at),
                Some(Column::Integers(column)) => Some(column[at].into()),
                other => panic!("{how}: {other:?}"),
            };
            assert_eq!(found("sum"), Some(values.iter().sum()), "{values:?}");
            assert_eq!(
                [found("min"), found("max")],
                [values.iter().min(), values.iter().max()].map(Option::<&i128>::copied)
            );
            assert_eq!([found("first"), found("last")], [values.first(), values.last()].map(Option::<&i128>::copied));
        }
    }
}
