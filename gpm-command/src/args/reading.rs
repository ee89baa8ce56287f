//! How patterns are read that are for a graph.

use clap::Args;
use gpm::Pattern;

use crate::process::Failure;

/// Which records are looked at.
#[derive(Args, Debug, Default)]
pub(crate) struct PeriodArgs {
    /// Of records only those from this time on: a number, a date or a time, as the column of times has them
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    since: Option<String>,
    /// Of records only those before this time
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    until: Option<String>,
    /// The column of times that --since and --until are about
    #[arg(long, value_name = "COLUMN", default_value = "time")]
    time: String,
}

/// How patterns are read that are for a graph.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading<'a> {
    /// Edges of files are arcs.
    pub(crate) directed: bool,
    /// Labels are asked for among others.
    pub(super) label_sets: bool,
    /// Which records patterns are about, if not all.
    pub(super) period: Option<&'a PeriodArgs>,
}

impl PeriodArgs {
    /// If they leave out records.
    pub(super) fn given(&self) -> Option<&Self> {
        (self.since.is_some() || self.until.is_some()).then_some(self)
    }
}

impl Reading<'_> {
    /// Of patterns that are for no graph; the edges of files may be arcs.
    pub(crate) fn of_files(directed: bool) -> Self {
        Self { directed, ..Self::default() }
    }

    /// A pattern as it is meant for the graph.
    pub(crate) fn meant(self, pattern: Pattern) -> Result<Pattern, Failure> {
        let pattern = if self.label_sets { pattern.with_label_sets() } else { pattern };
        match self.period {
            None => Ok(pattern),
            Some(_) if !pattern.has_records() => Err(Failure::input(format!(
                "--since and --until are about records, and `{pattern}` binds none: write its edges as in a-[p:]->b, or a-[p*]->b for all records"
            ))),
            Some(PeriodArgs { since, until, time }) => Ok(pattern.in_period(time, since.as_deref(), until.as_deref())),
        }
    }
}
