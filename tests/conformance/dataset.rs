//! Where test data is, tables of it, and the graphs it names.

use std::fs;
use std::path::{Path, PathBuf};

use gpm_plan::pattern::{Pattern, PatternBuilder};
use gpm_runtime::graph::{Graph, LoadOptions};

use crate::settings::say;

/// The folder of test data: `$GPM_DATA`, else `../shared/data` beside the workspace. Says so where it is absent.
pub(crate) fn folder() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("GPM_DATA").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    say(format_args!("skipped: no test data at `{}`; set GPM_DATA to its folder", folder.display()));
    None
}

/// The lines of a table, split at tabs; the heading and comments are left out.
pub(crate) fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
    let is_heading = |line: &str| line.starts_with('#') || line.starts_with("name\t") || line.trim().is_empty();
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().filter(|line| !is_heading(line)).map(fields).collect()
}

/// Loads the graph that a table calls `name`: a file of `small/`, `graphs/`, `families/` or `labelled/`, or `NAME.lK` for
/// a small graph with its label file. `None` if there is no such file.
pub(crate) fn load(folder: &Path, name: &str) -> Option<Graph> {
    let mut options = LoadOptions::default();
    let path = match name.rsplit_once('.') {
        Some((base, _)) if folder.join(format!("small/{name}.lab")).exists() => {
            options.labels = Some(folder.join(format!("small/{name}.lab")));
            folder.join(format!("small/{base}.el"))
        }
        _ => files_of(name).into_iter().map(|file| folder.join(file)).find(|path| path.exists())?,
    };
    options.directed = path.extension().is_some_and(|extension| extension == "del");
    match Graph::load_with(&path, &options) {
        Ok((graph, _)) => Some(graph),
        Err(error) => panic!("`{}` does not load: {error}", path.display()),
    }
}

fn files_of(name: &str) -> [String; 6] {
    [
        format!("small/{name}.el"),
        format!("small/{name}.del"),
        format!("graphs/{name}.el.gz"),
        format!("families/{name}.el"),
        format!("labelled/{name}/{name}.graph"),
        format!("labelled/{name}/{name}.graph.gz"),
    ]
}

/// A pattern from columns: edges as `0-1,1-2` or arcs as `0>1,1>2`, and labels as `3,1,2`, or nothing.
pub(crate) fn pattern_of_columns(edges: &str, labels: &str) -> Pattern {
    let number = |text: &str| text.parse::<usize>().expect("pattern vertices are numbers");
    let links: Vec<(usize, usize, bool)> = edges
        .split(',')
        .map(|edge| match edge.split_once('>') {
            Some((from, to)) => (number(from), number(to), true),
            None => edge.split_once('-').map(|(u, v)| (number(u), number(v), false)).expect("edges are `u-v` or `u>v`"),
        })
        .collect();
    let num_vertices = links.iter().map(|&(u, v, _)| u.max(v) + 1).max().expect("a pattern has edges");
    let mut builder = PatternBuilder::numbered(num_vertices);
    for (u, v, is_directed) in links {
        if is_directed {
            builder.directed_edge(u, v, None)
        } else {
            builder.edge(u, v, None)
        };
    }
    if !labels.is_empty() {
        let labels: Vec<&str> = labels.split(',').collect();
        assert_eq!(labels.len(), num_vertices, "one label a vertex in `{edges}`");
        for (u, label) in labels.into_iter().enumerate() {
            builder.vertex_label(u, label);
        }
    }
    builder.build().unwrap_or_else(|error| panic!("`{edges}`: {error}"))
}
