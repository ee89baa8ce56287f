//! Attributes: named columns of numbers on the vertices and edges of a graph, from memory or from tables.

mod cells;
mod column;
mod missing;
mod combine;
mod directory;
mod edge_rows;
mod labels;
mod listed;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_kinds;
#[cfg(feature = "parquet")]
mod parquet_rows;
mod report;
mod table;
mod record_rows;
mod text;
mod totals;
mod wide;
mod written;

use std::path::Path;

use super::load::{EdgeColumns, Source};
use super::order::inverse;
use super::{Graph, GraphError, OriginalId, VertexId};

pub(crate) use directory::Directory;
use edge_rows::{EdgeRows, Finished, Way};
use labels::LabelColumns;

pub use column::Column;
pub use combine::{Aggregate, Aggregation, NoAggregate, TableOptions};
pub(crate) use missing::MISSING;
pub(in crate::graph) use record_rows::{RecordIds, RecordRows, record_rows};
pub use report::{MixedColumn, SkippedColumn, TableReport};
pub use text::TextColumn;
pub(crate) use totals::{in_units, mean, nearest};
pub use wide::WideColumn;
pub(crate) use wide::WideValues;

/// The columns of a graph, by name in the order given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    /// One value a vertex, by internal id.
    pub(crate) vertices: Vec<(String, Column)>,
    /// One value an entry of the out rows: an undirected edge has it twice.
    pub(crate) edges: Vec<(String, Column)>,
    /// Each edge is two arcs, as its file knows no directions: rows that do not say otherwise are about both.
    pub(crate) is_two_way: bool,
    /// Columns of tables that are none of the graph.
    left_out: Vec<LeftOut>,
    /// How many of the first columns of vertices, and of edges, are of the file of the graph: a table may replace them.
    own: [usize; 2],
    /// Labels, where they are read as an attribute.
    labels: LabelColumns,
    /// The ids of records, if some vertices are such.
    pub(in crate::graph) records: Option<RecordIds>,
}

/// A column that a table has and the graph has not.
#[derive(Clone, Debug)]
struct LeftOut {
    name: String,
    of_edges: bool,
    why: String,
}

impl Attributes {
    /// Says that the columns so far are of the file of the graph.
    fn are_own(&mut self) {
        self.own = [self.vertices.len(), self.edges.len()];
    }

    /// The columns of vertices or of edges, how many are of the file, and what they are about.
    fn all_mut(&mut self, of_edges: bool) -> (&mut Vec<(String, Column)>, &mut usize, &'static str) {
        let [of_vertices, of_all_edges] = &mut self.own;
        match of_edges {
            false => (&mut self.vertices, of_vertices, "vertices"),
            true => (&mut self.edges, of_all_edges, "edges"),
        }
    }

    /// Those that the file of a graph has.
    pub(crate) fn of_file(vertices: Vec<(String, Column)>, edges: Vec<(String, Column)>) -> Attributes {
        let own = [vertices.len(), edges.len()];
        Attributes { vertices, edges, own, ..Attributes::default() }
    }

    /// The columns of `old` for the same graph under new ids, whose rows `new` has already.
    pub(crate) fn permuted(&self, old: &Graph, new: &Graph, old_of_new: &[VertexId]) -> Attributes {
        let picked = |column: &Column| column.picked(old_of_new.iter().map(|&v| v as usize));
        let vertices = self.vertices.iter().map(|(name, column)| (name.clone(), picked(column))).collect();
        let (left_out, is_two_way, own) = (self.left_out.clone(), self.is_two_way, self.own);
        let mut attributes = Attributes { vertices, is_two_way, left_out, own, ..Attributes::default() };
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
    /// Adds a column of vertex attributes: one value a vertex, in ascending order of the original ids (names in byte order). Cost: O(V), and a sort of the ids.
    ///
    /// ```
    /// let mut graph = gpm::Graph::from_edges(3, [(0, 1), (1, 2)])?;
    /// graph.add_vertex_column("weight", vec![2.5, 1.0, 4.0])?;
    /// graph.add_vertex_column("age", vec![7_i64, 8, 9])?;
    /// assert_eq!(graph.vertex_column_names().collect::<Vec<_>>(), ["weight", "age"]);
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError::ColumnLength`] for another number of values, [`GraphError::ColumnTwice`] for a name there is already. The graph
    /// stays as it was.
    pub fn add_vertex_column(&mut self, name: &str, values: impl Into<Column>) -> Result<(), GraphError> {
        let values = values.into();
        if values.len() != self.num_vertices() {
            return Err(GraphError::ColumnLength {
                column: name.to_owned(),
                values: values.len() as u64,
                wanted: self.num_vertices() as u64,
                what: "vertices",
            });
        }
        self.add_vertex_values(name, &values, inverse(&self.input_order()).iter().map(|&at| at as usize))
    }

    /// The same with the place of each vertex's value, by internal id.
    pub(in crate::graph) fn add_vertex_values(
        &mut self,
        name: &str,
        values: &Column,
        places: impl Iterator<Item = usize>,
    ) -> Result<(), GraphError> {
        self.keep_vertex_columns(vec![(name.to_owned(), values.picked(places))])
    }

    /// Adds a column of edge attributes: value `i` is that of the edge between (from and to, if directed) the
    /// vertices that the input called `edges[i]`. Edges without a value have none; pairs that are no edge are passed over. Cost: O(V log V + E log V).
    ///
    /// ```
    /// use gpm::{Engine, Graph};
    ///
    /// let mut graph = Graph::from_edges(3, [(0, 1), (1, 2)])?;
    /// graph.add_edge_column("amount", &[(0, 1), (1, 2)], vec![5_i64, 90])?;
    /// assert_eq!(Engine::auto()?.count(&graph, "a-b where (a-b).amount > 50")?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError::ColumnLength`] for another number of values than edges, [`GraphError::ColumnTwice`] for a name there is
    /// already, [`GraphError::EdgeValues`] for an edge with two different values. The graph stays as it was.
    pub fn add_edge_column(
        &mut self,
        name: &str,
        edges: &[(u64, u64)],
        values: impl Into<Column>,
    ) -> Result<(), GraphError> {
        let values = values.into();
        if values.len() != edges.len() {
            return Err(GraphError::ColumnLength {
                column: name.to_owned(),
                values: values.len() as u64,
                wanted: edges.len() as u64,
                what: "edges",
            });
        }
        let directory = Directory::new(self);
        let vertex = |id| directory.vertex(OriginalId::Integer(id));
        let ends: Vec<Option<(VertexId, VertexId)>> = edges.iter().map(|&(u, v)| vertex(u).zip(vertex(v))).collect();
        drop(directory);
        self.add_edge_values(name, &ends, &values)
    }

    /// The same with the ends as vertices, where the graph has them, and as many values.
    pub(in crate::graph) fn add_edge_values(
        &mut self,
        name: &str,
        ends: &[Option<(VertexId, VertexId)>],
        values: &Column,
    ) -> Result<(), GraphError> {
        let mut rows = EdgeRows::new(self, name, &[(name, values.missing(0))], &[])?;
        rows.add(ends, |_| Way::Unsaid, std::slice::from_ref(values));
        let Finished { columns, spoiled } = rows.finish();
        match spoiled.into_iter().next() {
            Some((_, error)) => Err(error),
            None => self.keep_edge_columns(columns),
        }
    }

    /// Adds the columns of a table of vertices: a head line of names, then one line a vertex, whose original id
    /// is the first field. Fields are separated by commas or, if the head line has one, by tabs, and may be quoted; the file
    /// may be compressed. A column of integers holds integers, any other column of numbers holds floats, and columns of ISO 8601
    /// dates, times (with seconds) or timestamps hold these. Any other column is text; the report says what it took each for. An
    /// empty field, and an unquoted `NA` or the like, is a missing value. Vertices that the graph does not have are passed over and
    /// counted. A column with a value that cannot be held is left out; who asks for it is told why.
    ///
    /// A Parquet file, known by its content, is read with the feature `parquet`: batch by batch, so that memory grows with the
    /// graph and not with the file. The first column has the ids. Booleans are 0 and 1, nulls missing values.
    ///
    /// # Errors
    /// See [`GraphError`]. The graph stays as it was.
    pub fn add_vertex_table(&mut self, path: impl AsRef<Path>) -> Result<TableReport, GraphError> {
        let file = TableFile::open(path.as_ref())?;
        #[cfg(feature = "parquet")]
        if file.is_parquet() {
            return parquet::vertices(self, file);
        }
        if let Some(listed) = listed::of_file(&file, self.is_directed())? {
            return listed::vertices(self, &listed);
        }
        table::vertices(self, &file)
    }

    /// As [`Graph::add_vertex_table`], for a table of edges: the ids of the ends are the first two columns, or two columns with
    /// common names for them, such as `source` and `target`. In an undirected graph their order does not matter. The table may be
    /// the file that the graph was loaded from.
    ///
    /// # Errors
    /// See [`GraphError`]. A column in which rows about one edge differ is left out; who asks for it is told why.
    pub fn add_edge_table(&mut self, path: impl AsRef<Path>) -> Result<TableReport, GraphError> {
        self.add_edge_table_combined(path, &TableOptions::default())
    }

    /// As [`Graph::add_edge_table`], with several rows about one edge combined as `options` say. Columns that are not to be
    /// combined must be the same in all rows of an edge, or they are left out.
    ///
    /// # Errors
    /// See [`GraphError`]. The graph stays as it was.
    pub fn add_edge_table_combined(
        &mut self,
        path: impl AsRef<Path>,
        options: &TableOptions,
    ) -> Result<TableReport, GraphError> {
        let file = TableFile::open(path.as_ref())?;
        #[cfg(feature = "parquet")]
        if file.is_parquet() {
            return parquet::edges(self, file, options);
        }
        if let Some(listed) = listed::of_file(&file, self.is_directed())? {
            return listed::edges(self, &file.name, listed, options);
        }
        table::edges(self, &file, options)
    }

    /// The vertex column of this name: one value a vertex, by internal id.
    pub fn vertex_column(&self, name: &str) -> Option<&Column> {
        let labels = || self.attributes.labels.find(name, false, self.vertex_labels(), self.vertex_label_names());
        find(&self.attributes.vertices, name).or_else(labels)
    }

    /// The edge column of this name: one value an entry of the out rows, so that an undirected edge has it twice.
    pub fn edge_column(&self, name: &str) -> Option<&Column> {
        let labels = || self.attributes.labels.find(name, true, self.out().labels(), self.edge_label_names());
        find(&self.attributes.edges, name).or_else(labels)
    }

    /// Where the edge between (from and to, if directed) two vertices stands in an edge column; `None` if it is no edge.
    /// Cost: O(log degree).
    pub fn edge_entry(&self, u: VertexId, v: VertexId) -> Option<usize> {
        place(self, u, v)
    }

    /// Why a column of this name is none of the graph although a table of vertices, or of edges, has it.
    pub fn why_left_out(&self, name: &str, of_edges: bool) -> Option<&str> {
        let is_asked = |column: &&LeftOut| column.of_edges == of_edges && column.name == name;
        self.attributes.left_out.iter().find(is_asked).map(|column| column.why.as_str())
    }

    /// Remembers why columns are none of the graph.
    pub(in crate::graph) fn leave_out(&mut self, skipped: &[SkippedColumn], of_edges: bool) {
        let left_out = |SkippedColumn { name, found }: &SkippedColumn| LeftOut {
            name: name.clone(),
            of_edges,
            why: found.clone(),
        };
        self.attributes.left_out.extend(skipped.iter().map(left_out));
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
        let Attributes { vertices, edges, labels, .. } = &self.attributes;
        let columns = vertices.iter().chain(edges).map(|(_, column)| column).chain(labels.made());
        columns.filter_map(|column| match column {
            Column::Text(text) => Some(text),
            Column::Integers(_) | Column::Wide(_) | Column::Floats(_) | Column::Moments(..) => None,
        })
    }

    /// The values of all columns of integers of more than 64 bits, among which each has its place.
    pub(crate) fn wide_values(&self) -> WideValues {
        let Attributes { vertices, edges, .. } = &self.attributes;
        WideValues::of_all(vertices.iter().chain(edges).filter_map(|(_, column)| match column {
            Column::Wide(wide) => Some(wide),
            Column::Integers(_) | Column::Floats(_) | Column::Text(_) | Column::Moments(..) => None,
        }))
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

    /// Keeps columns by internal id: all or, after an error, none.
    pub(in crate::graph) fn keep_vertex_columns(&mut self, columns: Vec<(String, Column)>) -> Result<(), GraphError> {
        self.keep(columns, false)
    }

    /// The same for columns parallel to the out rows.
    fn keep_edge_columns(&mut self, columns: Vec<(String, Column)>) -> Result<(), GraphError> {
        self.keep(columns, true)
    }

    fn keep(&mut self, columns: Vec<(String, Column)>, of_edges: bool) -> Result<(), GraphError> {
        let before = self.attributes.all_mut(of_edges).0.len();
        for (name, column) in columns {
            let fits = self.check_text(&column);
            let (all, own, what) = self.attributes.all_mut(of_edges);
            let kept = fits.and_then(|()| match find(&all[*own..], &name) {
                Some(_) => Err(GraphError::ColumnTwice { column: name.clone(), what }),
                None => {
                    all.push((name, column));
                    Ok(())
                }
            });
            kept.inspect_err(|_| self.attributes.all_mut(of_edges).0.truncate(before))?;
        }
        let (all, own, _) = self.attributes.all_mut(of_edges);
        let replaced: Vec<usize> = (0..*own).filter(|&at| find(&all[before..], &all[at].0).is_some()).collect();
        *own -= replaced.len();
        replaced.into_iter().rev().for_each(|at| drop(all.remove(at)));
        self.renew_id();
        Ok(())
    }
}
