//! What goes to standard error: notes, details for `--verbose`, warnings of the library, and the error at the end.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};
use log::{LevelFilter, Log, Metadata, Record};

/// How much to say beside the result.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Messages {
    /// Say nothing on standard error but errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say more on standard error: the plan of each pattern, where the time goes, what a GPU did
    #[arg(short, long, global = true)]
    verbose: bool,
    /// How to say on standard error how far a search is: bar, lines, json or none [default: a bar at a terminal, lines with --verbose]
    #[arg(long, global = true, value_enum, value_name = "HOW", hide_possible_values = true, conflicts_with = "quiet")]
    progress: Option<Progress>,
}

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// A bar
    Bar,
    /// A line every ten seconds
    Lines,
    /// A JSON object on a line every second, and one at the end of each search
    Json,
    /// Nothing
    None,
}

impl Messages {
    /// Sends the library's log to standard error, as far as it is wanted.
    pub(crate) fn install_log(self) {
        let level = match (self.quiet, self.verbose) {
            (true, _) => LevelFilter::Off,
            (_, true) => LevelFilter::Debug,
            _ => LevelFilter::Warn,
        };
        if log::set_logger(&StderrLog).is_ok() {
            log::set_max_level(level);
        }
    }

    /// What a user wants to know by default: what was cleaned, how long it took.
    pub(crate) fn note(self, text: impl Display) {
        if !self.quiet {
            say(text);
        }
    }

    /// What a user wants to know with `--verbose`.
    pub(crate) fn detail(self, text: impl Display) {
        if self.verbose {
            say(text);
        }
    }

    /// Whether details are wanted.
    pub(crate) fn is_verbose(self) -> bool {
        self.verbose
    }

    /// How progress is told.
    pub(crate) fn progress(self) -> Progress {
        match self.progress {
            Some(progress) => progress,
            None if self.quiet => Progress::None,
            None if io::stderr().is_terminal() => Progress::Bar,
            None if self.verbose => Progress::Lines,
            None => Progress::None,
        }
    }
}

/// Prints the error that ends the program.
pub(crate) fn error(error: &anyhow::Error) {
    say(format_args!("error: {error}"));
}

/// One message on standard error. If that is closed or full, there is nobody to tell.
pub(crate) fn say(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

struct StderrLog;

impl Log for StderrLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Other crates' debugging output is of no use to users of the command.
        metadata.target().starts_with("gpm")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            say(format_args!("{}: {}", record.level().as_str().to_ascii_lowercase(), record.args()));
        }
    }

    fn flush(&self) {}
}
