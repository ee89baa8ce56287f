//! The options that say which random graphs there are.

use std::time::Instant;

use clap::{Args, ValueEnum};
use gpm::Graph;
use gpm::null::{Curveball, Length, Model, NotCompared, Null, NullGraphs, Switching};

use crate::process::{Failure, Messages};

/// Swaps for each edge that a chain is watched for when it is judged how many are needed: mostly 50 to 300. *guess*
const WATCHED: f64 = 150.0;

/// Which random graphs a graph is compared with.
#[derive(Args, Debug)]
#[command(next_help_heading = "Random graphs")]
pub(crate) struct NullArgs {
    /// What random graphs have in common with GRAPH: see below
    #[arg(long = "null", value_enum, value_name = "MODEL", default_value_t = NullArg::Switching, hide_possible_values = true)]
    model: NullArg,
    /// What swaps keep beside the degrees: labels, reciprocity, joint-degrees, components; several with commas
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', hide_possible_values = true)]
    keep: Vec<KeepArg>,
    /// Swaps tried for each edge, or rounds of Curveball; judged by how fast a chain of them forgets the graph if it is not given
    #[arg(long, value_name = "N", value_parser = parse_swaps)]
    swaps: Option<f64>,
    /// Of --null gnp: the probability of each edge, instead of the density of GRAPH
    #[arg(long, value_name = "P")]
    probability: Option<f64>,
    /// Another seed gives other random graphs; the same seed the same, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// [`Null`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NullArg {
    /// Degrees, by swaps of two edges
    Switching,
    /// Degrees, by trades of neighbors between two vertices
    Curveball,
    /// Degrees, by pairing edge ends until the graph is simple
    Configuration,
    /// Degrees, nearly: edge ends are paired, and loops and repetitions dropped
    ConfigurationErased,
    /// Degrees on average
    ChungLu,
    /// The number of edges
    Gnm,
    /// The number of edges on average
    Gnp,
    /// The number of edges between each two labels
    Blocks,
    /// All edges; labels and values of vertices are dealt anew
    VertexLabels,
    /// All edges; labels and values of edges are dealt anew
    EdgeLabels,
}

/// What swaps keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeepArg {
    /// Each vertex's number of neighbors of each label
    Labels,
    /// Each vertex's number of mutual arcs
    Reciprocity,
    /// The number of edges between each two degrees
    JointDegrees,
    /// The number of components
    Components,
}

impl NullArgs {
    /// The seed of the random graphs.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// What the counts of such random graphs are about, in a line: whatever changes a count changes it.
    pub(crate) fn about(&self, nulls: &NullGraphs<'_>) -> String {
        let described = nulls.describe();
        let mut about =
            format!("counts in random graphs by {}, keeping {}", described.name, described.keeps.join(", "));
        if let Some(swaps) = self.swaps.or_else(|| nulls.mixing().map(|mixing| mixing.used)) {
            about += &format!("; {swaps} swaps or rounds");
        }
        if let Some(probability) = self.probability {
            about += &format!("; probability {probability}");
        }
        about + &format!("; seed {}, graph {:016x}", self.seed, nulls.observed().fingerprint())
    }

    /// The random graphs beside a graph. Says how they are made.
    pub(crate) fn graphs<'g>(&self, graph: &'g Graph, messages: Messages) -> Result<NullGraphs<'g>, Failure> {
        let nulls = NullGraphs::new(graph, &self.null(graph, self.swaps)?, self.seed)?;
        let described = nulls.describe();
        messages.note(format_args!("random graphs by {}: kept are {}", described.name, described.keeps.join(", ")));
        if let Some(reach) = nulls.reach().filter(|reach| !reach.all) {
            messages.note(reach.why);
        }
        if let Some(mixing) = nulls.mixing() {
            messages.note(format_args!("{:.1} {} each, as judged", mixing.used, mixing.unit));
            if !mixing.settled {
                messages.note(format_args!(
                    "that may be too few: after {:.0} {} the graph was not forgotten yet; say how many with --swaps",
                    mixing.watched, mixing.unit
                ));
            }
        }
        Ok(nulls)
    }

    /// About how many seconds it takes to judge how many swaps random graphs of this graph need, by what a few swaps take; nothing if that is not judged.
    /// That cannot be stopped.
    pub(crate) fn judging(&self, graph: &Graph) -> Result<Option<f64>, Failure> {
        if !self.is_chain() || self.swaps.is_some() {
            return Ok(None);
        }
        let seconds = |swaps: f64| -> Result<f64, Failure> {
            let nulls = NullGraphs::new(graph, &self.null(graph, Some(swaps))?, self.seed)?;
            let start = Instant::now();
            nulls.graph(0)?;
            Ok(start.elapsed().as_secs_f64())
        };
        // Both make a graph of the edges in the end.
        let (few, more) = (seconds(1.0)?, seconds(3.0)?);
        Ok(Some(WATCHED * (more - few).max(0.0) / 2.0))
    }

    fn is_chain(&self) -> bool {
        matches!(self.model, NullArg::Switching | NullArg::Curveball)
    }

    fn null(&self, graph: &Graph, swaps: Option<f64>) -> Result<Null, Failure> {
        let is_chain = self.is_chain();
        if self.swaps.is_some() && !is_chain {
            return Err(Failure::input("--swaps is for --null switching and curveball: leave it out"));
        }
        if self.probability.is_some() && self.model != NullArg::Gnp {
            return Err(Failure::input("--probability is for --null gnp: leave it out"));
        }
        let is_kept = |what| self.keep.contains(&what);
        let others = self.keep.iter().any(|&what| what != KeepArg::Labels);
        if (others && self.model != NullArg::Switching) || (is_kept(KeepArg::Labels) && !is_chain) {
            return Err(Failure::input(
                "--keep is for --null switching (and labels for curveball): other models keep what they are named by",
            ));
        }
        let labels = || match graph.vertex_labels() {
            Some(labels) => Ok(labels.to_vec()),
            None => Err(Failure::input("the vertices have no labels to keep: give them with --labels FILE")),
        };
        let classes = is_kept(KeepArg::Labels).then(labels).transpose()?;
        let length = swaps.map_or(Length::Judged, Length::Times);
        Ok(match self.model {
            NullArg::Switching => Null::Rewired(Model::Switching(Switching {
                reciprocity: is_kept(KeepArg::Reciprocity),
                classes,
                joint_degrees: is_kept(KeepArg::JointDegrees),
                components: is_kept(KeepArg::Components),
                length,
            })),
            NullArg::Curveball => Null::Rewired(Model::Curveball(Curveball { sides: classes, length })),
            NullArg::Configuration => Null::Rewired(Model::ConfigurationByRejection),
            NullArg::ConfigurationErased => Null::Rewired(Model::ConfigurationErased),
            NullArg::ChungLu => Null::Rewired(Model::ChungLu),
            NullArg::Gnm => Null::Rewired(Model::UniformEdges),
            NullArg::Gnp => Null::Rewired(Model::IndependentEdges(self.probability)),
            NullArg::Blocks => Null::Rewired(Model::Blocks(labels()?)),
            NullArg::VertexLabels => Null::VerticesDealt,
            NullArg::EdgeLabels => Null::EdgesDealt,
        })
    }
}

impl From<NotCompared> for Failure {
    fn from(error: NotCompared) -> Self {
        match error {
            NotCompared::Model(_) | NotCompared::EdgeValues => Failure::input(error.to_string()),
            NotCompared::Graph(error) => error.into(),
            NotCompared::Engine(error) => error.into(),
            NotCompared::Stopped => Failure::run(error.to_string()),
        }
    }
}

/// Reads how many swaps there are for each edge.
fn parse_swaps(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0, such as 10".to_owned())
}
