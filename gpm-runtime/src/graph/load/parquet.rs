//! Tables of edges in Parquet, read batch by batch. Which columns are ids and labels is decided as for text.

use std::borrow::Cow;

use bytes::Bytes;
use parquet::basic::{ConvertedType, Type};
use parquet::column::reader::ColumnReader;
use parquet::data_type::AsBytes;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

use super::directions::{DIRECTION, direction_of};
use super::gather::{Direction, Gathered};
use super::listing::{ChunkLabels, Directions, Endpoints, Listing, Notes, merge_labels};
use super::named_columns::NamedColumns;
use super::numbers::is_missing_id;
use super::scan::{MAX_ID, parse_name};
use super::{LoadOptions, Source};
use crate::graph::parquet_column::{
    BATCH, column_of_directions, each_value, index_column, is_flat, names, refused, undecided,
};
use crate::graph::words::shorten;
use crate::graph::{GraphError, VertexId, counted};

const ID: &str = "a vertex id: an integer from 0 to 2^63, or a name";
const LABEL: &str = "a label: edge labels are asked for, so every row needs one";

/// Parses a table of edges. Further columns are ignored, but for labels if these are asked for; also says how many there are.
pub(super) fn parse(name: &str, source: Source, options: &LoadOptions) -> Result<(Listing, usize), GraphError> {
    let reader = SerializedFileReader::new(Bytes::from_owner(source)).map_err(|error| refused(name, &error))?;
    let columns = Columns::choose(name, &reader, options)?;
    let mut rows = Rows::new(name, &columns, options);
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(|error| refused(name, &error))?;
        rows.read_group(group.as_ref(), &columns)?;
    }
    let further = columns.ignored.len() + usize::from(columns.label.is_some());
    // Attributes are read from the table later.
    let ignored = if options.attributes { Vec::new() } else { columns.ignored };
    Ok((rows.finish(ignored), further))
}

/// Which columns are read.
struct Columns {
    ids: [(usize, ColumnDescPtr); 2],
    label: Option<(usize, ColumnDescPtr)>,
    /// Gephi's column `Type`.
    direction: Option<(usize, ColumnDescPtr)>,
    /// Names of the others.
    ignored: Vec<String>,
}

impl Columns {
    fn choose(name: &str, reader: &SerializedFileReader<Bytes>, options: &LoadOptions) -> Result<Self, GraphError> {
        let all = reader.metadata().file_metadata().schema_descr().columns();
        let bad = |reason| GraphError::BadParquet { path: name.to_owned(), reason };
        if all.len() < 2 {
            return Err(bad(format!(
                "it has {}, and an edge needs two ids",
                counted(all.len() as u64, "column", "columns")
            )));
        }
        let mut own = names(all);
        let index = index_column(reader.metadata().file_metadata(), &mut own);
        let names = names(all);
        let columns = NamedColumns { names: &names, width: all.len(), asked: options.columns.as_ref() };
        let has_values = |place: usize| !is_readable(&all[place]) || index == Some(place);
        let places = columns.ends(0, has_values).map_err(|what| undecided(name, what))?;
        for place in places {
            if !is_readable(&all[place]) {
                return Err(bad(format!(
                    "the column `{}` holds neither integers nor names, and the id of an end is expected there: say `--columns FROM,TO`, or call the columns of ids `source` and `target`",
                    names[place]
                )));
            }
        }
        let is_asked = |place: usize| {
            options.columns.as_ref().is_some_and(|asked| asked.all().any(|column| column.place(&names) == Some(place)))
        };
        let direction = column_of_directions(name, reader, &names)?;
        let direction = direction.filter(|&place| !places.contains(&place) && !is_asked(place));
        let taken: Vec<usize> = places.into_iter().chain(direction).collect();
        let label = columns.label(&taken, options.edge_labels).map_err(|what| undecided(name, what))?;
        if label.is_some_and(|place| place >= all.len()) {
            return Err(bad("edge labels are asked for, and both columns are ids".to_owned()));
        }
        if let Some(place) = label.filter(|&place| !is_readable(&all[place])) {
            return Err(bad(format!(
                "the column `{}` holds neither integers nor text, and labels are expected there: say `--columns FROM,TO,LABEL`",
                names[place]
            )));
        }
        let pick = |place: usize| (place, all[place].clone());
        let is_used = |place: &usize| taken.contains(place) || label == Some(*place);
        let ignored = (0..all.len()).filter(|place| !is_used(place)).map(|place| names[place].clone());
        let (label, direction) = (label.map(pick), direction.map(pick));
        Ok(Self { ids: places.map(pick), label, direction, ignored: ignored.collect() })
    }

    fn has_names(&self) -> bool {
        self.ids.iter().any(|(_, column)| column.physical_type() == Type::BYTE_ARRAY)
    }
}

fn is_readable(column: &ColumnDescriptor) -> bool {
    let is_number = column.converted_type() == ConvertedType::DECIMAL;
    is_flat(column) && !is_number && matches!(column.physical_type(), Type::INT32 | Type::INT64 | Type::BYTE_ARRAY)
}

/// An id, or a label.
enum Value {
    Integer(i128),
    Text(String),
}

impl Value {
    fn into_text(self) -> String {
        match self {
            Value::Integer(value) => value.to_string(),
            Value::Text(text) => text,
        }
    }
}

/// Rows read so far.
struct Rows<'n> {
    name: &'n str,
    count: u64,
    /// The edges, if ids are names.
    gathered: Option<Gathered<'static>>,
    /// The edges otherwise, one chunk a batch.
    integers: Vec<Vec<[u64; 2]>>,
    labels: Vec<ChunkLabels>,
    has_labels: bool,
    /// Whether directions are kept.
    is_directed: bool,
    /// Rows that say that their edges are undirected, and directed.
    said: [u64; 2],
}

impl<'n> Rows<'n> {
    fn new(name: &'n str, columns: &Columns, options: &LoadOptions) -> Self {
        let has_labels = columns.label.is_some();
        let options = LoadOptions { edge_labels: has_labels, attributes: false, ..options.clone() };
        let gathered = columns.has_names().then(|| Gathered::new(&options));
        let (integers, labels, is_directed) = (Vec::new(), Vec::new(), options.directed);
        Self { name, count: 0, gathered, integers, labels, has_labels, is_directed, said: [0; 2] }
    }

    fn read_group(&mut self, group: &dyn RowGroupReader, columns: &Columns) -> Result<(), GraphError> {
        let open = |(place, own): &(usize, ColumnDescPtr)| {
            let reader = group.get_column_reader(*place).map_err(|error| refused(self.name, &error))?;
            Ok::<_, GraphError>((reader, own.clone()))
        };
        let mut ids = columns.ids.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let mut label = columns.label.as_ref().map(open).transpose()?;
        let mut direction = columns.direction.as_ref().map(open).transpose()?;
        let mut left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        while left > 0 {
            let rows = left.min(BATCH);
            let mut sides = Vec::with_capacity(2);
            for (reader, own) in &mut ids {
                sides.push(self.values(rows, (reader, own), ID)?);
            }
            let texts = |column: &mut Option<(ColumnReader, ColumnDescPtr)>, expected| match column {
                Some((reader, own)) => {
                    let values = self.values(rows, (reader, own), expected)?;
                    Ok::<_, GraphError>(values.into_iter().map(Value::into_text).collect())
                }
                None => Ok(Vec::new()),
            };
            let labels: Vec<String> = texts(&mut label, LABEL)?;
            let directions = self.directions(texts(&mut direction, DIRECTION)?)?;
            let (targets, sources) = (sides.pop().unwrap_or_default(), sides.pop().unwrap_or_default());
            self.add(sources, targets, (&labels, &directions))?;
            self.count += rows as u64;
            left -= rows;
        }
        Ok(())
    }

    /// The values of the next rows of a column, each of which must be there.
    fn values(
        &self,
        rows: usize,
        (reader, own): (&mut ColumnReader, &ColumnDescriptor),
        expected: &'static str,
    ) -> Result<Vec<Value>, GraphError> {
        let is_id = expected == ID;
        let mut values = Vec::with_capacity(rows);
        let mut bad: Option<(usize, String)> = None;
        let is_unsigned = matches!(
            own.converted_type(),
            ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64
        );
        let mut take = |value: Result<Value, String>| {
            if let Err(token) = &value {
                bad.get_or_insert((values.len(), token.clone()));
            }
            values.push(value.unwrap_or(Value::Integer(0)));
        };
        let null = || Err("null".to_owned());
        let integer = |value: i128| Ok(Value::Integer(value));
        match reader {
            ColumnReader::Int32ColumnReader(reader) => each_value(self.name, rows, (reader, own), |value| {
                let wide = |value: i32| if is_unsigned { i128::from(value as u32) } else { i128::from(value) };
                take(value.map_or_else(null, |&value| integer(wide(value))));
            })?,
            ColumnReader::Int64ColumnReader(reader) => each_value(self.name, rows, (reader, own), |value| {
                let wide = |value: i64| if is_unsigned { i128::from(value as u64) } else { i128::from(value) };
                take(value.map_or_else(null, |&value| integer(wide(value))));
            })?,
            ColumnReader::ByteArrayColumnReader(reader) => each_value(self.name, rows, (reader, own), |value| {
                take(value.map_or_else(null, |value| {
                    let bytes = value.as_bytes();
                    let is_name = |name: &&str| !(name.is_empty() || is_id && is_missing_id(name.as_bytes()));
                    let name = parse_name(bytes).ok().filter(is_name);
                    name.map(|name| Value::Text(name.to_owned())).ok_or_else(|| shorten(bytes))
                }));
            })?,
            _ => unreachable!("checked: ids and labels are integers or text"),
        }
        match bad {
            None => Ok(values),
            Some((i, token)) => Err(self.bad_row(i, token, expected)),
        }
    }

    /// What the rows of a batch say of the directions of their edges; nothing if no column does.
    fn directions(&self, texts: Vec<String>) -> Result<Vec<Direction>, GraphError> {
        let direction = |(i, text): (usize, String)| match direction_of(text.as_bytes()) {
            Some(true) => Ok(Direction::Arc),
            Some(false) => Ok(Direction::Edge),
            None => Err(self.bad_row(i, text, DIRECTION)),
        };
        texts.into_iter().enumerate().map(direction).collect()
    }

    /// Adds the edges of a batch.
    fn add(
        &mut self,
        sources: Vec<Value>,
        targets: Vec<Value>,
        (labels, directions): (&[String], &[Direction]),
    ) -> Result<(), GraphError> {
        let label = |i: usize| labels.get(i).map_or("", String::as_str);
        let direction = |i: usize| directions.get(i).copied().unwrap_or(Direction::Unsaid);
        let Some(gathered) = &mut self.gathered else {
            let (mut chunk, mut all) = (Vec::with_capacity(sources.len()), ChunkLabels::default());
            for (i, (source, target)) in sources.into_iter().zip(targets).enumerate() {
                let [u, v] = [self.integer(i, source)?, self.integer(i, target)?];
                let is_mirrored = self.is_directed && direction(i) == Direction::Edge && u != v;
                for ends in [Some([u, v]), is_mirrored.then_some([v, u])].into_iter().flatten() {
                    chunk.push(ends);
                    if self.has_labels {
                        all.ids.push(all.collector.intern(label(i)));
                    }
                }
            }
            for direction in directions {
                self.said[usize::from(*direction == Direction::Arc)] += 1;
            }
            if self.has_labels {
                self.labels.push(all);
            }
            self.integers.push(chunk);
            return Ok(());
        };
        for (i, (source, target)) in sources.into_iter().zip(targets).enumerate() {
            let ends = [source, target].map(|end| vertex(gathered, end.into_text()));
            gathered.add_edge(ends, direction(i), label(i));
        }
        Ok(())
    }

    fn integer(&self, i: usize, value: Value) -> Result<u64, GraphError> {
        match value {
            Value::Integer(id) => match u64::try_from(id) {
                Ok(id) if id <= MAX_ID => Ok(id),
                _ => Err(self.bad_row(i, id.to_string(), ID)),
            },
            Value::Text(text) => Err(self.bad_row(i, text, ID)),
        }
    }

    fn bad_row(&self, i: usize, token: String, expected: &'static str) -> GraphError {
        GraphError::BadRow { path: self.name.to_owned(), row: self.count + i as u64 + 1, token, expected }
    }

    fn finish(self, ignored: Vec<String>) -> Listing {
        let mut notes = Vec::new();
        if !ignored.is_empty() {
            let names: Vec<String> = ignored.iter().map(|name| format!("`{name}`")).collect();
            notes.push(format!("columns ignored: {}", names.join(", ")));
        }
        if let Some(gathered) = self.gathered {
            return gathered.finish(self.count, notes);
        }
        let [undirected, directed] = self.said;
        let directions = Directions::of(directed, undirected);
        Listing {
            edge_labels: self.has_labels.then(|| merge_labels(self.labels)),
            lines: self.count,
            edges_read: self.count,
            notes: Notes { further: notes, directions, is_mirrored: self.is_directed, ..Notes::default() },
            ..Listing::new(Endpoints::Wide(self.integers))
        }
    }
}

fn vertex(gathered: &mut Gathered<'static>, name: String) -> VertexId {
    if let Some(vertex) = gathered.vertex(&name) {
        return vertex;
    }
    let vertex = gathered.num_vertices() as VertexId;
    gathered.add_vertex(Cow::Owned(name));
    vertex
}
