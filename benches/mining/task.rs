//! What is timed: a task as the file of peers' times names it, and how gpm does it.

use std::time::Duration;

use anyhow::Context;
use gpm::{CliqueOptions, Control, Engine, Frequent, Further, Graph};

/// A task on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Task {
    /// Frequent patterns of so many edges, the smaller ones too if they are asked for.
    Edges { most: usize, with_smaller: bool, support: u64 },
    /// Frequent patterns of at most so many vertices.
    Vertices { most: usize, support: u64 },
    /// Maximal cliques.
    MaximalCliques,
}

/// How many there are, and the seconds that it took to find out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    pub(crate) number: u128,
    pub(crate) seconds: f64,
    pub(crate) is_partial: bool,
}

impl Task {
    /// Reads `fsm exactly K edges mni>=S`, `fsm 1..K edges mni>=S`, `fsm <=N vertices (any edges) mni>=S` or `maximal-cliques`.
    pub(crate) fn parse(text: &str) -> Option<Task> {
        if text == "maximal-cliques" {
            return Some(Task::MaximalCliques);
        }
        let (what, support) = text.strip_prefix("fsm ")?.split_once(" mni>=")?;
        let support = support.parse().ok()?;
        if let Some(most) = what.strip_prefix("<=") {
            let most = most.strip_suffix(" vertices (any edges)")?.parse().ok()?;
            return Some(Task::Vertices { most, support });
        }
        let what = what.strip_suffix(" edges")?;
        let (most, with_smaller) = match what.strip_prefix("exactly ") {
            Some(most) => (most, false),
            None => (what.strip_prefix("1..")?, true),
        };
        Some(Task::Edges { most: most.parse().ok()?, with_smaller, support })
    }

    /// Does it once.
    ///
    /// # Errors
    /// What the engine says.
    pub(crate) fn run(self, engine: &Engine, graph: &Graph, limit: Duration) -> anyhow::Result<Done> {
        let control = Control::new().with_time_limit(limit);
        let (asked, least) = match self {
            Task::MaximalCliques => {
                let report = engine.maximal_cliques(graph, &CliqueOptions::default(), &control)?;
                let seconds = report.seconds.plan + report.seconds.compile + report.seconds.run;
                return Ok(Done { number: report.count, seconds, is_partial: report.partial });
            }
            Task::Edges { most, with_smaller, support } => {
                let asked = Frequent { max_edges: Some(most), ..Frequent::of_support(support) };
                (asked, if with_smaller { 1 } else { most })
            }
            Task::Vertices { most, support } => {
                (Frequent { max_vertices: Some(most), ..Frequent::of_support(support) }, 1)
            }
        };
        let report = engine.frequent(graph, &asked, &control, |_| Further::Grow).context("frequent patterns")?;
        let levels = report.levels.iter().filter(|level| level.size >= least);
        let number = levels.map(|level| u128::from(level.frequent)).sum();
        Ok(Done { number, seconds: report.seconds, is_partial: report.partial })
    }
}

impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Task::Edges { most, with_smaller: false, support } => {
                write!(f, "patterns of {most} edges, support {support}")
            }
            Task::Edges { most, with_smaller: true, support } => {
                write!(f, "patterns of up to {most} edges, support {support}")
            }
            Task::Vertices { most, support } => write!(f, "patterns of up to {most} vertices, support {support}"),
            Task::MaximalCliques => f.write_str("maximal cliques"),
        }
    }
}
