//! `gpm dense`: maximal k-plexes and quasi-cliques.

use clap::Args;
use gpm::{Density, Gamma};

use crate::args::{EngineArgs, GraphArgs};
use crate::open::{MaximalArgs, Question, Run};
use crate::process::{Failure, Messages, Outcome, Searches};

/// Options of `dense`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::DENSE)]
pub(crate) struct Dense {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    which: WhichArgs,
    #[command(flatten)]
    maximal: MaximalArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// A JSON object instead of lines of text
    #[arg(long, help_heading = crate::help::NO_HEADING)]
    json: bool,
}

/// How dense they are.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
#[command(next_help_heading = "What is found")]
struct WhichArgs {
    /// Sets of vertices that are each adjacent to all but K of them, itself counted among the K: with 1 cliques
    #[arg(long, value_name = "K")]
    k_plex: Option<usize>,
    /// Sets of vertices that are each adjacent to at least this part of the others: 0.5 to 1, or a fraction such as 2/3
    #[arg(long, value_name = "GAMMA")]
    quasi_clique: Option<Gamma>,
}

impl Dense {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let density = match (self.which.k_plex, self.which.quasi_clique) {
            (Some(0), _) => return Err(Failure::input("--k-plex 0: each vertex misses itself, so K is 1 or more")),
            (Some(k), _) => Density::Plex(k),
            (None, Some(gamma)) => Density::QuasiClique(gamma),
            (None, None) => return Err(Failure::input("say what is dense: --k-plex K or --quasi-clique GAMMA")),
        };
        let least = density.smallest_near();
        match self.maximal.min_size {
            Some(size) if size >= least => {}
            Some(size) => {
                return Err(Failure::input(format!(
                    "--min-size {size}: k-plexes of fewer than 2k-1 vertices, here {least}, need not be connected, so that almost any few \
                     vertices are one; give {least} or more"
                )));
            }
            None => {
                return Err(Failure::input(format!(
                    "--min-size is missing: small dense sets are many and say little; give the fewest vertices, {least} or more, for \
                     instance 10"
                )));
            }
        }
        let engine = self.engine.cpu_engine("dense sets of vertices")?;
        let loaded = self.graph.load_unlabelled(self.engine.threads(), messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let run = Run { engine: &engine, loaded: &loaded, searches, is_json: self.json, messages };
        self.maximal.run(Question::MaximalDense(density), run)
    }
}
