//! Is it more than chance? Counts in a graph beside those in random graphs that have some of its properties.
//!
//! ```
//! use gpm::null::{Comparison, Null, NullGraphs, Verdict};
//! use gpm::{Control, Engine, Graph, Query};
//!
//! let karate = Graph::load("examples/graphs/karate.el")?;
//! let (engine, control) = (Engine::auto()?, Control::new());
//! let nulls = NullGraphs::new(&karate, &Null::default(), 1)?;
//! let queries = ["triangle".parse::<Query>()?, "clique:4".parse()?];
//! let mut comparison = Comparison::new(&engine, &nulls, &queries, &control)?;
//! comparison.sample(200, &control, |_, _| std::ops::ControlFlow::Continue(()))?;
//! let [triangles, cliques] = comparison.judge(0.05)[..] else { unreachable!() };
//! assert_eq!((triangles.observed, triangles.samples), (45, 200));
//! assert_eq!(cliques.verdict, Verdict::Usual);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use gpm_null::{Edges, Sampler};
use gpm_plan::pattern::predicate::Owner;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, EngineError, Session};
use gpm_runtime::graph::{Graph, GraphError, VertexId};

#[doc(inline)]
pub use gpm_null::{
    Curveball, Description, Interval, Judgement, LEAST_STEPS, Length, Mixing, Model, NullError, Reach, Statistic,
    Switching, Tally, Verdict, judge, permutation,
};

use crate::{Pattern, Query};

/// What random graphs have in common with the observed one.
#[derive(Clone, Debug, PartialEq)]
pub enum Null {
    /// Vertices keep their labels and values, and edges are others. Labels and values of edges go with them where
    /// [`Null::moves_edges`].
    Rewired(Model),
    /// Edges stay, and what the vertices carry, labels and values, is dealt out anew.
    VerticesDealt,
    /// Edges stay, and what they carry, labels and values such as weights and times, is dealt out anew.
    EdgesDealt,
}

impl Default for Null {
    /// Switching that keeps degrees, for as long as is judged to be needed.
    fn default() -> Null {
        Null::Rewired(Model::Switching(Switching::default()))
    }
}

impl Null {
    /// Whether each edge of a random graph is one of the observed graph's that was moved, whose label and values it has.
    pub fn moves_edges(&self) -> bool {
        matches!(
            self,
            Null::Rewired(Model::Switching(_) | Model::Curveball(_) | Model::Blocks(_))
                | Null::VerticesDealt
                | Null::EdgesDealt
        )
    }
}

/// Why there is nothing to compare with.
#[derive(Debug, thiserror::Error)]
pub enum NotCompared {
    /// The model does not suit the graph.
    #[error(transparent)]
    Model(#[from] NullError),
    /// A random graph could not be made of what the model says, or the graph is damaged.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The counts failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A query asks for what random graphs do not have.
    #[error(
        "a pattern asks for labels or values of edges, which the edges of this null model do not have: compare with switching, Curveball or blocks, or deal the values anew"
    )]
    EdgeValues,
    /// The run was stopped before the observed graph was counted.
    #[error("the run was stopped before the graph itself was counted")]
    Stopped,
}

/// Random graphs beside an observed one, each by its number: the same on any number of threads.
///
/// ```
/// use gpm::Graph;
/// use gpm::null::{Null, NullGraphs};
///
/// let ring = Graph::from_edges(6, (0..6).map(|v| (v, (v + 1) % 6)))?;
/// let nulls = NullGraphs::new(&ring, &Null::default(), 1)?;
/// assert_eq!(nulls.graph(3)?.edges(), nulls.graph(3)?.edges());
/// assert!((0..6).all(|v| nulls.graph(3).is_ok_and(|graph| graph.out().degree(v) == 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NullGraphs<'g> {
    graph: &'g Graph,
    null: Null,
    seed: u64,
    sampler: Option<Sampler>,
}

impl<'g> NullGraphs<'g> {
    /// Random graphs of a model beside a graph. O(m log m) for m edges; where the length of a chain is judged, about as much as ten graphs.
    ///
    /// # Errors
    /// [`NotCompared::Model`] if the model does not suit the graph; [`NotCompared::Graph`] for a graph of records.
    pub fn new(graph: &'g Graph, null: &Null, seed: u64) -> Result<NullGraphs<'g>, NotCompared> {
        graph.ensure_rewirable()?;
        let sampler = match null {
            Null::Rewired(model) => {
                let edges = Edges::new(graph.num_vertices(), graph.is_directed(), graph.edges())?;
                Some(Sampler::new(&edges, model, seed)?)
            }
            Null::VerticesDealt | Null::EdgesDealt => None,
        };
        Ok(NullGraphs { graph, null: null.clone(), seed, sampler })
    }

    /// The random graph of a number. Its vertices are those of the observed graph. O(n + m), and the steps of a chain.
    ///
    /// # Errors
    /// If memory does not suffice.
    pub fn graph(&self, number: u64) -> Result<Graph, GraphError> {
        let dealt = |length| permutation(length, None, self.seed, number).unwrap_or_default();
        match (&self.sampler, &self.null) {
            (Some(sampler), null) => self.graph.rewired(&sampler.sample(number).edges, null.moves_edges()),
            // Other vertices at the ends of the same edges: the same as other labels at the same vertices.
            (None, Null::VerticesDealt) => {
                let at = dealt(self.graph.num_vertices());
                let moved = |[u, v]: [VertexId; 2]| [at[u as usize], at[v as usize]];
                let edges: Vec<_> = self.graph.edges().into_iter().map(moved).collect();
                self.graph.rewired(&edges, true)
            }
            (None, _) => {
                let edges = self.graph.edges();
                let edges: Vec<_> = dealt(edges.len()).into_iter().map(|at| edges[at as usize]).collect();
                self.graph.rewired(&edges, true)
            }
        }
    }

    /// The observed graph.
    pub fn observed(&self) -> &'g Graph {
        self.graph
    }

    /// What the model is called, and what it keeps of the observed graph.
    pub fn describe(&self) -> Description {
        let dealt = |name, what| Description { name, keeps: vec!["all edges", what] };
        match (&self.sampler, &self.null) {
            (Some(sampler), _) => sampler.describe(),
            (None, Null::VerticesDealt) => {
                dealt("labels and values of vertices dealt anew", "how many vertices have which")
            }
            (None, _) => dealt("labels and values of edges dealt anew", "how many edges have which"),
        }
    }

    /// What was seen of a chain whose length was judged.
    pub fn mixing(&self) -> Option<&Mixing> {
        self.sampler.as_ref()?.mixing()
    }

    /// Whether all graphs that have what is kept can come out, for models of other edges.
    pub fn reach(&self) -> Option<Reach> {
        self.sampler.as_ref().map(Sampler::reach)
    }
}

/// Counts in an observed graph beside those in random ones, of which more can be added at any time.
pub struct Comparison<'a> {
    engine: &'a Engine,
    nulls: &'a NullGraphs<'a>,
    session: Session<'a>,
    tallies: Vec<Tally>,
}

impl<'a> Comparison<'a> {
    /// Plans the queries, those with the most edges first (see [`Engine::announce`]), and counts them in the observed graph.
    ///
    /// # Errors
    /// [`NotCompared::Engine`] as [`Engine::count`]; [`NotCompared::EdgeValues`]; [`NotCompared::Stopped`].
    pub fn new(
        engine: &'a Engine,
        nulls: &'a NullGraphs<'a>,
        queries: &[Query],
        control: &Control,
    ) -> Result<Comparison<'a>, NotCompared> {
        if !nulls.null.moves_edges() && queries.iter().any(|query| asks_for_edge_values(&query.pattern)) {
            return Err(NotCompared::EdgeValues);
        }
        let mut session = Session::new(nulls.graph);
        engine.announce(&mut session, queries, control)?;
        let mut tallies = Vec::with_capacity(queries.len());
        for query in queries {
            let report = engine.count_in(&mut session, query.clone(), control)?;
            if report.partial {
                return Err(NotCompared::Stopped);
            }
            tallies.push(Tally::new(report.count));
        }
        Ok(Comparison { engine, nulls, session, tallies })
    }

    /// Counts in so many more random graphs, by the plans made for the observed one. `each` is told the number and the counts of each in the
    /// order of their numbers, and may break. Then, and when the run is stopped, what was told of is part of the comparison, and nothing else.
    ///
    /// # Errors
    /// [`NotCompared::Engine`] as [`Engine::count_elsewhere`].
    pub fn sample(
        &mut self,
        more: u64,
        control: &Control,
        mut each: impl FnMut(&[Tally], (u64, &[u128])) -> ControlFlow<()>,
    ) -> Result<(), NotCompared> {
        let (first, tallies) = (self.samples(), &mut self.tallies);
        let numbers = first..first.saturating_add(more);
        let make = |number| self.nulls.graph(number);
        self.engine.count_elsewhere(&self.session, numbers, make, control, |number, counts| {
            tallies.iter_mut().zip(counts).for_each(|(tally, &count)| tally.add(count));
            each(tallies, (number, counts))
        })?;
        Ok(())
    }

    /// Adds what was counted before in the next random graph, in the order of the queries.
    ///
    /// Returns whether there is a count for each query; nothing is added otherwise.
    pub fn resume(&mut self, counts: &[u128]) -> bool {
        let fits = counts.len() == self.tallies.len();
        if fits {
            self.tallies.iter_mut().zip(counts).for_each(|(tally, &count)| tally.add(count));
        }
        fits
    }

    /// Number of random graphs so far.
    pub fn samples(&self) -> u64 {
        self.tallies.first().map_or(0, Tally::samples)
    }

    /// The counts so far, in the order of the queries.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// What the counts are worth so far, at a level such as 0.05: see [`Judgement`].
    pub fn judge(&self, level: f64) -> Vec<Judgement> {
        judge(&self.tallies, level)
    }
}

/// Whether a pattern asks for labels or values of edges.
fn asks_for_edge_values(pattern: &Pattern) -> bool {
    let mut found = pattern.has_edge_labels();
    for condition in pattern.predicate().conjuncts() {
        condition.visit(&mut |owner, attribute| {
            found |= !matches!(owner, Owner::Vertex(_)) && attribute.column().is_some();
        });
    }
    found
}
