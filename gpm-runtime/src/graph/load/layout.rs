//! Which columns of an edge list are ids and labels, and whether its first record is a head of column names.
//!
//! The principle: evidence decides, never a guess. *For* a head speak names that only heads have (`source,target`), an empty
//! name above the numbers of rows, and a word above a column of numbers. *Against* it speak a number in the first record, an
//! id that is no name of a column (`TP53`, `a@b.org`), single letters above single letters, and, where nothing else says that
//! it is a head, an id of it that occurs again below. If both speak, or neither does, the file is refused, and the caller
//! says `--header yes|no`. Integers above integers are an edge. So a file of names without a head is read as it is, but for
//! one whose first edge is two plain words that never occur again: that edge may be `customer,merchant`.
//!
//! Under a head the columns are found by their names. Under unknown names they are the first two, if the others can be no
//! ids. Without a head the first two of at most four columns are the ids.

use super::LoadOptions;
use super::column_names::{Ends, ends, may_be_name};
use super::dialect::{Dialect, EDGE_LINE};
use super::fields::{Field, filled};
use super::named_columns::{NamedColumns, Undecided};
use super::numbers::is_plain_integer;
use super::sample::Sample;
use super::scan::{Refusal, ScanError, count_lines};
use super::suspects;
use crate::graph::GraphError;

/// How many fields a record has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// As many as the head; empty ones may follow.
    Head(usize),
    /// As many as the first record, without empty ones at the end.
    Even(usize),
    /// Enough for the columns asked for.
    Any,
}

/// What the first record is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum First {
    /// An edge.
    Edge,
    /// Names of columns.
    Head,
    /// Names of columns, unless one of these ids occurs below: then it cannot be told.
    HeadUnless([String; 2]),
    /// An edge if one of these ids occurs below; otherwise it cannot be told.
    EdgeIf([String; 2]),
}

/// How the records of an edge list are read.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) dialect: Dialect,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: Option<usize>,
    /// Gephi's column `Type`: `Directed` or `Undirected`.
    pub(super) direction: Option<usize>,
    pub(super) width: Width,
    /// Names of columns; empty if the file has none.
    pub(super) names: Vec<String>,
    pub(super) first: First,
    /// Byte at which the first record begins, and at which the records begin that are edges for certain.
    pub(super) start: usize,
    pub(super) body: usize,
}

/// Decides the layout of `text`.
///
/// # Errors
/// [`GraphError::Unclear`] for what can be read in two ways, [`GraphError::Empty`] for a head without edges.
pub(super) fn decide(name: &str, text: &[u8], dialect: Dialect, options: &LoadOptions) -> Result<Layout, GraphError> {
    let sample = Sample::read(text, dialect.delimiter).map_err(|error| error.locate(name, text))?;
    let Some(sample) = sample else { return Err(GraphError::Empty { path: name.to_owned() }) };
    Judge { name, text, dialect, options, sample }.layout()
}

/// What the layout is decided from.
struct Judge<'a> {
    name: &'a str,
    text: &'a [u8],
    dialect: Dialect,
    options: &'a LoadOptions,
    sample: Sample<'a>,
}

const HEADER: &str = "say `--header yes` if it names the columns, `--header no` if it is an edge";

impl Judge<'_> {
    fn layout(&self) -> Result<Layout, GraphError> {
        if self.options.columns.is_none()
            && let Some(suspect) = suspects::of_names(&self.sample)
        {
            return Err(self.unclear(suspect.what.to_owned(), suspect.remedy));
        }
        let asked = |names: &[String]| self.has_asked(names);
        let comment_names = self.sample.comment_names(self.dialect, asked);
        match (self.options.header, comment_names) {
            (Some(true), _) => self.with_head(First::Head),
            (Some(false), names) => self.without_head(names.unwrap_or_default(), First::Edge),
            (None, Some(names)) => self.without_head(names, First::Edge),
            (None, None) => self.by_evidence(),
        }
    }

    /// Whether columns are asked for by name, and these names are there.
    fn has_asked(&self, names: &[String]) -> bool {
        let columns = self.options.columns.as_ref().filter(|columns| columns.has_names());
        columns.is_some_and(|columns| columns.all().all(|column| column.place(names).is_some()))
    }

    fn by_evidence(&self) -> Result<Layout, GraphError> {
        let sample = &self.sample;
        let names = sample.head_names();
        if sample.has_index() || self.has_asked(&names) {
            return self.with_head(First::Head);
        }
        if let Some(asked) = self.options.columns.as_ref().filter(|columns| columns.has_names()) {
            return Err(self.undecided(self.columns(&names).no_such_column(asked)));
        }
        let found = ends(&names);
        let asked = self
            .options
            .columns
            .as_ref()
            .and_then(|columns| Some([columns.from.place(&names)?, columns.to.place(&names)?]));
        let ids = asked.unwrap_or_else(|| found.first().map_or([0, 1], |ends| [ends.from, ends.to]));
        let is_known = found.iter().any(|ends| ends.is_certain && !self.repeats_stem(ends));
        let is_above_values = sample.has_word_above_values(ids);
        let speaks_for = is_known || is_above_values || sample.has_words_above_ids(ids);
        let is_name = |id: usize| names.get(id).is_some_and(|name| may_be_name(name));
        let speaks_against = sample.has_number_first()
            || (!is_known && !ids.iter().all(|&id| is_name(id)))
            || (!is_above_values && sample.has_letters_only(ids));
        let words = || ids.map(|id| names.get(id).cloned().unwrap_or_default());
        match (speaks_for, speaks_against) {
            (true, false) if sample.rows.is_empty() => Err(GraphError::Empty { path: self.name.to_owned() }),
            (true, false) => self.with_head(First::HeadUnless(words())),
            (true, true) => Err(unclear_head(self.name, self.text, sample.start, sample.record)),
            (false, false) if !sample.rows.is_empty() => self.without_head(Vec::new(), First::EdgeIf(words())),
            (false, _) => self.without_head(Vec::new(), First::Edge),
        }
    }

    fn repeats_stem(&self, ends: &Ends) -> bool {
        ends.stem.as_ref().is_some_and(|stem| self.sample.repeats(stem, [ends.from, ends.to]))
    }

    /// The layout if the first record names the columns.
    fn with_head(&self, first: First) -> Result<Layout, GraphError> {
        let names = self.sample.head_names();
        let [from, to] = self.named_ends(&names)?;
        self.check_rows(&names)?;
        let width = Width::Head(names.len());
        self.finish(Layout { from, to, names, width, first, ..self.blank() })
    }

    /// The layout if the first record is an edge, or may be one.
    fn without_head(&self, names: Vec<String>, first: First) -> Result<Layout, GraphError> {
        let num_fields = filled(&self.sample.first);
        let [from, to] = match (&self.options.columns, names.is_empty()) {
            (None, true) => [0, 1],
            _ => self.named_ends(&names)?,
        };
        let width = match (&self.options.columns, names.len()) {
            (None, 0) => Width::Even(num_fields),
            (Some(_), 0) => Width::Any,
            (_, named) => Width::Head(named),
        };
        if let Width::Even(width) = width {
            let too_many = |expected| ScanError::of(self.text, self.sample.record, Refusal::Expected(expected));
            if width > 4 {
                return Err(too_many(EDGE_LINE).locate(self.name, self.text));
            }
            if let Some(suspect) = suspects::of_columns(&self.sample) {
                return Err(self.unclear(suspect.what.to_owned(), suspect.remedy));
            }
        }
        self.finish(Layout { from, to, names, width, first, ..self.blank() })
    }

    fn blank(&self) -> Layout {
        Layout {
            dialect: self.dialect,
            from: 0,
            to: 1,
            label: None,
            direction: None,
            width: Width::Any,
            names: Vec::new(),
            first: First::Edge,
            start: self.sample.start,
            body: self.sample.start,
        }
    }

    /// Finds the columns of labels and directions, and where the edges begin.
    fn finish(&self, mut layout: Layout) -> Result<Layout, GraphError> {
        if layout.first != First::Edge {
            layout.body = self.sample.after;
        }
        layout.direction = self.direction(&layout);
        layout.label = self.label(&layout)?;
        Ok(layout)
    }

    /// The columns, as [`NamedColumns`] decides of them.
    fn columns<'n>(&'n self, names: &'n [String]) -> NamedColumns<'n> {
        let width = names.len().max(self.sample.first.len());
        NamedColumns { names, width, asked: self.options.columns.as_ref() }
    }

    /// The ends of an edge in named columns; the first column may count the rows if it has no name.
    fn named_ends(&self, names: &[String]) -> Result<[usize; 2], GraphError> {
        let skip = usize::from(names.first().is_some_and(String::is_empty) && self.sample.is_counting(0));
        self.columns(names).ends(skip, |column| self.has_values(column)).map_err(|what| self.undecided(what))
    }

    /// Whether a column has values that are no ids, as `0.5` or `2025-01-31`.
    fn has_values(&self, column: usize) -> bool {
        let mut fields = self.sample.column(column).map(Field::shown).peekable();
        let is_value = |text: &String| super::numbers::begins_like_number(text.as_bytes()) && !is_plain_integer(text);
        fields.peek().is_none() || fields.any(|text| is_value(&text))
    }

    /// Gephi's column `Type`.
    fn direction(&self, layout: &Layout) -> Option<usize> {
        let column = self.sample.column_of_directions(&layout.names)?;
        let is_asked = self
            .options
            .columns
            .as_ref()
            .is_some_and(|columns| columns.all().any(|asked| asked.place(&layout.names) == Some(column)));
        (!is_asked).then_some(column)
    }

    /// The column of edge labels.
    fn label(&self, layout: &Layout) -> Result<Option<usize>, GraphError> {
        let taken: Vec<usize> = [layout.from, layout.to].into_iter().chain(layout.direction).collect();
        let found = self.columns(&layout.names).label(&taken, self.options.edge_labels);
        found.map_err(|what| self.undecided(what))
    }

    /// Refuses rows with more fields than the head.
    fn check_rows(&self, names: &[String]) -> Result<(), GraphError> {
        match names.len() {
            0 | 1 => {
                Err(ScanError::of(self.text, self.sample.record, Refusal::Expected(EDGE_LINE))
                    .locate(self.name, self.text))
            }
            _ => Ok(()),
        }
    }

    fn undecided(&self, Undecided { what, remedy }: Undecided) -> GraphError {
        self.unclear(what, remedy)
    }

    fn unclear(&self, what: String, remedy: &'static str) -> GraphError {
        let line = 1 + count_lines(&self.text[..self.sample.start]);
        GraphError::Unclear { path: self.name.to_owned(), line, what, remedy }
    }
}

/// The refusal of a first record that may be a head or an edge.
pub(super) fn unclear_head(name: &str, text: &[u8], start: usize, record: &[u8]) -> GraphError {
    let line = 1 + count_lines(&text[..start]);
    let shown = crate::graph::words::shorten(record.trim_ascii());
    let what = format!("`{shown}` may be a head or an edge");
    GraphError::Unclear { path: name.to_owned(), line, what, remedy: HEADER }
}
