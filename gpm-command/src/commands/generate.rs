//! `gpm generate`: synthetic graphs, the same for the same seed on any number of threads.

use std::time::Instant;

use anyhow::anyhow;
use clap::{Args, Subcommand, ValueEnum};
use gpm::VertexOrder;
use gpm::graph::generate::{Events, GenerateError, LoopPlace, Model, generate};

use crate::answers::GraphFile;
use crate::process::{Failure, Messages, Outcome};

/// Seconds of a day.
const DAY: u64 = 86_400;

/// Options of `generate`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::GENERATE)]
pub(crate) struct Generate {
    #[command(subcommand)]
    family: Family,
}

/// Where to write, and which graph of the family.
#[derive(Args, Debug)]
struct Target {
    /// File to write: .gpm, .el or .graph; text may be packed as .gz or .zst
    #[arg(short, long, value_name = "FILE", value_parser = GraphFile::parse)]
    output: GraphFile,
    /// Another seed gives another graph
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A JSON object about the graph on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Family {
    /// Recursive matrix with the Graph500 probabilities: a power-law graph of 2^SCALE vertices
    Rmat {
        /// Binary logarithm of the number of vertices, 1 to 31
        #[arg(long, default_value_t = 16)]
        scale: u32,
        /// Edges drawn for each vertex; loops and repeats are removed
        #[arg(long, default_value_t = 16)]
        edge_factor: u64,
        #[command(flatten)]
        target: Target,
    },
    /// Erdős-Rényi G(n, m): all graphs with so many edges are equally likely
    Er {
        /// Vertices
        #[arg(short = 'n', long)]
        vertices: u32,
        /// Edges, exactly
        #[arg(short = 'm', long)]
        edges: u64,
        #[command(flatten)]
        target: Target,
    },
    /// Barabási-Albert: preferential attachment
    Ba {
        /// Vertices
        #[arg(short = 'n', long)]
        vertices: u32,
        /// Edges drawn by each new vertex
        #[arg(short = 'k', long)]
        edges_per_vertex: u32,
        #[command(flatten)]
        target: Target,
    },
    /// Watts-Strogatz: a ring with some edges moved
    Ws {
        /// Vertices
        #[arg(short = 'n', long)]
        vertices: u32,
        /// Nearest neighbours of each vertex in the ring, an even number
        #[arg(short = 'k', long)]
        neighbors: u32,
        /// Probability that an edge moves its far end
        #[arg(short = 'p', long, default_value_t = 0.1)]
        rewire: f64,
        #[command(flatten)]
        target: Target,
    },
    /// Kronecker product of stars: a power-law graph whose counts have closed forms; the seed is not used
    Kron {
        /// Leaves of each star
        #[arg(long, value_delimiter = ',', required = true, value_name = "N,N,…")]
        stars: Vec<u32>,
        /// Which vertex of each star has a loop
        #[arg(long, value_enum, default_value_t = LoopsArg::Centre)]
        loops: LoopsArg,
        #[command(flatten)]
        target: Target,
    },
    /// Records with times: a directed network of messages or payments that come in bursts, along the edges of a recursive matrix; for
    /// patterns with bound edges
    Events {
        /// Binary logarithm of the number of vertices, 1 to 31
        #[arg(long, default_value_t = Events::default().scale)]
        scale: u32,
        /// Events, exactly
        #[arg(short = 'm', long)]
        events: u64,
        /// Days in which bursts begin; the column `time` has seconds
        #[arg(long, default_value_t = Events::default().span / DAY)]
        days: u64,
        /// Events of a burst, on average
        #[arg(long, default_value_t = Events::default().burst)]
        burst: f64,
        /// Seconds from one event of a burst to the next, on average
        #[arg(long, default_value_t = Events::default().gap)]
        gap: f64,
        #[command(flatten)]
        target: Target,
    },
}

/// What is made.
enum Made {
    Graph(Model),
    Records(Events),
}

/// [`LoopPlace`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LoopsArg {
    /// The centre: many triangles
    Centre,
    /// A leaf: few triangles
    Leaf,
}

impl Generate {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let start = Instant::now();
        let (made, target) = self.family.made();
        if matches!(made, Made::Records(_)) && !target.output.is_mapped() {
            return Err(Failure::input("records are kept in .gpm files only: name one after -o"));
        }
        let graph = match &made {
            Made::Graph(model) => generate(model, target.seed),
            Made::Records(events) => events.generate(target.seed).map(|made| made.graph),
        };
        let graph = graph.map_err(|error| match error {
            GenerateError::NotEnoughMemory(_) => Failure::Run(anyhow!(error)),
            GenerateError::OutOfRange { .. } | GenerateError::Unknown { .. } | GenerateError::Records(_) => {
                Failure::Input(anyhow!(error))
            }
        })?;
        messages.note(format_args!("generated in {:.3} s", start.elapsed().as_secs_f64()));
        // What is searched as it lies in the file is laid out for searches; the vertices keep their ids. Records have an order of their own.
        let graph = match made {
            Made::Graph(_) if target.output.is_mapped() => graph.relabelled(VertexOrder::Degree),
            _ => graph,
        };
        target.output.write(&graph, messages)?;
        if target.json {
            target.output.print_json(&graph)?;
        }
        Ok(Outcome::Complete)
    }
}

impl Family {
    fn made(self) -> (Made, Target) {
        let (model, target) = match self {
            Self::Rmat { scale, edge_factor, target } => (Model::Rmat { scale, edge_factor }, target),
            Self::Er { vertices, edges, target } => (Model::ErdosRenyi { vertices, edges }, target),
            Self::Ba { vertices, edges_per_vertex, target } => {
                (Model::BarabasiAlbert { vertices, edges_per_vertex }, target)
            }
            Self::Ws { vertices, neighbors, rewire, target } => {
                (Model::WattsStrogatz { vertices, neighbors, rewire }, target)
            }
            Self::Kron { stars, loops, target } => {
                let loops = match loops {
                    LoopsArg::Centre => LoopPlace::Centre,
                    LoopsArg::Leaf => LoopPlace::Leaf,
                };
                (Model::KroneckerStars { leaves: stars, loops }, target)
            }
            Self::Events { scale, events, days, burst, gap, target } => {
                let span = days.saturating_mul(DAY);
                return (Made::Records(Events { scale, events, span, burst, gap }), target);
            }
        };
        (Made::Graph(model), target)
    }
}
