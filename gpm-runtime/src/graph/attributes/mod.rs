//! Attributes: named columns of numbers on the vertices and edges of a graph, from memory or from tables.
//!
//! Columns come beside the graph at run time; `.gpm` files do not hold them.

mod cells;
mod column;
mod missing;
mod combine;
mod directory;
mod edge_rows;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_kinds;
mod report;
mod table;
mod text;

use std::path::Path;

use super::load::{EdgeColumns, NamedColumns, Source, Undecided};
use super::order::inverse;
use super::{Graph, GraphError, OriginalId, VertexId};

use directory::Directory;
use edge_rows::EdgeRows;

pub use column::Column;
pub use combine::{Aggregate, Aggregation, NoAggregate, TableOptions};
pub(crate) use missing::MISSING;
pub use report::{MixedColumn, SkippedColumn, TableReport};
pub use text::TextColumn;

/// The columns of a graph, by name in the order given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    /// One value a vertex, by internal id.
    pub(crate) vertices: Vec<(String, Column)>,
    /// One value an entry of the out rows: an undirected edge has it twice.
    pub(crate) edges: Vec<(String, Column)>,
}

impl Attributes {
    /// The columns of `old` for the same graph under new ids, whose rows `new` has already.
    pub(crate) fn permuted(&self, old: &Graph, new: &Graph, old_of_new: &[VertexId]) -> Attributes {
        let vertices = self
            .vertices
            .iter()
            .map(|(name, column)| (name.clone(), column.picked(old_of_new.iter().map(|&v| v as usize))));
        let mut attributes = Attributes { vertices: vertices.collect(), edges: Vec::new() };
        if !self.edges.is_empty() {
            let places = old_places(old, new, old_of_new);
            let edges = self.edges.iter().map(|(name, column)| (name.clone(), column.picked(places.iter().copied())));
            attributes.edges = edges.collect();
        }
        attributes
    }
}

fn find<'a>(columns: &'a [(String, Column)], name: &str) -> Option<&'a Column> {
    columns.iter().find(|(known, _)| known == name).map(|(_, column)| column)
}

/// For each entry of the new out rows its place in the old ones.
fn old_places(old: &Graph, new: &Graph, old_of_new: &[VertexId]) -> Vec<usize> {
    let new_vertices = 0..old_of_new.len() as VertexId;
    let entries = new_vertices.flat_map(|v| new.out().row(v).iter().map(move |&w| (v, w)));
    let old_vertex = |v: VertexId| old_of_new[v as usize];
    entries.map(|(v, w)| place(old, old_vertex(v), old_vertex(w)).expect("the same edges")).collect()
}

/// The entry of the edge from `u` to `v`, if there is one.
fn place(graph: &Graph, u: VertexId, v: VertexId) -> Option<usize> {
    let start = graph.out().offsets()[u as usize] as usize;
    graph.out().row(u).binary_search(&v).ok().map(|at| start + at)
}

/// What the rows of a table are about.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// Vertices: the first column has their ids.
    Vertices,
    /// Edges, the ids of whose ends may be in columns that the caller chooses.
    Edges(Option<&'a EdgeColumns>),
}

impl Subject<'_> {
    /// How many ids a row has.
    fn num_ids(self) -> usize {
        if matches!(self, Self::Vertices) { 1 } else { 2 }
    }

    /// The columns of the ids among those with these names.
    fn ids(self, names: &[String]) -> Result<Vec<usize>, Undecided> {
        match self {
            Self::Vertices => Ok(vec![0]),
            Self::Edges(asked) => {
                NamedColumns { names, width: names.len(), asked }.ends_of_attributes().map(|ids| ids.to_vec())
            }
        }
    }
}

/// A file with a table.
struct TableFile {
    /// Its name, for messages.
    name: String,
    source: Source,
}

impl TableFile {
    fn open(path: &Path) -> Result<Self, GraphError> {
        Ok(TableFile { name: path.display().to_string(), source: Source::open(path)? })
    }

    /// Whether it is in Parquet, by its content.
    fn is_parquet(&self) -> bool {
        self.source.bytes().starts_with(b"PAR1")
    }
}

impl Graph {
    /// The graph with one more column of vertex attributes: one value a vertex, in ascending order of the original ids
    /// (names in byte order). Cost: O(V), and a sort of the ids.
    ///
    /// ```
    /// let graph = gpm::Graph::from_edges(3, [(0, 1), (1, 2)])?;
    /// let graph = graph.with_vertex_column("weight", vec![2.5, 1.0, 4.0])?.with_vertex_column("age", vec![7_i64, 8, 9])?;
    /// assert_eq!(graph.vertex_column_names().collect::<Vec<_>>(), ["weight", "age"]);
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError::ColumnLength`] for another number of values, [`GraphError::ColumnTwice`] for a name there is already.
    pub fn with_vertex_column(self, name: &str, values: impl Into<Column>) -> Result<Self, GraphError> {
        let values = values.into();
        if values.len() != self.num_vertices() {
            return Err(GraphError::ColumnLength {
                column: name.to_owned(),
                values: values.len() as u64,
                wanted: self.num_vertices() as u64,
                what: "vertices",
            });
        }
        let rank = inverse(&self.input_order());
        let column = values.picked(rank.iter().map(|&at| at as usize));
        self.add_vertex_column(name, column)
    }

    /// The graph with one more column of edge attributes: value `i` is that of the edge between (from and to, if directed) the
    /// vertices that the input called `edges[i]`. Edges without a value have none; pairs that are no edge are passed over.
    /// Cost: O(V log V + E log V).
    ///
    /// ```
    /// use gpm::{Engine, Graph};
    ///
    /// let graph = Graph::from_edges(3, [(0, 1), (1, 2)])?.with_edge_column("amount", &[(0, 1), (1, 2)], vec![5_i64, 90])?;
    /// assert_eq!(Engine::auto()?.count(&graph, "a-b where (a-b).amount > 50")?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError::ColumnLength`] for another number of values than edges, [`GraphError::ColumnTwice`] for a name there is
    /// already, [`GraphError::EdgeValues`] for an edge with two different values.
    pub fn with_edge_column(
        self,
        name: &str,
        edges: &[(u64, u64)],
        values: impl Into<Column>,
    ) -> Result<Self, GraphError> {
        let values = values.into();
        if values.len() != edges.len() {
            return Err(GraphError::ColumnLength {
                column: name.to_owned(),
                values: values.len() as u64,
                wanted: edges.len() as u64,
                what: "edges",
            });
        }
        let directory = Directory::new(&self);
        let vertex = |id| directory.vertex(OriginalId::Integer(id));
        let ends: Vec<Option<(VertexId, VertexId)>> = edges.iter().map(|&(u, v)| vertex(u).zip(vertex(v))).collect();
        drop(directory);
        let mut rows = EdgeRows::new(&self, name, &[(name, values.missing(0))], &[])?;
        rows.add(&ends, std::slice::from_ref(&values));
        let columns = rows.finish()?;
        self.add_edge_columns(columns)
    }

    /// The graph with the columns of a table of vertices: a head line of names, then one line a vertex, whose original id
    /// is the first field. Fields are separated by commas or, if the head line has one, by tabs, and may be quoted; the file
    /// may be compressed. A column of integers holds integers, any other column of numbers holds floats, and columns of ISO 8601
    /// dates, times (with seconds) or timestamps hold these. Any other column is text; the report says what it took each for. An
    /// empty field is a missing value. Vertices that the graph does not have are passed over and counted.
    ///
    /// A Parquet file, known by its content, is read with the feature `parquet`: batch by batch, so that memory grows with the
    /// graph and not with the file. The first column has the ids. Booleans are 0 and 1, nulls missing values.
    ///
    /// # Errors
    /// See [`GraphError`].
    pub fn with_vertex_table(self, path: impl AsRef<Path>) -> Result<(Self, TableReport), GraphError> {
        let file = TableFile::open(path.as_ref())?;
        #[cfg(feature = "parquet")]
        if file.is_parquet() {
            return parquet::vertices(self, file);
        }
        table::vertices(self, &file)
    }

    /// As [`Graph::with_vertex_table`], for a table of edges: the ids of the ends are the first two columns, or two columns with
    /// common names for them, such as `source` and `target`. In an undirected graph their order does not matter. The table may be
    /// the file that the graph was loaded from.
    ///
    /// # Errors
    /// See [`GraphError`]; [`GraphError::EdgeValues`] for rows about one edge that differ.
    pub fn with_edge_table(self, path: impl AsRef<Path>) -> Result<(Self, TableReport), GraphError> {
        self.with_edge_table_combined(path, &TableOptions::default())
    }

    /// As [`Graph::with_edge_table`], with several rows about one edge combined as `options` say. Columns that are not to be
    /// combined must be the same in all rows of an edge.
    ///
    /// # Errors
    /// See [`GraphError`]; [`GraphError::EdgeValues`] names the columns that differ and are not combined.
    pub fn with_edge_table_combined(
        self,
        path: impl AsRef<Path>,
        options: &TableOptions,
    ) -> Result<(Self, TableReport), GraphError> {
        let file = TableFile::open(path.as_ref())?;
        #[cfg(feature = "parquet")]
        if file.is_parquet() {
            return parquet::edges(self, file, options);
        }
        table::edges(self, &file, options)
    }

    /// The vertex column of this name: one value a vertex, by internal id.
    pub fn vertex_column(&self, name: &str) -> Option<&Column> {
        find(&self.attributes.vertices, name)
    }

    /// The edge column of this name: one value an entry of the out rows, so that an undirected edge has it twice.
    pub fn edge_column(&self, name: &str) -> Option<&Column> {
        find(&self.attributes.edges, name)
    }

    /// Where the edge between (from and to, if directed) two vertices stands in an edge column; `None` if it is no edge.
    /// Cost: O(log degree).
    pub fn edge_entry(&self, u: VertexId, v: VertexId) -> Option<usize> {
        place(self, u, v)
    }

    /// Names of the vertex columns.
    pub fn vertex_column_names(&self) -> impl Iterator<Item = &str> {
        self.attributes.vertices.iter().map(|(name, _)| name.as_str())
    }

    /// Names of the edge columns.
    pub fn edge_column_names(&self) -> impl Iterator<Item = &str> {
        self.attributes.edges.iter().map(|(name, _)| name.as_str())
    }

    /// The text that a code stands for in some column.
    pub(crate) fn text_with_code(&self, code: i64) -> Option<&str> {
        self.text_columns().find_map(|column| column.text(code))
    }

    fn text_columns(&self) -> impl Iterator<Item = &TextColumn> {
        let Attributes { vertices, edges } = &self.attributes;
        vertices.iter().chain(edges).filter_map(|(_, column)| match column {
            Column::Text(text) => Some(text),
            Column::Integers(_) | Column::Floats(_) | Column::Moments(..) => None,
        })
    }

    /// Says if two texts would be taken for one.
    fn check_text(&self, column: &Column) -> Result<(), GraphError> {
        let Column::Text(text) = column else { return Ok(()) };
        match text.clash(self.text_columns()) {
            Some(texts) => {
                let [first, second] = texts.map(str::to_owned);
                Err(GraphError::SameCode { first, second })
            }
            None => Ok(()),
        }
    }

    /// Adds a column by internal id.
    fn add_vertex_column(mut self, name: &str, column: Column) -> Result<Self, GraphError> {
        self.check_text(&column)?;
        add(&mut self.attributes.vertices, name, column, "vertices")?;
        self.renew_id();
        Ok(self)
    }

    /// Adds columns parallel to the out rows.
    fn add_edge_columns(mut self, columns: Vec<(String, Column)>) -> Result<Self, GraphError> {
        for (name, column) in columns {
            self.check_text(&column)?;
            add(&mut self.attributes.edges, &name, column, "edges")?;
        }
        self.renew_id();
        Ok(self)
    }
}

fn add(columns: &mut Vec<(String, Column)>, name: &str, column: Column, what: &'static str) -> Result<(), GraphError> {
    if find(columns, name).is_some() {
        return Err(GraphError::ColumnTwice { column: name.to_owned(), what });
    }
    columns.push((name.to_owned(), column));
    Ok(())
}
