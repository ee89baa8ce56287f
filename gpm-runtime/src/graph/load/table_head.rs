//! The head of a table of vertices or edges beside a graph: the names of its columns, which of them are ids, and where its rows
//! begin.
//!
//! The principle is that of edge lists (see `layout`), with one evidence more: the graph is known. A table has a head line. A
//! first line that is about the graph is none, unless nothing but a head begins so; then the names may stand in the comment
//! before it. A column without a name, as pandas and R write it before the others, numbers the rows, or is the id where no other
//! column can be. What is left open is refused.

use super::Delimiter;
use super::column_names::{ends, is_attribute, is_vertex_id};
use super::edge_columns::EdgeColumns;
use super::fields::Field;
use super::named_columns::{NamedColumns, Undecided};
use super::sample::Sample;
use super::scan::count_lines;
use crate::graph::GraphError;
use crate::graph::words::shorten;

const HEAD: &str = "write a head line of names, or call the columns otherwise than vertices if it is one; \
    `--header no` gives the columns of GRAPH itself numbers for names";
const ONE_ID: &str = "put the column of ids first and call it `id`";

/// What the rows of a table are about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'a> {
    /// Vertices.
    Vertices,
    /// Edges, the ids of whose ends may be in columns that the caller chooses.
    Edges(Option<&'a EdgeColumns>),
}

/// What tells which columns have ids, beside their names.
pub(crate) struct Evidence<'a> {
    /// A column that has no name of its own: it numbers the rows, or has the ids.
    pub(crate) index: Option<usize>,
    /// Whether the values of a column are vertices of the graph.
    pub(crate) is_known: &'a dyn Fn(usize) -> bool,
}

impl Subject<'_> {
    /// How many ids a row has.
    pub(crate) fn num_ids(self) -> usize {
        if matches!(self, Self::Vertices) { 1 } else { 2 }
    }

    /// The columns of the ids among those with these names.
    pub(crate) fn ids(self, names: &[String], evidence: &Evidence<'_>) -> Result<Vec<usize>, Undecided> {
        match self {
            Self::Vertices => vertex_id(names, evidence).map(|id| vec![id]),
            Self::Edges(asked) => {
                let columns = NamedColumns { names, width: names.len(), asked };
                columns.ends_of_attributes(evidence.index).map(|ids| ids.to_vec())
            }
        }
    }

    /// Whether columns of these names are of such a table for certain.
    fn has_names(self, names: &[String]) -> bool {
        match self {
            Self::Vertices => names.first().is_some_and(|name| is_vertex_id(name)),
            Self::Edges(Some(asked)) if asked.has_names() => asked.all().all(|column| column.place(names).is_some()),
            Self::Edges(_) => !ends(names).is_empty(),
        }
    }
}

/// The column of the ids of vertices.
fn vertex_id(names: &[String], evidence: &Evidence<'_>) -> Result<usize, Undecided> {
    let Evidence { index, is_known } = evidence;
    let is_id = |&column: &usize| is_vertex_id(&names[column]);
    let named: Vec<usize> = (0..names.len()).filter(is_id).collect();
    let undecided = |one: usize, other: usize| {
        let shown = |column: usize| match names[column].as_str() {
            "" => "the column without a name".to_owned(),
            name => format!("`{name}`"),
        };
        let what = format!("the ids of vertices may be in {} or in {}", shown(one), shown(other));
        Err(Undecided { what, remedy: ONE_ID })
    };
    let by_data = |one: usize, other: usize| match (is_known(one), is_known(other)) {
        (true, false) => Ok(one),
        (false, true) => Ok(other),
        _ => undecided(one, other),
    };
    match (*index, named.as_slice()) {
        (None, []) => Ok(0),
        (_, [first, ..]) if *first == 0 => Ok(0),
        (Some(_), [id]) => Ok(*id),
        (None, [id]) => by_data(0, *id),
        (_, [one, other, ..]) => by_data(*one, *other),
        (Some(index), []) => {
            let next = (0..names.len()).find(|&column| column != index).unwrap_or(index);
            match (is_known(index), is_known(next)) {
                _ if names.len() <= 2 => Ok(index),
                (true, false) => Ok(index),
                (false, true) => Ok(next),
                _ if is_attribute(&names[next]) => Ok(index),
                _ => undecided(index, next),
            }
        }
    }
}

/// The head of a table of text.
pub(crate) struct TableHead {
    /// A column without a name has none.
    pub(crate) names: Vec<String>,
    /// The columns of the ids.
    pub(crate) ids: Vec<usize>,
    /// The column that numbers the rows.
    pub(crate) index: Option<usize>,
    /// Gephi's column `Type` of a table of edges.
    pub(crate) direction: Option<usize>,
    /// Byte where the rows begin.
    pub(crate) body: usize,
}

/// A table of text whose head is to be found.
pub(crate) struct TableText<'a> {
    /// Its name, for messages.
    pub(crate) name: &'a str,
    pub(crate) text: &'a [u8],
    pub(crate) delimiter: Delimiter,
    pub(crate) subject: Subject<'a>,
    /// Whether the first line names the columns, if that is told.
    pub(crate) header: Option<bool>,
    /// Whether a text is the id of a vertex of the graph.
    pub(crate) is_vertex: &'a dyn Fn(&[u8]) -> bool,
}

impl TableText<'_> {
    /// Finds the head.
    ///
    /// # Errors
    /// [`GraphError::Unclear`] for what can be read in two ways, [`GraphError::Empty`] for a table without records, others for
    /// wrong quotes and for too few columns.
    pub(crate) fn head(&self) -> Result<TableHead, GraphError> {
        let &TableText { name, text, delimiter, subject, header, .. } = self;
        let sample = Sample::read(text, delimiter).map_err(|error| error.locate(name, text))?;
        let sample = sample.ok_or_else(|| GraphError::Empty { path: name.to_owned() })?;
        let (names, body) = match (header, self.comment_names(&sample)) {
            (Some(false), comment) => {
                let numbers = || (1..=sample.first.len()).map(|column| column.to_string()).collect();
                (comment.unwrap_or_else(numbers), sample.start)
            }
            (None, Some(names)) => (names, sample.start),
            (None, None) if self.is_row(&sample) => {
                let shown = shorten(sample.record.trim_ascii());
                let what = format!("`{shown}` may be a head line, or a line about the graph");
                return Err(self.undecided(&sample, Undecided { what, remedy: HEAD }));
            }
            (None | Some(true), _) => (sample.head_names(), sample.after),
        };
        if names.len() <= subject.num_ids() {
            let expected = match subject {
                Subject::Vertices => "a head line: the id, then names of columns",
                Subject::Edges(_) => "a head line: both ids, then names of columns",
            };
            let (path, line, token) = (name.to_owned(), self.line(&sample), shorten(sample.record.trim_ascii()));
            return Err(GraphError::BadLine { path, line, token, expected });
        }
        let index = names.first().is_some_and(String::is_empty).then_some(0);
        let ids = self.ids(&sample, &names, index).map_err(|what| self.undecided(&sample, what))?;
        if names.len() > sample.first.len() && !ids.iter().all(|&id| self.is_known(&sample, id)) {
            let (path, line, found) = (name.to_owned(), self.line(&sample) + 1, names.len() as u64);
            return Err(GraphError::RowLength { path, line, found, expected: found - 1 });
        }
        let is_of_edges = matches!(subject, Subject::Edges(_));
        let direction = sample.column_of_directions(&names).filter(|column| is_of_edges && !ids.contains(column));
        Ok(TableHead { index: index.filter(|index| !ids.contains(index)), names, ids, direction, body })
    }

    fn ids(&self, sample: &Sample<'_>, names: &[String], index: Option<usize>) -> Result<Vec<usize>, Undecided> {
        self.subject.ids(names, &Evidence { index, is_known: &|column| self.is_known(sample, column) })
    }

    /// Whether the values of a column are vertices of the graph.
    fn is_known(&self, sample: &Sample<'_>, column: usize) -> bool {
        let mut fields = sample.column(column).peekable();
        fields.peek().is_some() && fields.all(|field| (self.is_vertex)(&field.text))
    }

    /// The names in the comment before the first record, if they are those of its columns.
    fn comment_names(&self, sample: &Sample<'_>) -> Option<Vec<String>> {
        let names = sample.comment_fields(self.delimiter)?;
        let is_certain = self.subject.has_names(&names) && !self.subject.has_names(&sample.head_names());
        (is_certain || self.is_row(sample)).then_some(names)
    }

    /// Whether the first record is about the graph, as no head is.
    fn is_row(&self, sample: &Sample<'_>) -> bool {
        let names = sample.head_names();
        if names.first().is_some_and(String::is_empty) {
            return false;
        }
        let ids = self.ids(sample, &names, None).unwrap_or_else(|_| (0..self.subject.num_ids()).collect());
        let is_vertex =
            |column: &usize| sample.first.get(*column).is_some_and(|field: &Field<'_>| (self.is_vertex)(&field.text));
        ids.iter().all(is_vertex)
    }

    fn line(&self, sample: &Sample<'_>) -> u64 {
        1 + count_lines(&self.text[..sample.start])
    }

    fn undecided(&self, sample: &Sample<'_>, Undecided { what, remedy }: Undecided) -> GraphError {
        GraphError::Unclear { path: self.name.to_owned(), line: self.line(sample), what, remedy }
    }
}
