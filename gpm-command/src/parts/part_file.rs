//! What a shard counted, as a file: one JSON object, which `gpm merge` reads.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use gpm::graph::AtomicFile;
use gpm::{MergeError, Query, Report, Shard, ShardSum};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::answers::{Effort, Subject, json_line, print_line};
use crate::args::Loaded;
use crate::process::Failure;
use crate::rows::OutputArgs;

/// What one shard counted.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The version of gpm that counted.
    gpm: String,
    /// Which shard.
    #[serde(with = "text")]
    pub(crate) shard: Shard,
    /// How answers are made of the sums.
    pub(crate) answer: AnswerKind,
    pub(crate) patterns: Vec<PatternPart>,
}

/// What is made of merged sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnswerKind {
    /// A line for each pattern.
    Lines,
    /// A table of all patterns.
    Table,
    /// The same, and the triads that are not connected; the last two sums are those of joined pairs.
    Triads,
}

/// What one shard counted of one pattern.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PatternPart {
    #[serde(flatten)]
    pub(crate) subject: Subject,
    #[serde(flatten)]
    found: Found,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Found {
    Counted {
        #[serde(flatten)]
        sum: SumJson,
        #[serde(flatten)]
        effort: Effort,
    },
    /// The sum does not fit.
    Failed { error: String },
}

/// [`ShardSum`] of a shard that is known.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SumJson {
    /// What shards of one run share.
    run: String,
    #[serde(with = "text")]
    sum: i128,
    #[serde(with = "text")]
    divisor: i128,
    /// How often each subgraph counts.
    #[serde(with = "text")]
    each: u128,
}

impl SumJson {
    pub(crate) fn new(sum: ShardSum) -> Self {
        let ShardSum { shard: _, run, sum, divisor, times, is_lower_bound: _ } = sum;
        Self { run: format!("{run:016x}"), sum, divisor, each: times }
    }

    /// The sum, if it is one that gpm writes.
    pub(crate) fn sum(&self, shard: Shard) -> Option<ShardSum> {
        let run = u64::from_str_radix(&self.run, 16).ok()?;
        let is_valid = self.divisor > 0;
        // Files are merged once all of them are there: what some say is not asked.
        let (sum, divisor, times, is_lower_bound) = (self.sum, self.divisor, self.each, false);
        is_valid.then_some(ShardSum { shard, run, sum, divisor, times, is_lower_bound })
    }
}

impl PatternPart {
    /// What a shard counted by a query.
    pub(crate) fn new(name: &str, (sum, report): (ShardSum, &Report), loaded: &Loaded) -> Self {
        let (subject, effort) = (Subject::new(name, &report.query), Effort::new(report, loaded));
        Self { subject, found: Found::Counted { sum: SumJson::new(sum), effort } }
    }

    /// That a shard has no sum, which does not fit.
    pub(crate) fn without_sum(name: &str, query: &Query) -> Self {
        Self { subject: Subject::new(name, query), found: Found::Failed { error: "the sum does not fit".to_owned() } }
    }

    /// What it took, unless there is no sum.
    pub(crate) fn effort(&self) -> Option<&Effort> {
        match &self.found {
            Found::Counted { effort, .. } => Some(effort),
            Found::Failed { .. } => None,
        }
    }
}

impl Part {
    /// What this process counted.
    pub(crate) fn new(shard: Shard, answer: AnswerKind, patterns: Vec<PatternPart>) -> Self {
        Self { gpm: env!("CARGO_PKG_VERSION").to_owned(), shard, answer, patterns }
    }

    /// The sum of a pattern, unless it did not fit.
    ///
    /// # Errors
    /// If it is none that gpm writes.
    pub(crate) fn sum(&self, pattern: &PatternPart) -> Result<Option<ShardSum>, Failure> {
        let Found::Counted { sum, .. } = &pattern.found else { return Ok(None) };
        let sum = sum.sum(self.shard);
        sum.map(Some).ok_or_else(|| Failure::input("a part has no valid sum: count its shard again"))
    }

    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let bytes = fs::read(path).map_err(|error| Failure::input(format!("cannot read `{name}`: {error}")))?;
        let is_none = |error: serde_json::Error| {
            Failure::input(format!("`{name}` is no part of a run, as --shard I/N -o FILE.json writes it: {error}"))
        };
        Writer::ensure_own(path, serde_json::from_slice(&bytes).map_err(is_none)?)?;
        serde_json::from_slice(&bytes).map_err(is_none)
    }

    /// Writes the file that is asked for, or prints its text.
    pub(crate) fn write(&self, output: &OutputArgs) -> Result<(), Failure> {
        let text = json_line(self)?;
        let Some(path) = output.json_file()? else { return print_line(&text) };
        let write = || {
            let mut file = AtomicFile::create(path)?;
            file.write_all(text.as_bytes())?;
            file.write_all(b"\n")?;
            file.commit()
        };
        write().map_err(|error| Failure::write_file(path, error))
    }
}

/// What every version of gpm writes into a part: which one it is.
#[derive(Deserialize)]
pub(crate) struct Writer {
    gpm: String,
}

impl Writer {
    /// Refuses the file of a part that another version of gpm wrote, before more is read of it: it may have planned the run in another way,
    /// and say it in another form.
    pub(crate) fn ensure_own(path: &Path, Writer { gpm }: Writer) -> Result<(), Failure> {
        let (name, own) = (path.display(), env!("CARGO_PKG_VERSION"));
        match gpm == own {
            true => Ok(()),
            false => Err(Failure::input(format!(
                "`{name}` was written by gpm {gpm}, this is gpm {own}: merge it with gpm {gpm}, or count all shards again with this one"
            ))),
        }
    }
}

/// What the sums of these files make. A shard that is there twice is named by its files.
pub(crate) fn merged_sum(paths: &[PathBuf], sums: &[ShardSum]) -> Result<u128, Failure> {
    ShardSum::merge(sums).map_err(|error| {
        let shard = match error {
            MergeError::Doubled(shard) => shard,
            error if error.is_overflow() => return Failure::overflow("the count"),
            error => return Failure::Input(error.into()),
        };
        let twins = paths.iter().zip(sums).filter(|(_, sum)| sum.shard == shard).take(2);
        let twins: Vec<String> = twins.map(|(path, _)| format!("`{}`", path.display())).collect();
        Failure::input(format!("{} are both shard {shard}: leave out one", twins.join(" and ")))
    })
}

/// Says that two files do not belong together.
pub(crate) fn different_runs(one: &Path, other: &Path) -> Failure {
    Failure::input(format!("`{}` and `{}` are parts of different runs", one.display(), other.display()))
}

/// Values as their text.
pub(crate) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use super::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
