//! Graphlet orbit counts: for each vertex or edge how often it lies on each orbit [ORCA].

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Instant;

use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::{Orbit, OrbitsOf, orbits};
use gpm_plan::plan::{AnswerError, Plan};
use gpm_plan::query::Query;

use super::place_rows::PlaceRows;
use crate::control::Control;
use crate::engine::kept::{Engine, Purpose, Session};
use crate::engine::planning::ensure_simple;
use crate::engine::running::Tabulated;
use crate::engine::terms::{DevicesUsed, EngineError, Seconds};
use crate::graph::{Graph, VertexId};
use crate::table::Counts;

/// How often each vertex or edge of a graph lies on each orbit.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OrbitCounts {
    /// By number of the orbit a count for each row: a vertex, by [`VertexId`], or one of [`edges`](Self::edges).
    pub counts: Vec<Counts>,
    /// The edges that rows stand for, each with its smaller end first, ascending; none where rows are vertices.
    pub edges: Vec<[VertexId; 2]>,
    /// What it ran on.
    pub device: DevicesUsed,
    /// How long it took.
    pub seconds: Seconds,
}

impl Engine {
    /// Counts for each vertex, or each edge, of an undirected graph how often it lies on each orbit of the graphlets of up to
    /// `size` vertices, which is 4 or 5; `None` if the run was stopped, since part of a signed sum says nothing.
    ///
    /// Graphlets are vertex-induced; [`orbits`] gives their numbers. Cost: one sum for each edge-induced pattern of up to `size`
    /// vertices and each of its own orbits, most of them of searches of smaller patterns; memory for twice as many tables as
    /// there are orbits.
    ///
    /// ```
    /// use gpm::pattern::OrbitsOf;
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let paw = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let found = Engine::auto()?.count_orbits(&paw, OrbitsOf::Vertices, 4, &Control::new())?.expect("nobody stops it");
    /// let of_tail: Vec<u128> = found.counts.iter().map(|orbit| orbit.get(3)).collect();
    /// assert_eq!(of_tail, [1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count_per_anchor`].
    ///
    /// # Panics
    /// As [`orbits`], for another size.
    pub fn count_orbits(
        &self,
        graph: &Graph,
        of: OrbitsOf,
        size: usize,
        control: &Control,
    ) -> Result<Option<OrbitCounts>, EngineError> {
        ensure_simple(graph)?;
        if of == OrbitsOf::Edges && graph.is_directed() {
            return Err(EngineError::NoArc);
        }
        let session = &mut Session::new(graph);
        match self.in_run(control, |control| self.orbits_of(session, (of, size), control)) {
            Err(error) if error.is_stopped() => Ok(None),
            counts => counts,
        }
    }
}

impl Engine {
    /// As [`Engine::count_orbits`], within a time limit that runs already.
    fn orbits_of(
        &self,
        session: &mut Session<'_>,
        what: (OrbitsOf, usize),
        control: &Control,
    ) -> Result<Option<OrbitCounts>, EngineError> {
        let tabulate = |session: &mut Session<'_>, plan: Plan, start: Instant| {
            let Tabulated { counts, report } = self.tabulate(session, plan, start, control)?;
            Ok((!report.partial).then_some((counts, report.seconds)))
        };
        let map = |rows: &PlaceRows, counts, is_symmetric| rows.of_arcs(counts, is_symmetric);
        let found = in_session(self, session, what, control, tabulate, map)?;
        let counts = |(counts, rows, seconds): (_, PlaceRows, _)| OrbitCounts {
            counts,
            edges: rows.into_edges(),
            device: self.device(),
            seconds,
        };
        Ok(found.map(counts))
    }
}

/// Counts all orbits in one session: `tabulate` by each plan, with what it took, until it gives nothing, and `map` makes rows of entries.
/// The columns by number of the orbit, the rows, and what it took.
pub(in crate::engine) fn in_session<T: Send>(
    engine: &Engine,
    session: &mut Session<'_>,
    (of, size): (OrbitsOf, usize),
    control: &Control,
    tabulate: impl FnMut(&mut Session<'_>, Plan, Instant) -> Result<Option<(T, Seconds)>, EngineError>,
    map: impl Fn(&PlaceRows, T, bool) -> Result<T, AnswerError> + Sync,
) -> Result<Option<(Vec<T>, PlaceRows, Seconds)>, EngineError> {
    let start = Instant::now();
    let rows = PlaceRows::new(session.graph(), of, control)?;
    // The densest first: what their sums are made of is there already when it comes to sparser ones, so that these choose
    // sums that share it.
    let mut orbits: Vec<(usize, Orbit)> = orbits(of, size).into_iter().enumerate().collect();
    orbits.sort_by_key(|(number, orbit)| (Reverse(orbit.pattern.num_edges()), *number));
    // All sums are over the same patterns, so that each is counted once however the others are.
    engine.expect_counted(session, orbits.iter().map(|(_, orbit)| orbit.pattern.clone()));
    let (purpose, known) = (Purpose { of, size, prices: engine.prices(session) }, engine.known.of(session.graph()));
    let graph = (session.graph().id(), known.stats(session.graph(), &engine.pool));
    let kept = if session.is_of_parts() { None } else { engine.known.kept_plans.get(purpose, graph) };
    let plans = match kept {
        Some(plans) => plans,
        None => {
            let plans = Arc::new(planned(engine, session, &orbits, control)?);
            engine.known.kept_plans.keep(purpose, graph, Arc::clone(&plans), start.elapsed().as_secs_f64());
            plans
        }
    };
    let planned = Seconds { plan: start.elapsed().as_secs_f64(), ..Seconds::default() };
    session.coming = Arc::new(engine.expect(session, distinct_nests(&plans), control)?);
    let column = |orbit: &Orbit, found| engine.pool.install(|| map(&rows, found, orbit.is_symmetric));
    let searching = Instant::now();
    let columns = in_turn(session, (&orbits, &plans), tabulate, column);
    session.coming = Arc::default();
    engine.known.kept_plans.spend(purpose, graph.0, searching.elapsed().as_secs_f64());
    Ok(columns?.map(|(columns, own)| (columns, rows, planned.then(own))))
}

/// Plans for all orbits.
fn planned(
    engine: &Engine,
    session: &mut Session<'_>,
    orbits: &[(usize, Orbit)],
    control: &Control,
) -> Result<Vec<Plan>, EngineError> {
    let plan = |(_, orbit): &(usize, Orbit)| {
        let query = Query::from(orbit.pattern.canonical());
        // In a clique nothing is absent.
        let query = if orbit.pattern.is_clique() { query } else { query.vertex_induced() };
        engine.plan_in(session, &query, control)
    };
    orbits.iter().map(plan).collect()
}

/// The columns of all orbits by their number, and what they took: each is tabulated by its plan, one after the other.
fn in_turn<T>(
    session: &mut Session<'_>,
    (orbits, plans): (&[(usize, Orbit)], &[Plan]),
    mut tabulate: impl FnMut(&mut Session<'_>, Plan, Instant) -> Result<Option<(T, Seconds)>, EngineError>,
    column: impl Fn(&Orbit, T) -> Result<T, AnswerError>,
) -> Result<Option<(Vec<T>, Seconds)>, EngineError> {
    let (mut columns, mut seconds): (Vec<(usize, T)>, _) = (Vec::new(), Seconds::default());
    for ((number, orbit), plan) in orbits.iter().zip(plans) {
        log::trace!("{plan}");
        let Some((found, own)) = tabulate(session, plan.clone(), Instant::now())? else { return Ok(None) };
        log::debug!("orbit {number}, {:.3} s: {}", own.run, orbit.pattern);
        seconds = seconds.then(own);
        columns.push((*number, column(orbit, found)?));
    }
    columns.sort_by_key(|(number, _)| *number);
    Ok(Some((columns.into_iter().map(|(_, column)| column).collect(), seconds)))
}

/// The nests of plans, each once, in the order in which they are needed.
fn distinct_nests(plans: &[Plan]) -> Vec<LoopNest> {
    let mut nests: Vec<LoopNest> = Vec::new();
    for nest in plans.iter().flat_map(Plan::nests) {
        if !nests.contains(nest) {
            nests.push(nest.clone());
        }
    }
    nests
}
