//! Data sets: labelled graphs, queries on them, and how many matches these have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use gpm::{Graph, Pattern, Query, Unit};

/// A graph with queries.
pub(crate) struct DataSet {
    /// That of its folder.
    pub(crate) name: String,
    pub(crate) graph: Graph,
    asked: Vec<Asked>,
}

/// A query, which counts embeddings.
pub(crate) struct Asked {
    /// That of its file.
    pub(crate) name: String,
    pub(crate) query: Query,
    /// How many matches it has, if that is told.
    pub(crate) known: Option<u128>,
}

impl DataSet {
    /// The sizes of its queries in vertices, ascending.
    pub(crate) fn sizes(&self) -> BTreeSet<usize> {
        self.asked.iter().map(Asked::num_vertices).collect()
    }

    /// Its queries of a size.
    pub(crate) fn of_size(&self, size: usize) -> Vec<&Asked> {
        self.asked.iter().filter(|asked| asked.num_vertices() == size).collect()
    }
}

impl Asked {
    fn num_vertices(&self) -> usize {
        self.query.pattern.num_vertices()
    }
}

/// Reads the data sets of a folder one after the other, those of the given names or all.
///
/// # Errors
/// A folder without data sets, or the file that cannot be read.
pub(crate) fn read<'a>(
    folder: &'a Path,
    names: &[String],
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<DataSet>> + use<'a>> {
    let answers = answers(&folder.join("answers.tsv"))?;
    let found = entries(folder)?.into_iter().map(|path| (name_of(&path), path));
    let found = found.filter(|(_, path)| path.join("queries").is_dir());
    let found: Vec<_> = found.filter(|(name, _)| names.is_empty() || names.contains(name)).collect();
    if found.is_empty() {
        bail!("no data set in {}: expected folders with a graph file and a folder `queries`", folder.display());
    }
    Ok(found.into_iter().map(move |(name, path)| data_set(name, &path, &answers)))
}

fn data_set(name: String, folder: &Path, answers: &BTreeMap<String, u128>) -> anyhow::Result<DataSet> {
    let files: Vec<PathBuf> = entries(folder)?.into_iter().filter(|path| path.is_file()).collect();
    let [graph] = &files[..] else { bail!("expected one graph file in {}, found {}", folder.display(), files.len()) };
    let graph = Graph::load(graph).with_context(|| format!("cannot read {}", graph.display()))?;
    let asked = entries(&folder.join("queries"))?.into_iter().map(|path| {
        let file = name_of(&path);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let pattern = Pattern::parse_file(&text, &file)?;
        let known = answers.get(&format!("{name}/queries/{file}")).copied();
        Ok(Asked { name: file, query: Query { unit: Unit::Embeddings, ..Query::from(pattern) }, known })
    });
    let asked = asked.collect::<anyhow::Result<_>>()?;
    Ok(DataSet { name, graph, asked })
}

/// Embeddings by file, nothing if there is no such table.
fn answers(path: &Path) -> anyhow::Result<BTreeMap<String, u128>> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let answer = |(at, line): (usize, &str)| {
        let cells: Vec<&str> = line.split('\t').collect();
        let read = cells.get(1).zip(cells.get(2).and_then(|count| count.parse().ok()));
        let what = || format!("{}, line {}: expected graph, query and count", path.display(), at + 1);
        read.map(|(query, count)| ((*query).to_owned(), count)).with_context(what)
    };
    text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(answer).collect()
}

/// What a folder holds, by name, but for hidden files.
fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let read = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    let mut found = read().with_context(|| format!("cannot read the folder {}", folder.display()))?;
    found.retain(|path| !name_of(path).starts_with('.'));
    found.sort();
    Ok(found)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
