//! How a graph is to be read.

use std::path::PathBuf;

use super::{Delimiter, EdgeColumns};
use crate::graph::VertexOrder;

/// How a graph is written down.
///
/// ```
/// use gpm::Format;
///
/// assert_eq!(Format::from_name("mtx"), Some(Format::MatrixMarket));
/// assert_eq!(Format::MatrixMarket.name(), "matrix-market");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// One edge a line: two ids, then perhaps a weight or label, or a table with a head line; one delimiter in the whole file.
    EdgeList,
    /// Matrix Market coordinate matrix.
    MatrixMarket,
    /// `t`/`v`/`e` lines (`.graph`, `.lg`).
    Labelled,
    /// GraphML, as networkx, igraph, Gephi, yEd and Neo4j write it. Needs the feature `formats`.
    GraphMl,
    /// Graph Modelling Language (`.gml`), as networkx and igraph write it.
    Gml,
    /// Network of Pajek (`.net`).
    Pajek,
    /// Adjacency of METIS, KaHIP and Chaco (`.metis`, `.graph`): a head line of counts, then a line of neighbors a vertex.
    Metis,
    /// Table of edges in Parquet, whose columns are found as those of an edge list. Needs the feature `parquet`.
    Parquet,
    /// Our own mapped file (`.gpm`).
    Binary,
}

impl Format {
    /// Every format, in the order in which help lists them.
    pub const ALL: [Self; 9] = [
        Self::EdgeList,
        Self::MatrixMarket,
        Self::Labelled,
        Self::GraphMl,
        Self::Gml,
        Self::Pajek,
        Self::Metis,
        Self::Parquet,
        Self::Binary,
    ];

    /// The format a user calls `name`: that of [`Format::name`], or a common extension.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "edge-list" | "el" | "txt" | "csv" | "tsv" | "snap" => Some(Self::EdgeList),
            "matrix-market" | "mtx" => Some(Self::MatrixMarket),
            "labelled" | "labeled" | "graph" | "lg" | "tve" => Some(Self::Labelled),
            "graphml" => Some(Self::GraphMl),
            "gml" => Some(Self::Gml),
            "pajek" | "net" => Some(Self::Pajek),
            "metis" | "chaco" => Some(Self::Metis),
            "parquet" => Some(Self::Parquet),
            "gpm" | "binary" => Some(Self::Binary),
            _ => None,
        }
    }

    /// The name printed in reports; [`Format::from_name`] reads it back.
    pub fn name(self) -> &'static str {
        match self {
            Self::EdgeList => "edge-list",
            Self::MatrixMarket => "matrix-market",
            Self::Labelled => "labelled",
            Self::GraphMl => "graphml",
            Self::Gml => "gml",
            Self::Pajek => "pajek",
            Self::Metis => "metis",
            Self::Parquet => "parquet",
            Self::Binary => "gpm",
        }
    }
}

/// [`Format::name`].
#[cfg(feature = "serde")]
impl serde::Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Which label of an edge that is listed with several labels is kept, in the order of the file. Undirected, the edges of (a, b)
/// and of (b, a) are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParallelLabels {
    /// That of its first line.
    First,
    /// That of its last line.
    Last,
}

/// How to read a graph. The default: format by content, undirected, descending degree, no label file, all cores.
///
/// ```
/// use gpm::{Format, LoadOptions};
///
/// let options = LoadOptions { format: Some(Format::EdgeList), directed: true, ..LoadOptions::default() };
/// assert!(!options.verify);
/// ```
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Overrides the format seen in the content.
    pub format: Option<Format>,
    /// Keep edge directions. A `.gpm` file knows its own, and one without directions is refused.
    pub directed: bool,
    /// Order of internal ids. A `.gpm` file keeps the order it was saved in.
    pub order: VertexOrder,
    /// File of vertex labels: one a line in id order, or `id label` lines.
    pub labels: Option<PathBuf>,
    /// Vertices may have several labels: a label file may have several rows about one, and then its label lists them with `;` between. Whoever
    /// asks for one of them says so: `a.label has 'x'`, or [`with_label_sets`](gpm_plan::pattern::Pattern::with_label_sets).
    pub label_sets: bool,
    /// Read the third column as edge labels; without this it is ignored, and reported.
    pub edge_labels: bool,
    /// Which label an edge keeps that is listed with several; `None` refuses such a file.
    pub parallel_labels: Option<ParallelLabels>,
    /// Keep what GraphML, GML, Pajek, Matrix Market and Parquet files say of vertices and edges as [columns](crate::Graph::edge_column);
    /// without this it is ignored, and reported. A `.gpm` file always has its attributes.
    pub attributes: bool,
    /// Whether the first line of an edge list names its columns; `None` is by evidence, and an error where that does not do.
    pub header: Option<bool>,
    /// The columns of an edge list or a Parquet table that are the ends of an edge, and its label; `None` is by their names, or
    /// the first two.
    pub columns: Option<EdgeColumns>,
    /// The vertices of an edge list or a Parquet table are those with the ids from 0 to below this, whether or not an edge has them; `None` is
    /// those that edges have.
    pub vertices: Option<u64>,
    /// What parts the fields of an edge list; `None` is what cuts all lines alike.
    pub delimiter: Option<Delimiter>,
    /// Read a `t/v/e` file of several graphs as one database, for support by graphs; without this it is refused. A file of one graph is
    /// read as ever.
    pub many: bool,
    /// Check all checksums and the whole structure of a `.gpm` file, whatever its size.
    pub verify: bool,
    /// Threads to use; `None` is the current rayon pool.
    pub threads: Option<usize>,
}
