//! The command: one file per subcommand, and what they share.
//!
//! Arguments → pattern and graph → engine → answer. Results go to standard output, all else to standard error; nothing
//! outside this package prints.

mod help;
mod failure;
mod messages;
mod memory;
mod duration;
mod size;
mod standard_input;
mod graph_args;
mod attribute_args;
mod pattern_arg;
mod query_args;
mod engine_args;
mod interrupt;
mod progress;
mod search;
mod answer;
mod answer_rows;
mod per_place;
mod part_args;
mod part_file;
mod table_part;
mod part_folder;
mod counting;
mod pattern_rows;
mod pattern_list;
mod batch;
mod supports;
mod count;
mod estimate;
mod sample;
mod output_args;
mod cell;
mod row_file;
mod packed_file;
mod rows;
mod count_table;
mod disconnected_triads;
mod parquet;
mod row_writer;
mod rust;
mod attribute_columns;
mod writings;
mod row_order;
mod match_graph;
mod match_out;
mod kept_list;
mod list;
mod motifs;
mod merge_tables;
mod merge;
mod orbits;
mod asked;
mod maximal;
mod clique_sizes;
mod cliques;
mod dense;
mod domains_file;
mod fsm;
mod dot;
mod profile;
mod analyze;
mod trace;
mod debug;
mod certify;
mod inspect;
mod explain;
mod info;
mod graph_file;
mod convert;
mod generate;
mod drawing;
mod patterns;
mod devices;
mod completions;
mod man;

use std::io::Write;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use failure::{Failure, Outcome};
use messages::Messages;

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
    Count(count::Count),
    /// Estimate how often patterns occur, with an interval, where counting takes too long
    Estimate(estimate::Estimate),
    /// Draw random matches of a pattern, each as likely as any other
    Sample(sample::Sample),
    /// List the matches of a pattern as csv, tsv, jsonl or Parquet
    List(list::List),
    /// Count every connected pattern on K vertices
    Motifs(motifs::Motifs),
    /// Add up what the shards of a run counted
    Merge(merge::Merge),
    /// Count for each vertex or edge how often it lies on each orbit of the graphlets of 4 or 5 vertices
    Orbits(orbits::Orbits),
    /// Count complete subgraphs of K vertices, count and list maximal ones, find a maximum one
    Cliques(cliques::Cliques),
    /// Find what is nearly a clique: maximal k-plexes and quasi-cliques
    Dense(dense::Dense),
    /// Find the patterns that occur often in a graph, or in many graphs of a database
    Fsm(fsm::Fsm),
    /// Show the plan of a pattern and what it was chosen from
    Explain(explain::Explain),
    /// Show figures of a graph; check a .gpm file from end to end
    Info(info::Info),
    /// Write a graph in another format
    Convert(convert::Convert),
    /// Make a synthetic graph
    Generate(generate::Generate),
    /// Show the catalog of named patterns, with drawings
    Patterns(patterns::Patterns),
    /// Tools for whoever looks for a fault of gpm itself
    Debug(debug::Debug),
    /// Show what runs can use here
    Devices(devices::Devices),
    /// Print the completions of options for a shell
    Completions(completions::Completions),
    /// Print the manual page of gpm, or write those of all commands
    Man(man::Man),
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
            Self::Patterns(_) | Self::Devices(_) | Self::Completions(_) | Self::Man(_) => Ok(()),
            _ => Ok(gpm::ready_threads(threads)?),
        }
    }

    fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        match self {
            Self::Count(command) => command.run(messages),
            Self::Sample(command) => command.run(messages),
            Self::Estimate(command) => command.run(messages),
            Self::List(command) => command.run(messages),
            Self::Motifs(command) => command.run(messages),
            Self::Merge(command) => command.run(messages),
            Self::Orbits(command) => command.run(messages),
            Self::Cliques(command) => command.run(messages),
            Self::Dense(command) => command.run(messages),
            Self::Fsm(command) => command.run(messages),
            Self::Explain(command) => command.run(messages),
            Self::Info(command) => command.run(messages),
            Self::Convert(command) => command.run(messages),
            Self::Generate(command) => command.run(messages),
            Self::Patterns(command) => command.run(messages),
            Self::Debug(command) => command.run(messages),
            Self::Devices(command) => command.run(),
            Self::Completions(command) => command.run(Cli::command()),
            Self::Man(command) => command.run(Cli::command()),
        }
    }
}
