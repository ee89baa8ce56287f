//! Options of the commands that write rows.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::packed_file::{PackedFile, Packing};
use super::row_file::RowFile;
use super::text::TextFormat;
use crate::process::Failure;

/// Names of files that are written, for messages.
const NAMES: &str = ".csv, .tsv or .jsonl, perhaps with .gz or .zst, or .parquet";

/// Where rows go, and how they are written.
#[derive(Args, Debug)]
#[command(next_help_heading = crate::help::OUTPUT)]
pub(crate) struct OutputArgs {
    /// Write rows to this .csv, .tsv, .jsonl (each perhaps with .gz or .zst) or .parquet file; `-` is the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the rows [default: by the name of the file; without one tsv for matches, csv for counts]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<RowFormat>,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowFormat {
    /// As lines.
    Text(TextFormat),
    /// As columns of a Parquet file.
    Parquet,
}

impl OutputArgs {
    /// Whether rows are asked for, by a command that can do without.
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some() || self.to.is_some()
    }

    /// Refuses rows and JSON in one stream.
    pub(crate) fn check_json(&self, is_json: bool) -> Result<(), Failure> {
        if is_json && self.file().is_none() {
            return Err(Failure::input(
                "rows and JSON would both go to the standard output: name a file for the rows with --output FILE",
            ));
        }
        Ok(())
    }

    /// The format asked for, by name or by that of the file; `text` if by neither.
    pub(crate) fn format(&self, text: TextFormat) -> Result<RowFormat, Failure> {
        let (packing, path) = self.file().map_or((Packing::Plain, None), |path| {
            let (packing, inner) = Packing::of_path(path);
            (packing, Some((path, inner)))
        });
        let format = match (self.to, path) {
            (Some(format), _) => format,
            (None, Some((path, inner))) => {
                RowFormat::of_path(path, &inner, ": say the format with --to").map_err(Failure::input)?
            }
            (None, None) => RowFormat::Text(text),
        };
        if format == RowFormat::Parquet && packing != Packing::Plain {
            return Err(Failure::input("Parquet files are packed inside: leave out `.gz` or `.zst`"));
        }
        if format == RowFormat::Parquet && self.file().is_none() && io::stdout().is_terminal() {
            return Err(Failure::input("Parquet is no text: name a file with -o, or write into a pipe"));
        }
        Ok(format)
    }

    /// Starts the file, or what stands for it.
    pub(crate) fn create(&self) -> Result<PackedFile, Failure> {
        match self.file() {
            Some(path) => PackedFile::new(RowFile::create(path)?, Packing::of_path(path).0),
            None => Ok(PackedFile::Plain(RowFile::stdout())),
        }
    }

    /// The file for what is written as one JSON object, if any.
    pub(crate) fn json_file(&self) -> Result<Option<&Path>, Failure> {
        if self.to.is_some() {
            return Err(Failure::input("a part of a run is written as JSON: leave out --to"));
        }
        match self.file() {
            Some(path) if path.extension().is_none_or(|extension| extension != "json") => {
                let name = path.with_extension("json");
                let message =
                    format!("a part of a run is JSON: call it `{}`, not `{}`", name.display(), path.display());
                Err(Failure::input(message))
            }
            file => Ok(file),
        }
    }

    /// Whether a format is named.
    pub(crate) fn has_format(&self) -> bool {
        self.to.is_some()
    }

    /// The file to write, unless it is the standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }
}

/// Starts a file of rows in the format that its name asks for.
pub(crate) fn create_named(path: &Path) -> Result<(RowFormat, PackedFile), Failure> {
    let (_, inner) = Packing::of_path(path);
    let format = RowFormat::of_path(path, &inner, "").map_err(Failure::input)?;
    let named = OutputArgs { output: Some(path.to_owned()), to: Some(format) };
    Ok((named.format(TextFormat::Csv)?, named.create()?))
}

impl RowFormat {
    /// The format that the name of a file asks for; `inner` is it without the ending of a packed file. What else may be done is said after a name
    /// that asks for none.
    fn of_path(path: &Path, inner: &Path, otherwise: &str) -> Result<Self, String> {
        let extension = inner.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("csv") => Ok(Self::Text(TextFormat::Csv)),
            Some("tsv") => Ok(Self::Text(TextFormat::Tsv)),
            Some("jsonl" | "ndjson") => Ok(Self::Text(TextFormat::Jsonl)),
            Some("parquet") => Ok(Self::Parquet),
            Some("arrow") => Err(format!("this build does not write arrow files: use {NAMES}")),
            _ => Err(format!("`{}` does not end in {NAMES}{otherwise}", path.display())),
        }
    }
}

impl ValueEnum for RowFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Text(TextFormat::Csv), Self::Text(TextFormat::Tsv), Self::Text(TextFormat::Jsonl), Self::Parquet]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Text(format) => format.to_possible_value(),
            Self::Parquet => Some(PossibleValue::new("parquet").help("Columns of integers, or of text for names")),
        }
    }
}
