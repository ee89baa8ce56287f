//! The part of a graph that matches cover, as a file for programs that draw graphs: each vertex and edge with the number of matches it is part of.

use std::io;
use std::path::{Path, PathBuf};

use gpm::graph::write::{Covered, write_graphml_to, xml_flaw};
use gpm::pattern::EdgeKind;
use gpm::{Graph, Pattern, VertexId};

use crate::process::Failure;
use crate::rows::{OutputArgs, PackedFile, Packing};

/// Matches on their way into such a file. Memory: 8 bytes for each vertex and each end of an edge.
pub(crate) struct MatchGraph<'g> {
    graph: &'g Graph,
    covered: Covered,
    /// Of the pattern, by its vertices, and whether an edge of the graph may be there in either direction.
    edges: Vec<(usize, usize, bool)>,
    file: PackedFile,
}

impl<'g> MatchGraph<'g> {
    /// Whether such a file is asked for, by its name.
    pub(crate) fn is_meant(output: &OutputArgs) -> bool {
        let inner = output.file().map(|path| Packing::of_path(path).1);
        inner.as_deref().and_then(Path::extension).is_some_and(|ending| ending.eq_ignore_ascii_case("graphml"))
    }

    /// Begins the file.
    pub(crate) fn start(graph: &'g Graph, pattern: &Pattern, output: &OutputArgs) -> Result<Self, Failure> {
        if output.has_format() {
            return Err(Failure::input("a .graphml file holds a graph and no rows: leave out --to"));
        }
        if let Some(flaw) = xml_flaw(graph) {
            return Err(Failure::input(flaw));
        }
        let edge = |edge: gpm::pattern::PatternEdge| (edge.from, edge.to, edge.kind == EdgeKind::Undirected);
        let edges = pattern.edges().map(edge).collect();
        Ok(Self { graph, covered: Covered::new(graph), edges, file: output.create()? })
    }

    /// Takes a match, which is given by pattern vertex.
    pub(crate) fn push(&mut self, found: &[VertexId]) {
        let (mut vertices, mut edges) = (found.to_vec(), Vec::new());
        for &(from, to, is_either) in &self.edges {
            let ends = (found[from], found[to]);
            edges.push(ends);
            // An undirected graph has one edge for both.
            if is_either && self.graph.is_directed() {
                edges.push((ends.1, ends.0));
            }
        }
        // Vertices of homomorphisms may coincide.
        vertices.sort_unstable();
        vertices.dedup();
        if !self.graph.is_directed() {
            edges.iter_mut().for_each(|(u, v)| (*u, *v) = ((*u).min(*v), (*u).max(*v)));
        }
        edges.sort_unstable();
        edges.dedup();
        self.covered.add(self.graph, &vertices, &edges);
    }

    /// Writes the file.
    pub(crate) fn keep(mut self, is_complete: bool) -> Result<Option<PathBuf>, Failure> {
        let mut out = Out { file: &mut self.file, failure: None };
        let written = write_graphml_to(self.graph, Some(&self.covered), &mut out);
        match (out.failure, written) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => Err(Failure::write("the graph of matches", error)),
            (None, Ok(())) => self.file.keep(is_complete),
        }
    }
}

/// A file of rows for text that is none; it remembers what went wrong.
struct Out<'a> {
    file: &'a mut PackedFile,
    failure: Option<Failure>,
}

impl io::Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.file.write_rows(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(failure) => {
                self.failure = Some(failure);
                Err(io::Error::other("the file takes no more"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
