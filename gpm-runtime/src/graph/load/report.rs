//! What loading did: counts of what was read and removed, and times.

use std::fmt;
use std::time::Duration;

use super::Format;
use super::listing::{Directions, Listing};
use crate::graph::rows::CleanCounts;
use crate::graph::{Graph, VertexId, counted};

/// What loading read, removed and took. `Display` is the cleaning report shown to people.
///
/// ```
/// use gpm::{LoadOptions, graph::load_bytes};
///
/// let (_, report) = load_bytes("edges", b"1 2\n2 1\n3 3\n", &LoadOptions::default())?;
/// assert_eq!((report.edges, report.loops_removed, report.reverse_duplicates), (1, 1, 1));
/// # Ok::<(), gpm::GraphError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LoadReport {
    /// Format read.
    pub format: Format,
    /// Decompressed text, bytes; 0 for a mapped file.
    pub text_bytes: u64,
    /// Lines of text, comments included.
    pub lines: u64,
    /// Edges listed.
    pub edges_read: u64,
    /// Listed edges from a vertex to itself.
    pub loops_removed: u64,
    /// Listed edges that repeat an earlier one in the same direction.
    pub duplicates_removed: u64,
    /// Undirected edges listed in both directions.
    pub reverse_duplicates: u64,
    /// Edges listed with different labels, of which [`LoadOptions::parallel_labels`](super::LoadOptions::parallel_labels) kept one.
    pub conflicting_labels: u64,
    /// Lines whose columns beyond the ids (and the label, if read) were ignored.
    pub ignored_columns: u64,
    /// Those columns, by name, or by number counted from 1 if they have none.
    pub ignored_names: Vec<String>,
    /// A first line of column names was skipped.
    pub header_skipped: bool,
    /// Names of the columns of the ids.
    pub ends: Option<[String; 2]>,
    /// Lines below the first edge, or the head line, that begin with `#` or `%` and were passed over as comments.
    pub comments: u64,
    /// What the file says about the directions of its edges.
    pub directions: Option<Directions>,
    /// Edges were read with their directions.
    pub is_directed: bool,
    /// Vertices of the graph.
    pub vertices: u64,
    /// Edges of the graph; arcs if directed.
    pub edges: u64,
    /// Vertices without a neighbour. Counted for text only.
    pub isolated: u64,
    /// What was read in another way than the file may mean it, or ignored, beyond the counts above.
    pub notes: Vec<String>,
    /// Time of each phase.
    pub times: PhaseTimes,
}

/// Wall time of each phase of loading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PhaseTimes {
    /// Opening, mapping and decompressing.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::seconds"))]
    pub read: Duration,
    /// Text to edges.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::seconds"))]
    pub parse: Duration,
    /// Edges to clean rows.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::seconds"))]
    pub clean: Duration,
    /// Relabelling.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::seconds"))]
    pub order: Duration,
}

impl PhaseTimes {
    /// All phases.
    pub fn total(&self) -> Duration {
        self.read + self.parse + self.clean + self.order
    }
}

/// What is said of comments among data, which may be data themselves.
pub(crate) const COMMENT: &str = "line below the first that begins with `#` or `%` is a comment, and not read";
pub(crate) const COMMENTS: &str = "lines below the first that begin with `#` or `%` are comments, and not read";

impl LoadReport {
    pub(super) fn new(format: Format, text_bytes: u64) -> Self {
        Self {
            format,
            text_bytes,
            lines: 0,
            edges_read: 0,
            loops_removed: 0,
            duplicates_removed: 0,
            reverse_duplicates: 0,
            conflicting_labels: 0,
            ignored_columns: 0,
            ignored_names: Vec::new(),
            header_skipped: false,
            ends: None,
            directions: None,
            is_directed: false,
            comments: 0,
            vertices: 0,
            edges: 0,
            isolated: 0,
            notes: Vec::new(),
            times: PhaseTimes::default(),
        }
    }

    pub(super) fn read_listing(&mut self, listing: &Listing) {
        self.lines = listing.lines;
        self.edges_read = listing.edges_read;
        self.ignored_columns = listing.ignored_columns;
        self.header_skipped = listing.header_skipped;
        self.ignored_names = listing.notes.ignored.clone();
        self.ends = listing.notes.ends.clone();
        self.directions = listing.notes.directions;
        self.notes = listing.notes.further.clone();
        self.comments = listing.notes.comments;
    }

    pub(super) fn read_counts(&mut self, counts: CleanCounts) {
        self.loops_removed = counts.loops;
        self.duplicates_removed = counts.duplicates;
        self.reverse_duplicates = counts.reverse_duplicates;
        self.conflicting_labels = counts.conflicting_labels;
    }

    pub(super) fn read_graph(&mut self, graph: &Graph) {
        self.vertices = graph.num_vertices() as u64;
        self.edges = graph.num_edges();
        self.is_directed = graph.is_directed();
        let is_isolated = |&v: &VertexId| graph.out().degree(v) == 0 && graph.incoming().degree(v) == 0;
        self.isolated = (0..self.vertices).map(|v| v as VertexId).filter(is_isolated).count() as u64;
    }
}

impl LoadReport {
    /// Which columns are ids, and which are not read.
    fn write_columns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some([from, to]) = &self.ends {
            write!(f, "\nedges from column `{from}` to column `{to}`")?;
        }
        if self.header_skipped {
            write!(f, "\nfirst line read as names of columns")?;
        }
        match self.ignored_names.as_slice() {
            [] => Ok(()),
            [name] => write!(f, "\ncolumn `{name}` ignored"),
            names => write!(f, "\ncolumns `{}` ignored", names.join("`, `")),
        }
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, vertices, edges, times, .. } = self;
        let (vertices, edges) = (counted(*vertices, "vertex", "vertices"), counted(*edges, "edge", "edges"));
        write!(f, "{}: {vertices}, {edges} in {:.3} s", format.name(), times.total().as_secs_f64())?;
        if *format == Format::Binary {
            return Ok(());
        }
        let PhaseTimes { read, parse, clean, order } = times;
        let [read, parse, clean, order] = [read, parse, clean, order].map(Duration::as_secs_f64);
        write!(f, " (read {read:.3}, parse {parse:.3}, clean {clean:.3}, order {order:.3})")?;
        let (read, lines) = (counted(self.edges_read, "edge", "edges"), counted(self.lines, "line", "lines"));
        write!(f, "\nread {read} from {lines}")?;
        let notes = [
            (self.loops_removed, "loop removed", "loops removed"),
            (self.duplicates_removed, "duplicate edge removed", "duplicate edges removed"),
            (
                self.reverse_duplicates,
                "edge listed in both directions, kept once",
                "edges listed in both directions, kept once",
            ),
            (
                self.conflicting_labels,
                "edge listed with different labels, one kept as asked",
                "edges listed with different labels, one kept each as asked",
            ),
            (
                if self.ignored_names.is_empty() { self.ignored_columns } else { 0 },
                "line with further columns, ignored",
                "lines with further columns, ignored",
            ),
            (self.comments, COMMENT, COMMENTS),
            (self.isolated, "vertex without a neighbour, kept", "vertices without a neighbour, kept"),
        ];
        let found = notes.iter().filter(|(count, ..)| *count > 0);
        found.map(|(count, one, many)| counted(*count, one, many)).try_for_each(|note| write!(f, "\n{note}"))?;
        self.notes.iter().try_for_each(|note| write!(f, "\n{note}"))?;
        self.write_columns(f)?;
        match (self.directions, self.is_directed) {
            (Some(Directions::Undirected), true) => write!(f, "\nundirected by the file: each edge is two arcs"),
            (Some(Directions::Mixed), true) => write!(f, "\npartly undirected by the file: such an edge is two arcs"),
            (Some(Directions::Directed | Directions::Mixed), false) => {
                write!(f, "\ndirected by the file, read without directions: `--directed` keeps them")
            }
            _ => Ok(()),
        }
    }
}
