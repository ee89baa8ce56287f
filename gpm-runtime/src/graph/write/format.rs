//! The formats that graphs are written in: what they are called, what each can hold, and what it writes.

use std::io::{self, Write};
use std::path::Path;

use super::{labelled_flaw, sif_flaw, write_edge_list, write_edge_list_to, write_labelled, write_labelled_to};
#[cfg(feature = "formats")]
use super::{write_gexf, write_gexf_to, write_graphml, write_graphml_to, xml_flaw};
use super::{write_sif, write_sif_to};
use crate::graph::{Graph, GraphError, VertexId};
use crate::process::in_pool;

const ATTRIBUTES: &str = "attributes, which .gpm and .graphml keep";
const DIRECTIONS: &str = "that edges have directions, which .gpm says: read the file with --directed";

/// How a graph is written.
///
/// ```
/// use gpm::graph::write::WriteFormat;
///
/// let graph = gpm::Graph::from_edges(3, [(0, 1)])?;
/// let format = WriteFormat::of_file("graph.sif.gz".as_ref()).expect("the name says it");
/// let mut text = Vec::new();
/// format.write_to(&graph, &mut text)?;
/// assert_eq!(text, b"0\tinteracts with\t1\n2\n");
/// assert_eq!(WriteFormat::EdgeList.losses(&graph).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteFormat {
    /// Own binary file, which opens in milliseconds.
    Gpm,
    /// Edge list: two ids a line.
    EdgeList,
    /// Lines of t, v and e, with labels and vertices without a neighbor.
    Labelled,
    /// GraphML, with labels and attributes.
    #[cfg(feature = "formats")]
    GraphMl,
    /// GEXF of Gephi, with labels and attributes.
    #[cfg(feature = "formats")]
    Gexf,
    /// SIF of Cytoscape: a vertex, the label of an edge, a vertex.
    Sif,
}

impl WriteFormat {
    /// All of them, in the order in which they are told of.
    pub const ALL: &[WriteFormat] = &[
        WriteFormat::Gpm,
        WriteFormat::EdgeList,
        WriteFormat::Labelled,
        #[cfg(feature = "formats")]
        WriteFormat::GraphMl,
        #[cfg(feature = "formats")]
        WriteFormat::Gexf,
        WriteFormat::Sif,
    ];

    /// What it is called, and a few words about it.
    pub fn name(self) -> (&'static str, &'static str) {
        match self {
            WriteFormat::Gpm => ("gpm", "Own binary file, which opens in milliseconds"),
            WriteFormat::EdgeList => ("el", "Edge list: two ids a line"),
            WriteFormat::Labelled => ("graph", "Lines of t, v and e, with labels and vertices without a neighbor"),
            #[cfg(feature = "formats")]
            WriteFormat::GraphMl => ("graphml", "GraphML, with labels and attributes"),
            #[cfg(feature = "formats")]
            WriteFormat::Gexf => ("gexf", "GEXF of Gephi, with labels and attributes"),
            WriteFormat::Sif => ("sif", "SIF of Cytoscape: a vertex, the label of an edge, a vertex"),
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<WriteFormat> {
        Self::ALL.iter().copied().find(|format| format.name().0 == name)
    }

    /// The format that the name of a file says, which may end in `.gz` or `.zst` behind that of a text.
    pub fn of_file(path: &Path) -> Option<WriteFormat> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let packed = [".gz", ".zst"].iter().find_map(|suffix| name.strip_suffix(suffix));
        let extension = packed.unwrap_or(&name).rsplit_once('.')?.1;
        let format = match extension {
            "txt" | "edges" => Some(WriteFormat::EdgeList),
            "lg" => Some(WriteFormat::Labelled),
            name => Self::from_name(name),
        };
        // It is mapped as it is.
        format.filter(|&format| packed.is_none() || format != WriteFormat::Gpm)
    }

    /// Whether the format has attributes.
    pub fn holds_attributes(self) -> bool {
        match self {
            WriteFormat::Gpm => true,
            #[cfg(feature = "formats")]
            WriteFormat::GraphMl | WriteFormat::Gexf => true,
            WriteFormat::EdgeList | WriteFormat::Labelled | WriteFormat::Sif => false,
        }
    }

    /// Why this graph cannot be written so, if it cannot.
    pub fn flaw(self, graph: &Graph) -> Option<String> {
        match self {
            WriteFormat::Labelled => labelled_flaw(graph).map(str::to_owned),
            WriteFormat::Sif => sif_flaw(graph).map(str::to_owned),
            #[cfg(feature = "formats")]
            WriteFormat::GraphMl | WriteFormat::Gexf => xml_flaw(graph),
            WriteFormat::Gpm | WriteFormat::EdgeList => None,
        }
    }

    /// What of the graph is not in what is written.
    pub fn losses(self, graph: &Graph) -> Vec<&'static str> {
        let is_isolated = |v: VertexId| graph.out().degree(v) + graph.incoming().degree(v) == 0;
        let has_isolated = || (0..graph.num_vertices() as VertexId).any(is_isolated);
        let has_attributes = graph.vertex_column_names().chain(graph.edge_column_names()).next().is_some();
        let (is_directed, has_labels) = (graph.is_directed(), graph.vertex_labels().is_some());
        let lost = match self {
            WriteFormat::Gpm => vec![],
            #[cfg(feature = "formats")]
            WriteFormat::GraphMl | WriteFormat::Gexf => vec![],
            WriteFormat::Sif => vec![
                (has_attributes, ATTRIBUTES),
                (is_directed, DIRECTIONS),
                (has_labels, "vertex labels, which .gpm and .graphml keep"),
            ],
            WriteFormat::Labelled => vec![(has_attributes, ATTRIBUTES), (is_directed, DIRECTIONS)],
            WriteFormat::EdgeList => vec![
                (has_attributes, ATTRIBUTES),
                (is_directed, DIRECTIONS),
                (has_labels, "vertex labels, which .gpm and .graph keep"),
                (has_isolated(), "vertices without a neighbour, which .gpm and .graph keep"),
            ],
        };
        lost.into_iter().filter_map(|(is_lost, what)| is_lost.then_some(what)).collect()
    }

    /// Writes a graph to a file, which appears whole or not at all; text is packed if the name ends in `.gz` or `.zst`.
    ///
    /// # Errors
    /// The variants about the file system; what [`WriteFormat::flaw`] says as invalid input.
    pub fn write(self, graph: &Graph, path: impl AsRef<Path>) -> Result<(), GraphError> {
        let path = path.as_ref();
        in_pool(None, || match self {
            WriteFormat::Gpm => graph.save(path),
            WriteFormat::EdgeList => write_edge_list(graph, path),
            WriteFormat::Labelled => write_labelled(graph, path),
            #[cfg(feature = "formats")]
            WriteFormat::GraphMl => write_graphml(graph, None, path),
            #[cfg(feature = "formats")]
            WriteFormat::Gexf => write_gexf(graph, path),
            WriteFormat::Sif => write_sif(graph, path),
        })
    }

    /// The same to any writer, uncompressed.
    ///
    /// # Errors
    /// Those of the writer; what [`WriteFormat::flaw`] says as invalid input.
    pub fn write_to(self, graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
        match self {
            WriteFormat::Gpm => graph.save_to(out),
            WriteFormat::EdgeList => write_edge_list_to(graph, out),
            WriteFormat::Labelled => write_labelled_to(graph, out),
            #[cfg(feature = "formats")]
            WriteFormat::GraphMl => write_graphml_to(graph, None, out),
            #[cfg(feature = "formats")]
            WriteFormat::Gexf => write_gexf_to(graph, out),
            WriteFormat::Sif => write_sif_to(graph, out),
        }
    }
}
