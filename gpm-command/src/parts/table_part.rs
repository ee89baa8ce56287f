//! What a shard counted for each vertex or edge, as a file: a line of JSON that says what it is, then a line of numbers for each row.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use gpm::graph::counted;
use gpm::{Graph, Shard, ShardSum, ShardTable};
use serde::{Deserialize, Serialize};

use super::part_file::{SumJson, Writer, text};
use crate::answers::json_line;
use crate::process::Failure;
use crate::rows::{OutputArgs, PackedFile, Packing, RowFile};

/// Bytes of rows that are gathered before they are written. *guess*
const BUFFER: usize = 1 << 16;

/// What rows are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RowsOf {
    Vertices,
    Edges,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TableHead {
    /// The version of gpm that counted.
    gpm: String,
    #[serde(with = "text")]
    pub(crate) shard: Shard,
    pub(crate) table: RowsOf,
    /// [`Graph::structure`] of the graph, in hexadecimal, and how it was read.
    structure: String,
    pub(crate) directed: bool,
    pub(crate) edge_labels: bool,
    rows: usize,
    /// Names of the columns that sums make.
    pub(crate) columns: Vec<String>,
    sums: Vec<SumHead>,
}

/// A number in each row.
#[derive(Debug, Serialize, Deserialize)]
struct SumHead {
    /// The column that it is a part of.
    column: usize,
    /// How often a count of it counts there.
    #[serde(with = "text")]
    times: u128,
    #[serde(flatten)]
    total: SumJson,
}

/// The sums of a shard.
#[derive(Debug)]
pub(crate) struct TablePart {
    pub(crate) head: TableHead,
    /// Sums in the order of the head, each with the column that it is a part of, and how often it counts there.
    pub(crate) sums: Vec<(usize, u128, ShardTable)>,
}

impl TablePart {
    /// What this process counted.
    pub(crate) fn new(
        (shard, table, graph): (Shard, RowsOf, &Graph),
        columns: Vec<String>,
        sums: Vec<(usize, u128, ShardTable)>,
    ) -> Self {
        let head = |(column, times, table): &(usize, u128, ShardTable)| {
            let (column, times) = (*column, *times);
            SumHead { column, times, total: SumJson::new(table.total) }
        };
        let head = TableHead {
            gpm: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            table,
            structure: format!("{:016x}", graph.structure()),
            directed: graph.is_directed(),
            edge_labels: graph.out().labels().is_some(),
            rows: sums.first().map_or(0, |(_, _, table)| table.sums.len()),
            columns,
            sums: sums.iter().map(head).collect(),
        };
        Self { head, sums }
    }

    /// The file that is asked for, begun before anything is counted.
    pub(crate) fn create(output: &OutputArgs) -> Result<PackedFile, Failure> {
        if output.has_format() {
            return Err(Failure::input("a part of a table has a format of its own: leave out --to"));
        }
        match output.file() {
            Some(path) if !Self::is_meant(path) => {
                let shown = path.display();
                let message = format!("a part of a table is written as .part, .part.gz or .part.zst, not `{shown}`");
                Err(Failure::input(message))
            }
            Some(path) => PackedFile::new(RowFile::create(path)?, Packing::of_path(path).0),
            None => Ok(PackedFile::Plain(RowFile::stdout())),
        }
    }

    /// Writes the file.
    pub(crate) fn write(&self, mut file: PackedFile) -> Result<(), Failure> {
        let mut text = json_line(&self.head)?;
        text.push('\n');
        for row in 0..self.head.rows {
            for (at, (_, _, table)) in self.sums.iter().enumerate() {
                let separator = if at == 0 { "" } else { " " };
                // A string takes all that is written to it.
                let _ = write!(text, "{separator}{}", table.sums[row]);
            }
            text.push('\n');
            if text.len() >= BUFFER {
                file.write_rows(text.as_bytes())?;
                text.clear();
            }
        }
        file.write_rows(text.as_bytes())?;
        file.keep(true).map(|_| ())
    }

    /// Whether a file may be one of these, by its name.
    pub(crate) fn is_meant(path: &Path) -> bool {
        Packing::of_path(path).1.extension().is_some_and(|extension| extension == "part")
    }

    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let unreadable = |error: std::io::Error| Failure::input(format!("cannot read `{name}`: {error}"));
        let file = File::open(path).map_err(unreadable)?;
        let bytes: Box<dyn Read> = match Packing::of_path(path).0 {
            Packing::Plain => Box::new(file),
            Packing::Gzip => Box::new(flate2::read::MultiGzDecoder::new(file)),
            Packing::Zstd => Box::new(zstd::Decoder::new(file).map_err(unreadable)?),
        };
        let mut lines = BufReader::new(bytes).lines();
        let first = lines.next().transpose().map_err(unreadable)?.unwrap_or_default();
        let is_none = |error: serde_json::Error| {
            Failure::input(format!("`{name}` is no part of a run, as --shard I/N -o FILE.part writes it: {error}"))
        };
        Writer::ensure_own(path, serde_json::from_str(&first).map_err(is_none)?)?;
        let head: TableHead = serde_json::from_str(&first).map_err(is_none)?;
        let bad = |what: String| Failure::input(format!("`{name}` is damaged: {what}; count the shard again"));
        let mut tables = Vec::new();
        for sum in &head.sums {
            let total: ShardSum = sum.total.sum(head.shard).ok_or_else(|| bad("no valid sum".to_owned()))?;
            if sum.column >= head.columns.len() {
                return Err(bad(format!("there is no column {}", sum.column)));
            }
            let table = ShardTable { total, sums: Vec::new() };
            tables.push((sum.column, sum.times, table));
        }
        for (at, line) in lines.enumerate() {
            let line = line.map_err(unreadable)?;
            if at == head.rows {
                return Err(bad(format!("it has more than {}", counted(head.rows as u64, "row", "rows"))));
            }
            let mut numbers = line.split(' ').map(str::parse::<i128>);
            for (_, _, table) in &mut tables {
                let number = numbers.next().and_then(Result::ok);
                table.sums.push(number.ok_or_else(|| bad(format!("line {} has no numbers", at + 2)))?);
            }
            if numbers.next().is_some() {
                return Err(bad(format!("line {} has too many numbers", at + 2)));
            }
        }
        if tables.iter().any(|(_, _, table)| table.sums.len() != head.rows) {
            let rows = counted(tables.first().map_or(0, |(_, _, table)| table.sums.len() as u64), "row", "rows");
            return Err(bad(format!("it has {rows} of {}", head.rows)));
        }
        Ok(Self { head, sums: tables })
    }

    /// Whether it was counted on this graph.
    pub(crate) fn is_of(&self, graph: &Graph) -> bool {
        self.head.structure == format!("{:016x}", graph.structure())
    }

    /// Whether each sum has so many rows.
    pub(crate) fn has_rows(&self, number: usize) -> bool {
        self.sums.iter().all(|(_, _, table)| table.sums.len() == number)
    }

    /// What parts of one run share.
    pub(crate) fn layout(&self) -> (u32, RowsOf, &str, &[String], usize) {
        let TableHead { shard, table, structure, columns, .. } = &self.head;
        (shard.of(), *table, structure, columns, self.sums.len())
    }
}
