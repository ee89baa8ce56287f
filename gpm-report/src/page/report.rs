//! What a report says, as plain values. What is `None` or empty is not shown.

use crate::chart::{DegreeChart, HeatMap, Histogram, Profile, Timeline};
use crate::drawing::Figure;

/// A report about a network: one page, whose sections are there if they have something to show.
///
/// All text is taken as text, whatever is in it. Numbers that are not finite are shown as unknown.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What the network is called.
    pub title: String,
    /// A sentence or two below the title.
    pub lead: Option<String>,
    /// Sentences on what is missing on the page, and why.
    pub missing: Vec<String>,
    /// When and how the page was made.
    pub made: Made,
    /// What was read, and what was cleaned.
    pub reading: Option<Reading>,
    /// Numbers about the network as a whole.
    pub facts: Option<Facts>,
    /// Degrees.
    pub degrees: Option<DegreeChart>,
    /// What was counted as a time series.
    pub timeline: Option<Timeline>,
    /// Small patterns and how often they are there.
    pub motifs: Option<Motifs>,
    /// What counts were compared with.
    pub null_model: Option<NullModel>,
    /// z-scores as a chart.
    pub profile: Option<Profile>,
    /// Counts in random networks beside what was observed, a chart each.
    pub distributions: Vec<Histogram>,
    /// The 16 kinds of three vertices of a directed graph.
    pub triads: Option<TriadCensus>,
    /// Correlations of orbit counts over the vertices.
    pub orbits: Option<HeatMap>,
    /// Cliques by size.
    pub cliques: Option<Cliques>,
    /// Matches with the names of their vertices.
    pub instances: Vec<Instance>,
    /// Vertices that differ most from the others.
    pub unusual: Option<Unusual>,
    /// What the steps took.
    pub timings: Vec<Timing>,
}

/// When and how a page was made.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// Date and time as they are to be shown.
    pub at: String,
    /// The command that makes the same page again.
    pub command: String,
    /// The program and its version.
    pub program: String,
}

/// What was read, and what was cleaned.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The file, or where else the graph is from.
    pub source: String,
    /// Its format, as `edge list, tab-separated`.
    pub format: Option<String>,
    /// What was left out or joined, such as `loops left out`, and how many.
    pub cleaned: Vec<(String, Option<u128>)>,
    /// Sentences on what else a reader should know.
    pub notes: Vec<String>,
}

/// Numbers about a network as a whole.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Vertices.
    pub vertices: Option<u128>,
    /// Edges, or arcs of a directed graph.
    pub edges: Option<u128>,
    /// Whether edges have directions.
    pub directed: Option<bool>,
    /// The part of possible edges that is there, from 0 to 1.
    pub density: Option<f64>,
    /// The part of arcs that have one back, from 0 to 1.
    pub reciprocity: Option<f64>,
    /// Neighbors of vertices.
    pub degree: Option<DegreeFacts>,
    /// Connected components, weak ones of a directed graph.
    pub components: Option<u128>,
    /// Vertices of the largest component.
    pub largest_component: Option<u128>,
    /// The largest k with a subgraph whose vertices all have k neighbors in it.
    pub core_number: Option<u128>,
    /// The part of paths of three vertices whose ends are joined, from 0 to 1.
    pub transitivity: Option<f64>,
    /// Triangles.
    pub triangles: Option<u128>,
    /// Other facts, shown last: name, and value as text.
    pub others: Vec<(String, String)>,
}

/// Numbers of neighbors.
#[derive(Clone, Debug, Default)]
pub struct DegreeFacts {
    /// The least.
    pub min: Option<u128>,
    /// As many vertices have more as have fewer.
    pub median: Option<f64>,
    /// The mean.
    pub mean: Option<f64>,
    /// The most.
    pub max: Option<u128>,
}

/// Small patterns and how often they are there.
#[derive(Clone, Debug, Default)]
pub struct Motifs {
    /// A sentence on what was counted: size, and whether other edges may be between the vertices.
    pub meaning: String,
    /// The patterns.
    pub rows: Vec<Motif>,
}

/// A pattern, how often it is there, and how often that is in random networks.
#[derive(Clone, Debug, Default)]
pub struct Motif {
    /// Its name.
    pub name: String,
    /// Its drawing.
    pub figure: Figure,
    /// How often it is there.
    pub count: Option<u128>,
    /// Its part of all counted, from 0 to 1.
    pub share: Option<f64>,
    /// The mean of the null model.
    pub expected: Option<f64>,
    /// The standard deviation of the null model.
    pub deviation: Option<f64>,
    /// Standard deviations from the mean.
    pub z: Option<f64>,
    /// How probable a count as far from the mean is in the null model.
    pub p: Option<f64>,
    /// What follows from that.
    pub verdict: Verdict,
}

/// Whether a pattern is there more often than in random networks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// It was not compared, or there is nothing to compare with.
    #[default]
    Untested,
    /// More often.
    More,
    /// Less often.
    Fewer,
    /// About as often.
    Usual,
}

/// The random networks that counts were compared with.
#[derive(Clone, Debug, Default)]
pub struct NullModel {
    /// Its name, such as `degree-preserving edge switching`.
    pub name: String,
    /// What random networks have in common with this one: `the degree of each vertex`.
    pub keeps: Vec<String>,
    /// Random networks that were made.
    pub samples: Option<u128>,
    /// The seed that makes the same ones again.
    pub seed: Option<u64>,
    /// What else a reader should know, such as the threshold of a verdict.
    pub notes: Vec<String>,
}

/// Counts of the kinds of three vertices, in the order of [`crate::TRIADS`].
#[derive(Clone, Debug, Default)]
pub struct TriadCensus {
    /// How often each is there.
    pub counts: [Option<u128>; 16],
    /// z-scores, where they were compared.
    pub z: [Option<f64>; 16],
}

/// Sets of vertices that are all joined.
#[derive(Clone, Debug, Default)]
pub struct Cliques {
    /// Whether only cliques that no vertex can be added to are counted.
    pub maximal: bool,
    /// Sizes and how many there are.
    pub sizes: Vec<(u64, Option<u128>)>,
    /// Names of the members of a largest one.
    pub largest: Vec<String>,
}

/// A match of a pattern, its vertices named as in the network.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    /// The drawing.
    pub figure: Figure,
    /// What it is a match of.
    pub caption: String,
}

/// Vertices that differ most from the others.
#[derive(Clone, Debug, Default)]
pub struct Unusual {
    /// A sentence on how they were found.
    pub meaning: String,
    /// Names of the numbers.
    pub columns: Vec<String>,
    /// Vertices, the most unusual one first.
    pub rows: Vec<UnusualVertex>,
}

/// A vertex that differs from the others.
#[derive(Clone, Debug, Default)]
pub struct UnusualVertex {
    /// Its name.
    pub name: String,
    /// A number a column.
    pub values: Vec<Option<f64>>,
    /// In what it differs.
    pub why: String,
}

/// What a step took.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// What was done.
    pub step: String,
    /// How long it took, in seconds.
    pub seconds: Option<f64>,
}
