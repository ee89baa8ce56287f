//! The file of `--labels`: one label a line in id order, or a table of ids and labels, as text or in Parquet. A vertex that the
//! file does not label, or with nothing or `NA`, has the empty label.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::column_names::{is_label, is_vertex_id};
use super::dialect::Dialect;
use super::fields::{Records, filled, split};
use super::label_file::{LabelFile, LabelledId, Places};
use super::listing::{Endpoints, Listing};
use super::named_columns::Undecided;
use super::numbers::{is_missing, is_number};
use super::sample::Sample;
use super::scan::{Refusal, ScanError, check_text_start, count_lines, parse_id, parse_name};
use super::source::{Source, decompress};
use super::table_head::{Evidence, Subject};
use super::{Delimiter, intern, is_parquet};
use crate::graph::names::LabelCollector;
use crate::graph::original::OriginalId;
use crate::graph::{GraphError, VertexId};

const LABEL_LINE: &str = "a label line: all lines have one label, or all have `id label`; further columns need a head line, \
    and a label with a sign of its own stands in quotes";
const HEAD: &str = "call its columns `id` and `label` if it is a head line, and put another line first if it is none";
const SIZES: &str = "leave it out if it gives sizes, and put another line first if it gives a label";
const SIGN: &str = "put labels and ids that begin with `#` or `%` in quotes, and comments before the first line";
const LABELS: &str = "call the column of labels `label`, and no other one so";

/// Reads a label file for the graph of `listing`, compressed or not.
pub(super) fn load(path: &Path, listing: &Listing) -> Result<LabelFile, GraphError> {
    let source = Source::open(path)?;
    let (name, known) = (path.display().to_string(), Known::of(listing));
    if is_parquet(source.bytes()) {
        #[cfg(feature = "parquet")]
        return super::parquet_labels::load(name, source, |names, index, may_be_ids| {
            columns(names, &Evidence { index, is_known: &|column| may_be_ids(column, known.names.is_some()) })
        });
        #[cfg(not(feature = "parquet"))]
        return Err(super::unsupported(&name, super::NO_PARQUET));
    }
    let text = decompress(&name, source.bytes())?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    check_text_start(&name, text)?;
    let file = Text { name: &name, text, delimiter: Dialect::of_pairs(text), known: &known }.parse()?;
    file.check_sizes(&known, listing)?;
    Ok(file)
}

/// What is known of the ids of the graph.
struct Known<'a> {
    /// All of them, if they are names.
    names: Option<FxHashSet<&'a str>>,
}

impl<'a> Known<'a> {
    fn of(listing: &'a Listing) -> Self {
        let Endpoints::Named { names, num_names, .. } = &listing.endpoints else { return Known { names: None } };
        let name = |v: u64| match names.get(v as VertexId) {
            OriginalId::Name(name) => Some(name),
            OriginalId::Integer(_) => None,
        };
        Known { names: Some((0..*num_names).filter_map(name).collect()) }
    }

    /// Whether a text is an id of the graph; of integers whether it may be one.
    fn may_be(&self, id: &[u8]) -> bool {
        match &self.names {
            Some(names) => std::str::from_utf8(id).is_ok_and(|id| names.contains(id)),
            None => parse_id(id).is_ok(),
        }
    }
}

/// The columns of ids and labels under these names.
fn columns(names: &[String], evidence: &Evidence<'_>) -> Result<Places, Undecided> {
    if names.len() == 1 {
        return Ok(Places { id: None, label: 0 });
    }
    let id = Subject::Vertices.ids(names, evidence)?[0];
    let is_free = |&column: &usize| column != id && Some(column) != evidence.index && !names[column].is_empty();
    let free: Vec<usize> = (0..names.len()).filter(is_free).collect();
    let named: Vec<usize> = free.iter().copied().filter(|&column| is_label(&names[column])).collect();
    match (free.as_slice(), named.as_slice()) {
        ([label], _) | (_, [label]) => Ok(Places { id: Some(id), label: *label }),
        _ => {
            let shown: Vec<String> = free.iter().take(8).map(|&column| format!("`{}`", names[column])).collect();
            Err(Undecided { what: format!("labels may be in {}", shown.join(", ")), remedy: LABELS })
        }
    }
}

/// How the lines of a text are read.
struct Shape {
    places: Places,
    width: usize,
    /// Byte where the lines begin.
    body: usize,
    /// Whether a line that begins like a comment is data if it has all columns.
    has_signs: bool,
}

struct Text<'a> {
    name: &'a str,
    text: &'a [u8],
    delimiter: Delimiter,
    known: &'a Known<'a>,
}

impl Text<'_> {
    fn shape(&self) -> Result<Shape, GraphError> {
        let &Text { name, text, delimiter, known } = self;
        let sample = Sample::read(text, delimiter).map_err(|error| error.locate(name, text))?;
        let Some(sample) = sample else { return self.shape_of_signs() };
        let at = |what: String, remedy| self.unclear(&text[..sample.start], what, remedy);
        let (mut names, mut body) = (sample.head_names(), sample.after);
        let width = names.len();
        let first = &sample.first[0].text;
        let shown = || crate::graph::words::shorten(sample.record.trim_ascii());
        let is_head = if sample.has_index() {
            true
        } else if width == 1 {
            let is_word = |field: &super::Field<'_>| !is_number(&field.shown());
            let recurs = || sample.column(0).any(|field| field.text == *first);
            let is_above_numbers = is_word(&sample.first[0]) && !sample.column(0).any(is_word);
            !sample.rows.is_empty() && (is_above_numbers || is_label(&names[0]) && !recurs())
        } else {
            let has_labels = names[1..].iter().any(|name| is_label(name));
            let has_names = is_vertex_id(&names[0]) || has_labels;
            let are_ids = !sample.rows.is_empty() && sample.column(0).all(|field| known.may_be(&field.text));
            match (known.may_be(first), known.names.is_some()) {
                (true, true) if is_vertex_id(&names[0]) && has_labels => {
                    return Err(at(format!("`{}` may be a head line or give a label", shown()), HEAD));
                }
                (false, true) if !has_names && are_ids => {
                    return Err(at(format!("`{}` may be a head line or give a label", shown()), HEAD));
                }
                (true, _) => false,
                (false, true) => has_names,
                (false, false) => are_ids || has_names,
            }
        };
        let mut has_names = is_head;
        if !is_head {
            body = sample.start;
            if let Some(comment) = sample.comment_fields(delimiter).filter(|_| width > 2) {
                (names, has_names) = (comment, true);
            }
        }
        let is_known = |column: usize| sample.column(column).all(|field| known.may_be(&field.text));
        let index = names[0].is_empty().then_some(0);
        let places = match (has_names, width) {
            (true, _) => columns(&names, &Evidence { index, is_known: &is_known })
                .map_err(|Undecided { what, remedy }| at(what, remedy))?,
            (false, 1) => Places { id: None, label: 0 },
            (false, 2) => Places { id: Some(0), label: 1 },
            (false, _) => {
                let refused = ScanError::of(text, sample.record.trim_ascii(), Refusal::Expected(LABEL_LINE));
                return Err(refused.locate(name, text));
            }
        };
        let shape = Shape { places, width, body, has_signs: has_names && width > 1 };
        self.check_signs(&shape)?;
        Ok(shape)
    }

    /// The shape of a text of which every line begins like a comment.
    fn shape_of_signs(&self) -> Result<Shape, GraphError> {
        let mut lines = self.text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        let mut fields = Vec::new();
        let width = match lines.next().map(|line| split(line, self.delimiter, &mut fields)) {
            Some(Ok(())) => fields.len(),
            _ => 0,
        };
        let places = match width {
            1 => Places { id: None, label: 0 },
            2 => Places { id: Some(0), label: 1 },
            _ => return Err(GraphError::Empty { path: self.name.to_owned() }),
        };
        Ok(Shape { places, width, body: 0, has_signs: true })
    }

    /// Refuses lines that may be comments or data.
    fn check_signs(&self, shape: &Shape) -> Result<(), GraphError> {
        if shape.has_signs {
            return Ok(());
        }
        let first = Records::new(&self.text[shape.body..], self.delimiter).next().unwrap_or_default();
        let start = (first.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let mut fields = Vec::new();
        for line in self.text.get(start..).unwrap_or_default().split(|&byte| byte == b'\n') {
            let is_comment = matches!(line.trim_ascii_start().first(), Some(b'#' | b'%'));
            if !is_comment || split(line.trim_ascii(), self.delimiter, &mut fields).is_err() {
                continue;
            }
            let may_be_data = fields.len() == shape.width && (shape.width == 1 || self.known.may_be(&fields[0].text));
            if may_be_data {
                let before = &self.text[..line.as_ptr() as usize - self.text.as_ptr() as usize];
                let what =
                    format!("`{}` may be a comment or give a label", crate::graph::words::shorten(line.trim_ascii()));
                return Err(self.unclear(before, what, SIGN));
            }
        }
        Ok(())
    }

    fn parse(&self) -> Result<LabelFile, GraphError> {
        let Shape { places, width, body, has_signs } = self.shape()?;
        let &Text { name, text, delimiter, .. } = self;
        let records = match has_signs {
            true => Records::below_head(&text[body..], delimiter, width),
            false => Records::new(&text[body..], delimiter),
        };
        let mut file = LabelFile {
            name: name.to_owned(),
            ids: places.id.map(|_| Vec::new()),
            labels: Vec::new(),
            names: LabelCollector::default(),
        };
        let (mut fields, mut counted) = (Vec::new(), body);
        let mut line = 1 + count_lines(&text[..body]);
        for record in records {
            let refused = |refusal| ScanError::of(text, record.trim_ascii(), refusal).locate(name, text);
            let start = record.as_ptr() as usize - text.as_ptr() as usize;
            line += count_lines(&text[counted..start]);
            // A blank line between labels in id order would shift the rest: only those at the end are passed over.
            let has_blank = places.id.is_none() && !file.labels.is_empty() && has_blank_line(&text[counted..start]);
            counted = start;
            split(record, delimiter, &mut fields).map_err(refused)?;
            if has_blank || fields.len() < width || filled(&fields) > width {
                return Err(refused(Refusal::Expected(LABEL_LINE)));
            }
            let field = &fields[places.label];
            let is_none = !field.is_quoted && is_missing(&field.text);
            let label = if is_none { "" } else { parse_name(&field.text).map_err(refused)? };
            let id = places.id.map(|id| parse_name(&fields[id].text).map_err(refused)).transpose()?;
            file.add(id, label, line);
        }
        if file.labels.is_empty() {
            return Err(GraphError::Empty { path: name.to_owned() });
        }
        Ok(file)
    }

    fn unclear(&self, before: &[u8], what: String, remedy: &'static str) -> GraphError {
        GraphError::Unclear { path: self.name.to_owned(), line: 1 + count_lines(before), what, remedy }
    }
}

impl LabelFile {
    /// Adds a label, of the vertex `id` if labels do not come in id order.
    pub(super) fn add(&mut self, id: Option<&str>, label: &str, line: u64) {
        if let (Some(ids), Some(id)) = (&mut self.ids, id) {
            ids.push(LabelledId { id: id.to_owned(), line });
        }
        self.labels.push(self.names.intern(label));
    }

    /// Refuses a first line that may give the number of those behind it.
    fn check_sizes(&self, known: &Known<'_>, listing: &Listing) -> Result<(), GraphError> {
        let behind = self.labels.len() as u64 - 1;
        let (number, line) = match &self.ids {
            Some(ids) => (parse_id(ids[0].id.as_bytes()).ok(), ids[0].line),
            None => (self.names.name(self.labels[0]).and_then(|label| parse_id(label.as_bytes()).ok()), 1),
        };
        if known.names.is_some() || behind == 0 || number != Some(behind) {
            return Ok(());
        }
        let is_vertex = match &self.ids {
            Some(_) => mentions(&listing.endpoints, behind),
            None => intern::max_id(&listing.endpoints).is_some_and(|largest| largest >= behind),
        };
        let what = format!("the first line may give a label, or say that there are {behind}");
        let (path, remedy) = (self.name.clone(), SIZES);
        if is_vertex { Ok(()) } else { Err(GraphError::Unclear { path, line, what, remedy }) }
    }
}

/// Whether an edge has this end.
fn mentions(endpoints: &Endpoints, id: u64) -> bool {
    match endpoints {
        Endpoints::Narrow(chunks) => chunks.iter().flatten().any(|edge| edge.iter().any(|&end| u64::from(end) == id)),
        Endpoints::Wide(chunks) => chunks.iter().flatten().any(|edge| edge.contains(&id)),
        Endpoints::Named { .. } => false,
    }
}

/// Whether a line behind the first line of `text` is blank.
fn has_blank_line(text: &[u8]) -> bool {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    lines.len() > 2 && lines[1..lines.len() - 1].iter().any(|line| line.trim_ascii().is_empty())
}
