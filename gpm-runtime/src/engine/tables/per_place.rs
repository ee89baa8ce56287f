//! How many matches have each vertex, or each edge: the counts at all places of a pattern that it may be in, added.

use gpm_plan::pattern::Semantics;
use gpm_plan::pattern::{EdgeKind, OrbitsOf};
use gpm_plan::places::Place;
use gpm_plan::plan::AnswerError;
use gpm_plan::query::{Query, Unit};

use super::place_rows::PlaceRows;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::{asked, refuse_records};
use crate::engine::terms::{DevicesUsed, EngineError, Seconds};
use crate::graph::{Graph, VertexId};
use crate::table::Counts;

/// How many matches have each vertex or edge of a graph.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlaceCounts {
    /// A count for each row: a vertex, by [`VertexId`], or one of [`edges`](Self::edges).
    pub counts: Counts,
    /// The edges that rows stand for, in the order of [`Graph::edges`]; none where rows are vertices.
    pub edges: Vec<[VertexId; 2]>,
    /// What it ran on.
    pub device: DevicesUsed,
    /// How long it took.
    pub seconds: Seconds,
}

impl Engine {
    /// Counts for each data vertex, or edge, the matches that have it; if vertices of the pattern are `named`, one or the two ends of an edge, those that
    /// have it as these, or as what a symmetry of the pattern carries there. `None` if the run was stopped.
    ///
    /// ```
    /// use gpm::pattern::OrbitsOf;
    /// use gpm::{Control, Engine, Graph, Session};
    ///
    /// let paw = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let (engine, mut session) = (Engine::auto()?, Session::new(&paw));
    /// let of = (OrbitsOf::Vertices, &[][..]);
    /// let found = engine.count_per_place_in(&mut session, "a-b-c", of, &Control::new())?.expect("nobody stops it");
    /// assert_eq!(found.counts.iter().collect::<Vec<_>>(), [4, 4, 5, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count_per_anchor_in`]; [`EngineError::Option`] for homomorphisms, which may meet a vertex several times.
    pub fn count_per_place_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        (of, named): (OrbitsOf, &[usize]),
        control: &Control,
    ) -> Result<Option<PlaceCounts>, EngineError> {
        let query = checked(session.graph(), query, of)?;
        session.ensure_whole()?;
        let places = query.places(of, named)?;
        let all = |control: &Control| self.at_all_places(session, &query, (of, places), control);
        match self.in_run(control, all) {
            Err(error) if error.is_stopped() => Ok(None),
            found => found,
        }
    }

    fn at_all_places(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        (of, places): (OrbitsOf, Vec<Place>),
        control: &Control,
    ) -> Result<Option<PlaceCounts>, EngineError> {
        let rows = PlaceRows::new(session.graph(), of, control)?;
        let (mut sum, mut device, mut seconds): (Option<Counts>, _, _) = (None, self.device(), Seconds::default());
        for place in places {
            let found = self.counted_per_anchor(session, &anchored(query, &place)?, control)?;
            if found.report.partial {
                return Ok(None);
            }
            (device, seconds) = (found.report.device, seconds.then(found.report.seconds));
            let add = || -> Result<Counts, AnswerError> {
                let own = rows.of_arcs(found.counts, place.is_symmetric)?;
                own.times_onto(place.times, sum.as_ref()).ok_or(AnswerError::Overflow)
            };
            sum = Some(self.pool.install(add)?);
        }
        let counts = sum.unwrap_or_else(|| Counts::Narrow(Vec::new()));
        Ok(Some(PlaceCounts { counts, edges: rows.into_edges(), device, seconds }))
    }
}

/// A query for which there are such counts.
pub(in crate::engine) fn checked(
    graph: &Graph,
    query: impl TryInto<Query, Error: Into<EngineError>>,
    of: OrbitsOf,
) -> Result<Query, EngineError> {
    let query = asked(graph, query)?;
    if of == OrbitsOf::Edges {
        refuse_records(graph)?;
    }
    if query.semantics == Semantics::Homomorphism {
        let what = "what is counted for each vertex or edge";
        return Err(EngineError::Option { what, must: "subgraphs: a homomorphism may meet a vertex several times" });
    }
    let has_undirected = || query.pattern.edges().any(|edge| edge.kind == EdgeKind::Undirected);
    if of == OrbitsOf::Edges && graph.is_directed() && has_undirected() {
        return Err(EngineError::NoArc);
    }
    Ok(query)
}

/// A query that counts subgraphs at a place.
pub(in crate::engine) fn anchored(query: &Query, place: &Place) -> Result<Query, EngineError> {
    let pattern = query.pattern.clone().with_anchors(&place.anchors)?;
    Ok(Query { pattern, unit: Unit::Subgraphs, ..query.clone() })
}
