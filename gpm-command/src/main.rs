//! The command: one file per subcommand, and what they share. Folders stand in the order in which they build on each other.
//!
//! Arguments → pattern and graph → engine → answer. Results go to standard output, all else to standard error; nothing
//! outside this package prints.

mod help;
mod process;
mod args;
mod rows;
mod answers;
mod parts;
mod counts;
mod lists;
mod open;
mod shown;
mod significance;
mod commands;

use std::io::Write;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use process::{Failure, Messages, Outcome, interrupt, messages};

/// The command line.
#[derive(Parser, Debug)]
#[command(name = "gpm", version, about = "Count and list patterns in graphs", after_help = help::COMMANDS, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    messages: Messages,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Count patterns: exact numbers of subgraphs, embeddings or homomorphisms
    Count(commands::Count),
    /// Estimate how often patterns occur, with an interval, where counting takes too long
    Estimate(commands::Estimate),
    /// Draw random matches of a pattern, each as likely as any other
    Sample(commands::Sample),
    /// List the matches of a pattern as csv, tsv, jsonl or Parquet
    List(commands::List),
    /// Answer a query in Cypher: MATCH … WHERE … RETURN …
    Query(commands::Query),
    /// Count every connected pattern on K vertices
    Motifs(commands::Motifs),
    /// Say whether patterns occur more often than chance would have it: beside random graphs of the same degrees
    Significance(commands::Significance),
    /// Write random graphs that have some properties of a graph
    Null(commands::Null),
    /// Say how much networks are alike, by the orbits of their vertices
    Compare(commands::Compare),
    /// Add up what the shards of a run counted
    Merge(commands::Merge),
    /// Count for each vertex or edge how often it lies on each orbit of the graphlets of 4 or 5 vertices
    Orbits(commands::Orbits),
    /// Count complete subgraphs of K vertices, count and list maximal ones, find a maximum one
    Cliques(commands::Cliques),
    /// Find what is nearly a clique: maximal k-plexes and quasi-cliques
    Dense(commands::Dense),
    /// Find the patterns that occur often in a graph, or in many graphs of a database
    Fsm(commands::Fsm),
    /// Show the plan of a pattern and what it was chosen from
    Explain(commands::Explain),
    /// Show figures of a graph; check a .gpm file from end to end
    Info(commands::Info),
    /// Write what there is to know of a graph as one HTML page
    Report(commands::ReportCommand),
    /// Write a graph in another format
    Convert(commands::Convert),
    /// Make a synthetic graph
    Generate(commands::Generate),
    /// Show the catalog of named patterns, with drawings
    Patterns(commands::Patterns),
    /// Draw patterns as SVG
    Draw(commands::Draw),
    /// Tools for whoever looks for a fault of gpm itself
    Debug(commands::Debug),
    /// Show what runs can use here
    Devices(commands::Devices),
    /// Print the completions of options for a shell
    Completions(commands::Completions),
    /// Print the manual page of gpm, or write those of all commands
    Man(commands::Man),
}

/// Work queues that the driver makes when it opens a GPU: one for kernels, one to stop them by. An H200 opens in 0.07 s then, in
/// 0.11 s with as many as the driver makes by default. A number that is set already stays.
const GPU_QUEUES: (&str, &str) = ("CUDA_DEVICE_MAX_CONNECTIONS", "2");

/// Runs the command. Wrong usage ends in clap, with exit code 2. Nothing waits for a GPU that is no longer needed.
fn main() -> ! {
    if std::env::var_os(GPU_QUEUES.0).is_none() {
        // SAFETY: the process has no other thread yet.
        unsafe { std::env::set_var(GPU_QUEUES.0, GPU_QUEUES.1) };
    }
    let matches = Cli::command().get_matches();
    let Cli { command, messages } = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    messages.install_log();
    interrupt::install();
    let threads = matches.subcommand().and_then(|(_, own)| own.try_get_one("threads").ok().flatten().copied());
    let code = match command.ready_threads(threads).and_then(|()| command.run(messages)) {
        Ok(outcome) => outcome.code(),
        Err(failure) => {
            let code = failure.code();
            if let Failure::Input(error) | Failure::Run(error) = failure {
                messages::error(&error);
            }
            code
        }
    };
    // What cannot be written now was reported before.
    let _ = std::io::stdout().flush();
    gpm::leave(code)
}

impl Command {
    /// Starts the threads on which graphs are read, unless there is no graph.
    fn ready_threads(&self, threads: Option<usize>) -> Result<(), Failure> {
        match self {
            Self::Patterns(_) | Self::Draw(_) | Self::Devices(_) | Self::Completions(_) | Self::Man(_) => Ok(()),
            _ => Ok(gpm::ready_threads(threads)?),
        }
    }

    fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        match self {
            Self::Count(command) => command.run(messages),
            Self::Sample(command) => command.run(messages),
            Self::Estimate(command) => command.run(messages),
            Self::List(command) => command.run(messages),
            Self::Query(command) => command.run(messages),
            Self::Motifs(command) => command.run(messages),
            Self::Significance(command) => command.run(messages),
            Self::Null(command) => command.run(messages),
            Self::Compare(command) => command.run(messages),
            Self::Merge(command) => command.run(messages),
            Self::Orbits(command) => command.run(messages),
            Self::Cliques(command) => command.run(messages),
            Self::Dense(command) => command.run(messages),
            Self::Fsm(command) => command.run(messages),
            Self::Explain(command) => command.run(messages),
            Self::Info(command) => command.run(messages),
            Self::Report(command) => command.run(messages),
            Self::Convert(command) => command.run(messages),
            Self::Generate(command) => command.run(messages),
            Self::Patterns(command) => command.run(messages),
            Self::Draw(command) => command.run(messages),
            Self::Debug(command) => command.run(messages),
            Self::Devices(command) => command.run(),
            Self::Completions(command) => command.run(Cli::command()),
            Self::Man(command) => command.run(Cli::command()),
        }
    }
}
