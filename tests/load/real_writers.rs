//! One random graph written by pandas, networkx, igraph, SciPy and as R does it: the same edges and weights from all files, or a refusal
//! that says what to do. `writers.py` writes the files.
//!
//! `GPM_PYTHON` names a Python with these packages, else `python3` is asked; without them the test says that it is skipped.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use gpm::{Column, Graph, LoadOptions};
use tempfile::TempDir;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/load/writers.py");

/// Where an error says what to do.
const HINTS: [&str; 4] = ["--", "python3 -c", "write ", "awk "];

type Edges = BTreeMap<(String, String), Option<f64>>;

/// A file, as a line of the script's output has it.
struct File<'a> {
    name: &'a str,
    /// What its ids are: `names`, or indices from 0 or 1.
    ids: &'a str,
    /// Where its weights are: in the file as attributes of it or as a table, or nowhere.
    weights: &'a str,
    /// Whether it is to be read.
    is_read: bool,
    options: &'a str,
}

impl<'a> File<'a> {
    fn of(line: &'a str) -> File<'a> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [name, ids, weights, fate, options] = parts[..] else { panic!("{line}") };
        File { name, ids, weights, is_read: fate == "read", options }
    }

    fn options(&self, directed: bool) -> LoadOptions {
        let mut options = LoadOptions { directed, attributes: true, ..LoadOptions::default() };
        match self.options.split_once(' ') {
            Some(("--header", value)) => options.header = Some(value == "yes"),
            Some(("--columns", value)) => options.columns = Some(value.parse().expect("columns")),
            other => assert_eq!(other, None, "{}", self.name),
        }
        options
    }

    /// The edges that the file has.
    fn read(&self, folder: &Path, directed: bool) -> Result<Edges, String> {
        let path = folder.join(self.name);
        let (mut graph, _) = Graph::load_with(&path, &self.options(directed)).map_err(|error| error.to_string())?;
        if self.weights == "table" {
            graph.add_edge_table(&path).map_err(|error| error.to_string())?;
        }
        let weights = ["weight", "value"].into_iter().find_map(|name| graph.edge_column(name));
        let mut edges = Edges::new();
        for u in 0..graph.num_vertices() as u32 {
            for &v in graph.out().row(u) {
                let at = graph.edge_entry(u, v).expect("an edge");
                let weight = weights.filter(|_| self.weights != "none").map(|column| match column {
                    Column::Floats(values) => values[at],
                    other => panic!("{}: {other:?}", self.name),
                });
                let [u, v] = [u, v].map(|v| graph.original_id(v).to_string());
                edges.insert(ends(u, v, directed), weight);
            }
        }
        Ok(edges)
    }
}

fn ends(u: String, v: String, directed: bool) -> (String, String) {
    if directed || u < v { (u, v) } else { (v, u) }
}

/// The edges as the script knows them.
fn truth(text: &str, file: &File<'_>, directed: bool) -> Edges {
    let edge = |line: &str| {
        let parts: Vec<&str> = line.split('\t').collect();
        let index = |at: usize, first: usize| (parts[at].parse::<usize>().expect("an index") + first).to_string();
        let [u, v] = match file.ids {
            "index0" => [index(2, 0), index(3, 0)],
            "index1" => [index(2, 1), index(3, 1)],
            _ => [parts[0].to_owned(), parts[1].to_owned()],
        };
        let weight = (file.weights != "none").then(|| parts[4].parse().expect("a weight"));
        (ends(u, v, directed), weight)
    };
    text.lines().map(edge).collect()
}

#[test]
fn one_graph_by_the_writers_of_other_programs() {
    let python = std::env::var("GPM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_packages = Command::new(&python).args(["-c", "import pandas, pyarrow, networkx, igraph, scipy"]).output();
    if !has_packages.is_ok_and(|output| output.status.success()) {
        // Past the capture of the test harness.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: `{python}` has no pandas, pyarrow, networkx, igraph and scipy; GPM_PYTHON names one that has"
        );
        return;
    }
    let mut faults = Vec::new();
    for seed in 0..4 {
        let (directed, named) = (seed % 2 == 1, seed / 2 == 1);
        let folder = TempDir::new().expect("a folder can be made");
        let flags = [seed.to_string(), u8::from(directed).to_string(), u8::from(named).to_string()];
        let output = Command::new(&python).arg(SCRIPT).arg(folder.path()).args(&flags).output().expect("python runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(folder.path().join("truth.tsv")).expect("the script writes it");
        let listed = String::from_utf8(output.stdout).expect("text");
        assert!(listed.lines().count() > 40, "{listed}");
        for file in listed.lines().map(File::of) {
            let what = format!("{}, seed {seed}", file.name);
            match file.read(folder.path(), directed) {
                Ok(edges) if edges == truth(&text, &file, directed) => {}
                Ok(edges) => faults.push(format!("{what}: read wrong: {edges:?}")),
                Err(error) if file.is_read => faults.push(format!("{what}: refused: {error}")),
                Err(error) if HINTS.iter().any(|hint| error.contains(hint)) => {}
                Err(error) => faults.push(format!("{what}: no hint: {error}")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
