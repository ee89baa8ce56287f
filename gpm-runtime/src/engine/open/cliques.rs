//! Questions of open depth: maximal cliques, and problems of a program's own.

use std::ops::RangeInclusive;
use std::time::Instant;

use crate::control::{Control, Ending};
use crate::engine::kept::Engine;
use crate::engine::place::{CliquesAsked, CliquesDone};
use crate::engine::planning::ensure_simple;
use crate::engine::terms::{DevicesUsed, EngineError, Seconds};
use crate::graph::memory::readable;
use crate::graph::{Graph, VertexId};
use crate::open::cliques::{CliqueTree, LARGE, LARGE_TREE, MaximalCliques, MaximumClique, most_bytes};
use crate::open::{Found, Giving, Job, Ordered, Problem, search};
use crate::run::{RunError, Sink};

/// Which cliques are wanted.
///
/// ```
/// use gpm::{CliqueOptions, Control, Engine, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let options = CliqueOptions { min_size: 3, containing: vec![2] };
/// let found = Engine::auto()?.maximal_cliques(&graph, &options, &Control::new())?;
/// assert_eq!((found.count, found.sizes), (1, vec![(3, 1)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CliqueOptions {
    /// Cliques of fewer vertices are left out.
    pub min_size: usize,
    /// Vertices that the cliques have.
    pub containing: Vec<VertexId>,
}

/// What a search of open depth found.
#[derive(Clone, Debug)]
pub struct OpenReport {
    /// How many answers there are; for listings, how many were handed over.
    pub count: u128,
    /// The sizes that answers have, ascending, and how many have each.
    pub sizes: Vec<(usize, u128)>,
    /// The vertices of a largest answer, ascending; empty if there is none.
    pub largest: Vec<VertexId>,
    /// Of each vertex how many answers have it, if that was asked for.
    pub per_vertex: Option<Vec<u64>>,
    /// Whether the run was stopped early, so that there may be more.
    pub partial: bool,
    /// Whether the search ended since whoever took the answers wanted no more. There may be more.
    pub limited: bool,
    /// What it ran on.
    pub device: DevicesUsed,
    /// How long it took; ordering the graph is part of the run.
    pub seconds: Seconds,
}

/// What is to be done with answers beside counting them.
pub(in crate::engine) enum Wanted<'a, 's> {
    Sizes,
    PerVertex,
    Each(&'a mut Sink<'s>),
}

impl<'a, 's> Wanted<'a, 's> {
    /// Who takes answers one by one, and the vertices that they are counted for.
    pub(super) fn parts(self, graph: &Graph) -> (Option<&'a mut Sink<'s>>, Option<usize>) {
        match self {
            Self::Sizes => (None, None),
            Self::PerVertex => (None, Some(graph.num_vertices())),
            Self::Each(each) => (Some(each), None),
        }
    }
}

/// What is told of cliques.
pub(in crate::engine) enum Rule {
    Maximal,
    Maximum,
    /// All of some sizes.
    Sizes(RangeInclusive<usize>),
}

impl Engine {
    /// Counts the maximal cliques of a graph by size: sets of vertices that are all adjacent, to which no other vertex can be added. A vertex
    /// without neighbors is one by itself. Directions and labels do not matter. Runs on the CPU, or on the GPU of an engine that has one GPU alone.
    ///
    /// ```
    /// use gpm::{CliqueOptions, Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let found = Engine::auto()?.maximal_cliques(&graph, &CliqueOptions::default(), &Control::new())?;
    /// assert_eq!((found.count, found.sizes), (3, vec![(1, 1), (2, 1), (3, 1)]));
    /// assert_eq!(found.largest, [0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph's file is damaged, [`EngineError::Option`] for a vertex that the graph does not have, and
    /// [`EngineError::Run`] if a number leaves 128 bits.
    pub fn maximal_cliques(
        &self,
        graph: &Graph,
        options: &CliqueOptions,
        control: &Control,
    ) -> Result<OpenReport, EngineError> {
        self.cliques(graph, options, control, (Rule::Maximal, Wanted::Sizes))
    }

    /// As [`Engine::maximal_cliques`], and counts the cliques that each vertex is part of.
    ///
    /// # Errors
    /// As there.
    pub fn maximal_cliques_per_vertex(
        &self,
        graph: &Graph,
        options: &CliqueOptions,
        control: &Control,
    ) -> Result<OpenReport, EngineError> {
        self.cliques(graph, options, control, (Rule::Maximal, Wanted::PerVertex))
    }

    /// As [`Engine::maximal_cliques`], and hands each clique over, in no particular order and with its vertices in none. `Break` ends the run.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use gpm::{CliqueOptions, Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let mut met = Vec::new();
    /// Engine::auto()?.list_maximal_cliques(&graph, &CliqueOptions::default(), &Control::new(), &mut |clique| {
    ///     met.push(clique.len());
    ///     ControlFlow::Continue(())
    /// })?;
    /// met.sort();
    /// assert_eq!(met, [2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// If `each` does, with its panic.
    pub fn list_maximal_cliques(
        &self,
        graph: &Graph,
        options: &CliqueOptions,
        control: &Control,
        each: &mut Sink<'_>,
    ) -> Result<OpenReport, EngineError> {
        self.cliques(graph, options, control, (Rule::Maximal, Wanted::Each(each)))
    }

    /// Finds one of the largest cliques, which is [`OpenReport::largest`] and the only one that is counted. Where the run is stopped early, there
    /// may be a larger one. Runs on the CPU.
    ///
    /// ```
    /// use gpm::{CliqueOptions, Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let found = Engine::auto()?.maximum_clique(&graph, &CliqueOptions::default(), &Control::new())?;
    /// assert_eq!(found.largest, [0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::maximal_cliques`].
    pub fn maximum_clique(
        &self,
        graph: &Graph,
        options: &CliqueOptions,
        control: &Control,
    ) -> Result<OpenReport, EngineError> {
        let report = self.cliques(graph, options, control, (Rule::Maximum, Wanted::Sizes))?;
        // Others were the largest only for a while.
        let sizes: Vec<(usize, u128)> = report.sizes.last().map(|&(size, _)| (size, 1)).into_iter().collect();
        Ok(OpenReport { count: sizes.len() as u128, sizes, ..report })
    }

    /// Searches for the answers to a problem of the caller's own, on threads of the search's own, and hands them to `each` if it is there.
    ///
    /// # Errors
    /// [`EngineError::Run`] if a number leaves 128 bits.
    ///
    /// # Panics
    /// If the problem or `each` does, with its panic.
    pub fn solve<P: Problem>(
        &self,
        problem: &P,
        control: &Control,
        each: Option<&mut Sink<'_>>,
    ) -> Result<OpenReport, EngineError> {
        let start = Instant::now();
        self.in_run(control, |control| self.searched(problem, control, (each, None), start))
    }

    pub(in crate::engine) fn cliques(
        &self,
        graph: &Graph,
        CliqueOptions { min_size, containing }: &CliqueOptions,
        control: &Control,
        (rule, wanted): (Rule, Wanted<'_, '_>),
    ) -> Result<OpenReport, EngineError> {
        let start = Instant::now();
        ensure_simple(graph)?;
        graph.ensure_valid()?;
        if containing.iter().any(|&v| v as usize >= graph.num_vertices()) {
            return Err(EngineError::Option { what: "a vertex that cliques contain", must: "a vertex of the graph" });
        }
        let (each, per_vertex) = wanted.parts(graph);
        self.in_run(control, |control| {
            let ordered = match self.pool.install(|| Ordered::new(graph, containing, control)) {
                Ok(Some(ordered)) => ordered,
                _ => return self.found(Found::none(per_vertex), control, start),
            };
            if each.is_none() && per_vertex.is_none() && !ordered.is_empty() {
                let asked = match &rule {
                    Rule::Maximal => Some((true, *min_size..=usize::MAX)),
                    Rule::Sizes(sizes) => Some((false, sizes.clone())),
                    Rule::Maximum => None,
                };
                let elsewhere = asked.and_then(|(are_maximal, sizes)| {
                    let asked = CliquesAsked { graph: &ordered, are_maximal, sizes };
                    self.executor.cliques(asked, control)
                });
                if let Some(done) = elsewhere {
                    return self.found_elsewhere(done, (&ordered, &rule), control, start);
                }
            }
            self.say_memory(&ordered, &rule, start);
            match rule {
                Rule::Maximal => {
                    let problem = MaximalCliques::new(&ordered, *min_size, LARGE);
                    self.searched(&problem, control, (each, per_vertex), start)
                }
                Rule::Maximum => {
                    let problem = MaximumClique::new(&ordered, *min_size, LARGE);
                    self.searched(&problem, control, (each, per_vertex), start)
                }
                Rule::Sizes(sizes) => {
                    let problem = CliqueTree::new(&ordered, sizes.clone(), LARGE_TREE);
                    let (mut found, _) = search(&problem, self.job(control, None, None))?;
                    found.sizes = found.families.sizes(&sizes).ok_or(RunError::Overflow)?;
                    self.found(found, control, start)
                }
            }
        })
    }

    /// Logs what the search on the CPU takes at most, before it begins.
    fn say_memory(&self, ordered: &Ordered, rule: &Rule, start: Instant) {
        if !log::log_enabled!(log::Level::Debug) {
            return;
        }
        let node = match rule {
            Rule::Maximal => MaximalCliques::NODE,
            Rule::Maximum => MaximumClique::NODE,
            Rule::Sizes(_) => CliqueTree::NODE,
        };
        let (took, threads) = (start.elapsed().as_secs_f64(), self.pool.current_num_threads());
        let each = readable(self.pool.install(|| most_bytes(ordered, node)) as u64);
        log::debug!("vertices ordered in {took:.3} s; the search takes at most {each} on each of {threads} threads");
    }

    pub(super) fn searched<P: Problem>(
        &self,
        problem: &P,
        control: &Control,
        (sink, per_vertex): (Option<&mut Sink<'_>>, Option<usize>),
        start: Instant,
    ) -> Result<OpenReport, EngineError> {
        let (found, _) = search(problem, self.job(control, sink, per_vertex))?;
        self.found(found, control, start)
    }

    fn job<'a, 's>(
        &self,
        control: &'a Control,
        sink: Option<&'a mut Sink<'s>>,
        per_vertex: Option<usize>,
    ) -> Job<'a, 's> {
        Job { control, threads: self.pool.current_num_threads(), giving: Giving::OnDemand, sink, per_vertex }
    }

    /// The report of a search for cliques that the CPU did not do.
    fn found_elsewhere(
        &self,
        done: CliquesDone,
        (ordered, rule): (&Ordered, &Rule),
        control: &Control,
        start: Instant,
    ) -> Result<OpenReport, EngineError> {
        let (mut found, device, kernel) = match done {
            Err(error) if error.is_stopped() => (Found::default(), self.device(), None),
            done => done?,
        };
        if let Rule::Sizes(sizes) = rule {
            let base = ordered.base();
            // What all cliques have is one by itself.
            if !base.is_empty() && sizes.contains(&base.len()) {
                found.families.add((base.len(), 0), 1);
                if found.largest.is_empty() {
                    found.largest = base.to_vec();
                }
            }
            found.sizes = found.families.sizes(sizes).ok_or(RunError::Overflow)?;
        }
        let report = self.found(found, control, start)?;
        let seconds = Seconds { kernel, ..report.seconds };
        Ok(OpenReport { device, seconds, ..report })
    }

    /// The report of a search that has ended, whatever ended it.
    pub(super) fn found(&self, found: Found, control: &Control, start: Instant) -> Result<OpenReport, EngineError> {
        let Found { sizes, mut largest, per_vertex, .. } = found;
        largest.sort_unstable();
        let ending = control.ending(!control.is_stopped());
        let add = |sum: u128, &(_, number): &(usize, u128)| sum.checked_add(number);
        Ok(OpenReport {
            count: sizes.iter().try_fold(0, add).ok_or(RunError::Overflow)?,
            sizes,
            largest,
            per_vertex,
            partial: ending == Ending::Stopped,
            limited: ending == Ending::BySink,
            device: DevicesUsed::cpu(self.pool.current_num_threads()),
            seconds: Seconds { run: start.elapsed().as_secs_f64(), ..Seconds::default() },
        })
    }
}
