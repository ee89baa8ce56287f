//! Options of the commands that write rows.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::row_file::RowFile;
use super::rows::TextFormat;

/// Where rows go, and how they are written.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to this .csv, .tsv, .jsonl or .parquet file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = super::help::NO_HEADING)]
    output: Option<PathBuf>,
    /// Format of the rows [default: by the name of the file; without one tsv for matches, csv for counts]
    #[arg(long, value_name = "FORMAT", help_heading = super::help::NO_HEADING, value_enum)]
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
    /// The format asked for, by name or by that of the file; `text` if by neither.
    pub(crate) fn format(&self, text: TextFormat) -> Result<RowFormat, Failure> {
        let format = match (self.to, &self.output) {
            (Some(format), _) => format,
            (None, Some(path)) => RowFormat::of_path(path).map_err(Failure::input)?,
            (None, None) => RowFormat::Text(text),
        };
        if format == RowFormat::Parquet && self.output.is_none() && io::stdout().is_terminal() {
            return Err(Failure::input("Parquet is no text: name a file with -o, or write into a pipe"));
        }
        Ok(format)
    }

    /// Starts the file, or what stands for it.
    pub(crate) fn create(&self) -> Result<RowFile, Failure> {
        self.output.as_deref().map_or_else(|| Ok(RowFile::stdout()), RowFile::create)
    }
}

impl RowFormat {
    /// The format that the name of a file asks for.
    fn of_path(path: &Path) -> Result<Self, String> {
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("csv") => Ok(Self::Text(TextFormat::Csv)),
            Some("tsv") => Ok(Self::Text(TextFormat::Tsv)),
            Some("jsonl" | "ndjson") => Ok(Self::Text(TextFormat::Jsonl)),
            Some("parquet") => Ok(Self::Parquet),
            Some("arrow") => {
                Err("this build does not write arrow files: use .csv, .tsv, .jsonl or .parquet".to_owned())
            }
            _ => {
                let path = path.display();
                Err(format!("`{path}` is not a .csv, .tsv, .jsonl or .parquet name: say the format with --to"))
            }
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
