//! What is asked of a graph whose answers have no fixed number of vertices, and who answers it.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use gpm::{CliqueOptions, Control, DenseOptions, Density, Engine, EngineError, Graph, OpenReport, VertexId};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    MaximalCliques,
    MaximumClique,
    /// All cliques of some sizes.
    Cliques {
        least: usize,
        most: Option<usize>,
    },
    MaximalDense(Density),
}

/// ... and of which of them something is told.
pub(crate) struct Asked {
    pub(crate) question: Question,
    pub(crate) min_size: usize,
    pub(crate) containing: Vec<VertexId>,
    /// How many are met at most.
    pub(crate) limit: Option<NonZeroU64>,
}

impl Question {
    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::MaximalCliques => "maximal-cliques",
            Self::MaximumClique => "maximum-clique",
            Self::Cliques { .. } => "cliques",
            Self::MaximalDense(Density::Plex(_)) => "maximal-k-plexes",
            Self::MaximalDense(Density::QuasiClique(_)) => "maximal-quasi-cliques",
        }
    }

    /// How dense answers are, where that is asked: `k` of k-plexes, or the part of the others that a vertex is adjacent to.
    pub(crate) fn density(self) -> Option<String> {
        match self {
            Self::MaximalDense(Density::Plex(k)) => Some(k.to_string()),
            Self::MaximalDense(Density::QuasiClique(gamma)) => Some(gamma.to_string()),
            _ => None,
        }
    }

    /// What one of its answers is called, and several.
    pub(crate) fn nouns(self) -> (String, String) {
        match self {
            Self::MaximalCliques | Self::MaximumClique | Self::Cliques { .. } => {
                ("clique".to_owned(), "cliques".to_owned())
            }
            Self::MaximalDense(Density::Plex(k)) => (format!("{k}-plex"), format!("{k}-plexes")),
            Self::MaximalDense(Density::QuasiClique(gamma)) => {
                (format!("{gamma}-quasi-clique"), format!("{gamma}-quasi-cliques"))
            }
        }
    }

    /// Whether answers are part of no larger one.
    pub(crate) fn is_maximal(self) -> bool {
        !matches!(self, Self::Cliques { .. })
    }

    /// Whether all answers are counted, and not one of them found.
    pub(crate) fn is_counted(self) -> bool {
        self != Self::MaximumClique
    }
}

impl Asked {
    fn cliques(&self) -> CliqueOptions {
        CliqueOptions { min_size: self.min_size, containing: self.containing.clone() }
    }

    fn dense(&self, density: Density) -> DenseOptions {
        DenseOptions { density, min_size: self.min_size, containing: self.containing.clone() }
    }

    /// Counts them by size, up to the limit, or finds one.
    pub(crate) fn count(&self, engine: &Engine, graph: &Graph, control: &Control) -> Result<OpenReport, EngineError> {
        if self.limit.is_some() {
            return self.list(engine, graph, control, &mut |_| ControlFlow::Continue(()));
        }
        match self.question {
            Question::MaximalCliques => engine.maximal_cliques(graph, &self.cliques(), control),
            Question::MaximumClique => engine.maximum_clique(graph, &self.cliques(), control),
            Question::Cliques { least, most } => {
                engine.cliques_by_size(graph, least..=most.unwrap_or(usize::MAX), &self.containing, control)
            }
            Question::MaximalDense(density) => engine.maximal_dense(graph, &self.dense(density), control),
        }
    }

    /// The same, and counts those of each vertex.
    pub(crate) fn per_vertex(
        &self,
        engine: &Engine,
        graph: &Graph,
        control: &Control,
    ) -> Result<OpenReport, EngineError> {
        match self.question {
            Question::MaximalDense(density) => engine.maximal_dense_per_vertex(graph, &self.dense(density), control),
            _ => engine.maximal_cliques_per_vertex(graph, &self.cliques(), control),
        }
    }

    /// The same, and hands each over, up to the limit.
    pub(crate) fn list(
        &self,
        engine: &Engine,
        graph: &Graph,
        control: &Control,
        each: &mut (dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send),
    ) -> Result<OpenReport, EngineError> {
        let mut left = self.limit.map_or(u64::MAX, NonZeroU64::get);
        let mut take = |found: &[VertexId]| {
            left -= 1;
            match each(found) {
                ControlFlow::Continue(()) if left > 0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        match self.question {
            Question::MaximalDense(density) => {
                engine.list_maximal_dense(graph, &self.dense(density), control, &mut take)
            }
            _ => engine.list_maximal_cliques(graph, &self.cliques(), control, &mut take),
        }
    }
}
