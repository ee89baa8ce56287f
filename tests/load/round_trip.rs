//! Random graphs written in every format of ours and read back: the same vertices, edges, labels and, where the format has them,
//! attributes.

use std::fs;
use std::path::Path;

use gpm::graph::write::{labelled_flaw, write_edge_list, write_labelled};
use gpm::{Column, Graph, LoadOptions};
use tempfile::TempDir;

/// Names and labels that formats could trip over.
const NAMES: [&str; 24] = [
    "ann",
    "bob ray",
    "say \"hi\"",
    "\"quoted\"",
    "Jé",
    "名前",
    "a,b",
    "a;b",
    "a|b",
    "#12",
    "%x",
    "{x}",
    "-",
    "NA",
    "null",
    "007",
    "7",
    "-1",
    "1.5",
    "18446744073709551615",
    "a->b",
    "source",
    "target",
    "node1",
];
const LABELS: [&str; 6] = ["x", "two words", "é", "say \"no\"", "7", "a,b"];

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % bound
    }
}

/// What a graph is to have.
#[derive(Clone, Copy, Debug)]
struct Kind {
    seed: u64,
    has_names: bool,
    directed: bool,
    has_labels: bool,
    has_edge_labels: bool,
}

impl Kind {
    fn all() -> impl Iterator<Item = Kind> {
        (0..96).map(|seed| Kind {
            seed,
            has_names: seed % 2 == 0,
            directed: seed / 2 % 2 == 0,
            has_labels: seed / 4 % 2 == 0,
            has_edge_labels: seed / 8 % 2 == 0,
        })
    }

    fn options(self) -> LoadOptions {
        LoadOptions { directed: self.directed, edge_labels: self.has_edge_labels, ..LoadOptions::default() }
    }

    /// The graph, from files in which all texts are quoted.
    fn graph(self, folder: &Path) -> Graph {
        let mut random = Random(self.seed.wrapping_mul(77) + 5);
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let id = |v: usize| if self.has_names { quoted(NAMES[v]) } else { (v * v + 3).to_string() };
        let count = 4 + random.below(NAMES.len() - 3);
        let mut edges =
            if self.has_edge_labels { "source,target,label\n".to_owned() } else { "source,target\n".to_owned() };
        let mut seen = Vec::new();
        for _ in 0..2 * count {
            let (u, v) = (random.below(count), random.below(count));
            if u == v || seen.contains(&(u, v)) || !self.directed && seen.contains(&(v, u)) {
                continue;
            }
            seen.push((u, v));
            let label = quoted(LABELS[random.below(LABELS.len())]);
            edges += &format!(
                "{},{}{}\n",
                id(u),
                id(v),
                if self.has_edge_labels { format!(",{label}") } else { String::new() }
            );
        }
        fs::write(folder.join("edges.csv"), edges).expect("a file can be written");
        let mut options = LoadOptions { header: Some(true), ..self.options() };
        if self.has_labels {
            // Labels declare vertices, some of which have no edge.
            let line = |v: usize| format!("{},{}\n", id(v), quoted(LABELS[random.below(LABELS.len())]));
            let labels = "id,label\n".to_owned() + &(0..count).map(line).collect::<String>();
            fs::write(folder.join("labels.csv"), labels).expect("a file can be written");
            options.labels = Some(folder.join("labels.csv"));
        }
        Graph::load_with(folder.join("edges.csv"), &options).unwrap_or_else(|error| panic!("{self:?}: {error}")).0
    }

    /// [`Kind::graph`] with columns of numbers and texts, of which some are missing.
    fn graph_with_attributes(self, folder: &Path) -> Graph {
        let mut graph = self.graph(folder);
        let mut random = Random(self.seed + 1);
        let text = |random: &mut Random| ["", "x", "NA", "two words"].get(random.below(5)).copied();
        let (ages, notes): (Vec<Option<i64>>, Vec<Option<&str>>) = (0..graph.num_vertices())
            .map(|_| (Some(random.below(90) as i64).filter(|&age| age > 9), text(&mut random)))
            .unzip();
        graph.add_vertex_column("age", ages).expect("a column");
        graph.add_vertex_column("note", Column::from(notes)).expect("a column");
        fs::write(folder.join("weights.csv"), weights(&graph, &mut random)).expect("a file can be written");
        let report = graph.add_edge_table(folder.join("weights.csv")).expect("a table");
        assert_eq!((report.strangers, report.types.as_slice()), (0, &["floats", "text"][..]), "{self:?}");
        graph
    }
}

/// Vertices with labels, and edges with labels, in order of their names. Only vertices with edges if `only_mentioned`.
fn portrait(graph: &Graph, has_labels: bool, only_mentioned: bool) -> Vec<String> {
    let name = |v: u32| graph.original_id(v).to_string();
    let mut lines = Vec::new();
    for v in 0..graph.num_vertices() as u32 {
        if only_mentioned && graph.out().degree(v) + graph.incoming().degree(v) == 0 {
            continue;
        }
        let label = graph.vertex_labels().filter(|_| has_labels).map(|labels| labels[v as usize]);
        lines.push(format!("{:?} {:?}", name(v), label.and_then(|label| graph.vertex_label_names().name(label))));
        for (i, &w) in graph.out().row(v).iter().enumerate() {
            let label = graph.out().row_labels(v).map(|labels| labels[i]);
            let label = label.and_then(|label| graph.edge_label_names().name(label));
            lines.push(format!("{:?} {:?} {label:?}", name(v), name(w)));
        }
    }
    lines.sort();
    lines
}

#[test]
fn graphs_in_our_own_formats() {
    let folder = TempDir::new().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name);
    let mut lines_of_tve = 0;
    for kind in Kind::all() {
        let graph = kind.graph(folder.path());
        for name in ["g.el", "g.el.gz", "g.el.zst"] {
            write_edge_list(&graph, at(name)).expect("a file can be written");
            let (again, _) = Graph::load_with(at(name), &kind.options()).unwrap_or_else(|error| {
                panic!("{kind:?}: {error}\n{}", fs::read_to_string(at("g.el")).unwrap_or_default())
            });
            assert_eq!(portrait(&again, false, true), portrait(&graph, false, true), "{kind:?}, {name}");
            assert_eq!(again.is_directed(), graph.is_directed(), "{kind:?}");
        }
        graph.save(at("g.gpm")).expect("a file can be written");
        let again = Graph::load(at("g.gpm")).expect("a .gpm file");
        assert_eq!(portrait(&again, true, false), portrait(&graph, true, false), "{kind:?}, .gpm");
        if labelled_flaw(&graph).is_none() {
            lines_of_tve += 1;
            write_labelled(&graph, at("g.graph")).expect("a file can be written");
            let (again, _) = Graph::load_with(at("g.graph"), &kind.options()).expect("lines of t, v and e");
            assert_eq!(portrait(&again, true, false), portrait(&graph, true, false), "{kind:?}, t/v/e");
        }
    }
    assert!(lines_of_tve > 8, "{lines_of_tve}");
}

#[test]
fn attributes_in_our_own_file() {
    let folder = TempDir::new().expect("a folder can be made");
    for kind in Kind::all() {
        let graph = kind.graph_with_attributes(folder.path());
        let path = folder.path().join("a.gpm");
        graph.save(&path).expect("a file can be written");
        let again = Graph::load(&path).expect("a .gpm file");
        for name in ["age", "note"] {
            assert_eq!(again.vertex_column(name), graph.vertex_column(name), "{kind:?}, {name}");
        }
        for name in ["weight", "memo"] {
            assert_eq!(shown(&again, name), shown(&graph, name), "{kind:?}, {name}");
        }
    }
}

/// Vertices may come in another order, so values are compared by name.
#[test]
#[cfg(feature = "formats")]
fn labels_and_attributes_in_graphml() {
    let folder = TempDir::new().expect("a folder can be made");
    for kind in Kind::all() {
        let graph = kind.graph_with_attributes(folder.path());
        let path = folder.path().join("a.graphml");
        gpm::graph::write::write_graphml(&graph, None, &path).expect("a file can be written");
        let options = LoadOptions { attributes: true, ..kind.options() };
        let (again, _) = Graph::load_with(&path, &options).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        assert_eq!(again.is_directed(), graph.is_directed(), "{kind:?}");
        assert_eq!(portrait(&again, true, false), portrait(&graph, true, false), "{kind:?}");
        for name in ["age", "note"] {
            let expected = without_empty_texts(shown_of_vertices(&graph, name));
            assert_eq!(without_empty_texts(shown_of_vertices(&again, name)), expected, "{kind:?}, {name}");
        }
        for name in ["weight", "memo"] {
            let expected = without_empty_texts(shown(&graph, name));
            assert_eq!(without_empty_texts(shown(&again, name)), expected, "{kind:?}, {name}");
        }
    }
}

/// What others write as an element without text is a missing value as often as an empty one, and is read as that.
#[cfg(feature = "formats")]
fn without_empty_texts(shown: Vec<String>) -> Vec<String> {
    shown.into_iter().map(|line| line.replace("Some(\"\")", "None")).collect()
}

/// The values of a column of vertices, by name.
#[cfg(feature = "formats")]
fn shown_of_vertices(graph: &Graph, column: &str) -> Vec<String> {
    let column = graph.vertex_column(column).expect("a column");
    let value = |at: usize| match column {
        Column::Integers(values) => values[at].to_string(),
        Column::Text(texts) => format!("{:?}", texts.get(at)),
        other => panic!("{other:?}"),
    };
    let mut all: Vec<String> =
        (0..graph.num_vertices()).map(|v| format!("{} {}", graph.original_id(v as u32), value(v))).collect();
    all.sort();
    all
}

/// A table of all edges, with numbers and texts of which some are empty and some missing.
fn weights(graph: &Graph, random: &mut Random) -> String {
    let quoted = |v: u32| format!("\"{}\"", graph.original_id(v).to_string().replace('"', "\"\""));
    let mut text = "from,to,weight,memo\n".to_owned();
    for v in 0..graph.num_vertices() as u32 {
        for &w in graph.out().row(v).iter().filter(|&&w| graph.is_directed() || v < w) {
            let memo = ["\"\"", "", "\"NA\"", "word", "\"a, b\""][random.below(5)];
            text += &format!("{},{},{}.5,{memo}\n", quoted(v), quoted(w), random.below(100));
        }
    }
    text
}

/// The values of a column of edges, by name of the ends.
fn shown(graph: &Graph, column: &str) -> Vec<String> {
    let column = graph.edge_column(column).expect("a column");
    let mut all = Vec::new();
    for v in 0..graph.num_vertices() as u32 {
        for &w in graph.out().row(v) {
            let at = graph.edge_entry(v, w).expect("an edge");
            let value = match column {
                Column::Floats(values) => values[at].to_string(),
                Column::Text(texts) => format!("{:?}", texts.get(at)),
                other => panic!("{other:?}"),
            };
            all.push(format!("{} {} {value}", graph.original_id(v), graph.original_id(w)));
        }
    }
    all.sort();
    all
}
