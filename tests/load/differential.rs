//! One random graph in the text shapes of other programs: the same edges from all.

use std::collections::BTreeSet;

use gpm::graph::load_bytes;
use gpm::{GraphError, LoadOptions};

use crate::shape::edges;

/// A graph of names or of numbers, with weights and kinds of its edges.
struct Written {
    edges: Vec<(String, String, u32, &'static str)>,
}

impl Written {
    fn random(seed: u64, is_named: bool) -> Self {
        let mut state = seed;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % bound
        };
        let mut pairs = BTreeSet::new();
        while pairs.len() < 60 {
            let (u, v) = (below(20), below(20));
            if u < v {
                pairs.insert((u, v));
            }
        }
        // Not in order, as files are.
        let mut pairs: Vec<(u64, u64)> = pairs.into_iter().collect();
        for i in (1..pairs.len()).rev() {
            pairs.swap(i, below(i as u64 + 1) as usize);
        }
        let id = |v: u64| if is_named { format!("person {v}") } else { (v + 3).to_string() };
        let kinds = ["owes", "knows", "likes"];
        let edge = |(u, v)| (id(u), id(v), below(90) as u32 + 10, kinds[below(3) as usize]);
        Self { edges: pairs.into_iter().map(edge).collect() }
    }

    fn lines(&self, head: &str, line: impl Fn(usize, &str, &str, u32, &str) -> String) -> String {
        let lines = self.edges.iter().enumerate().map(|(i, (u, v, w, kind))| line(i, u, v, *w, kind) + "\n");
        head.to_owned() + &lines.collect::<String>()
    }

    /// The graph in all shapes, each with whether its edges have kinds.
    fn shapes(&self) -> Vec<(&'static str, String)> {
        let quoted = |text: &str| format!("\"{text}\"");
        vec![
            ("pandas", self.lines("source,target,weight,label\n", |_, u, v, w, k| format!("{u},{v},{w},{k}"))),
            (
                "pandas, index",
                self.lines(",source,target,weight,label\n", |i, u, v, w, k| format!("{i},{u},{v},{w},{k}")),
            ),
            (
                "pandas, tabs",
                self.lines("source\ttarget\tweight\tlabel\n", |_, u, v, w, k| format!("{u}\t{v}\t{w}\t{k}")),
            ),
            (
                "pandas, semicolons",
                self.lines("weight;source;target;label\n", |_, u, v, w, k| format!("{w};{u};{v};{k}")),
            ),
            (
                "write.csv",
                self.lines("\"\",\"from\",\"to\",\"weight\",\"label\"\n", |i, u, v, w, k| {
                    format!("\"{}\",{},{},{w},{}", i + 1, quoted(u), quoted(v), quoted(k))
                }),
            ),
            (
                "write.table",
                self.lines("\"from\" \"to\" \"weight\" \"label\"\n", |i, u, v, w, k| {
                    format!("\"{}\" {} {} {w} {}", i + 1, quoted(u), quoted(v), quoted(k))
                }),
            ),
            ("igraph, ncol", self.lines("", |_, u, v, _, k| format!("{} {} {k}", quoted(u), quoted(v)))),
            ("networkx, tabs", self.lines("#write.py\n# GMT\n#\n", |_, u, v, _, k| format!("{u}\t{v}\t{k}"))),
            (
                "Gephi",
                self.lines("Source,Target,Type,Id,Label,Weight\n", |i, u, v, w, k| {
                    format!("{u},{v},Undirected,{i},{k},{w}")
                }),
            ),
            ("Excel", self.lines("sep=;\r\nSource;Target;Label\r\n", |_, u, v, _, k| format!("{u};{v};{k}\r"))),
            ("Neo4j", self.lines(":START_ID,:END_ID,weight:int,:TYPE\n", |_, u, v, w, k| format!("{u},{v},{w},{k}"))),
            ("mark", self.lines("\u{feff}from,to,label\n", |_, u, v, _, k| format!("{u},{v},{k}"))),
        ]
    }
}

fn load(text: &str, options: &LoadOptions) -> Result<String, GraphError> {
    load_bytes("graph.txt", text.as_bytes(), options).map(|(graph, _)| edges(&graph))
}

#[test]
fn one_graph_in_the_shapes_of_other_programs() {
    for seed in 0..40 {
        let written = Written::random(seed, seed % 2 == 0);
        for (directed, edge_labels) in [(false, false), (false, true), (true, true)] {
            let options = LoadOptions { directed, edge_labels, ..LoadOptions::default() };
            let shapes = written.shapes();
            // Gephi's edges are undirected by their own column.
            let shapes = shapes.iter().filter(|(name, _)| !directed || *name != "Gephi");
            let found = shapes.map(|(name, text)| (*name, load(text, &options).map_err(|error| error.to_string())));
            let found: Vec<_> = found.collect();
            let (_, right) = &found[0];
            assert_eq!(right.as_ref().map(|edges| edges.split("; ").count()), Ok(60), "seed {seed}: {right:?}");
            for (name, edges) in &found {
                assert_eq!(edges, right, "{name}, seed {seed}, directed {directed}, labels {edge_labels}");
            }
        }
    }
}
