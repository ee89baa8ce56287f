//! Candidate classes: which data vertices may stand for a pattern vertex, to a fixed point over their neighborhoods
//! [GraphQL-matching, CFL-Match].

use gpm_plan::nest::{Need, VertexClass};
use gpm_plan::pattern::PairConstraint;
use rayon::prelude::*;

use super::filter::Filters;
use super::known::{Candidates, CandidatesId, Step, Under};
use super::members::Members;
use super::relation::Relation;
use super::{Admitted, BindError};
use crate::control::Control;
use crate::graph::{Graph, VertexId};

/// Rounds after which refinement of candidate classes stops; what is left is filtered by the search itself. *guess*
const MAX_ROUNDS: usize = 4;
/// Members of a class that are looked at first. Where fewer than one in [`FEW`] would leave, all stay: to look at all rows takes longer than the
/// search takes to find that out. *guess*
const SAMPLED: usize = 256;
/// See [`SAMPLED`]. *guess*
const FEW: usize = 16;
/// Members: of fewer all are looked at. *guess*
const SMALL: usize = 1 << 13;

/// The members of each class; `None` for the class of all vertices alone, so that compiled code knows which it has.
///
/// # Errors
/// As [`Bound::under`](super::Bound::under).
pub(super) fn members(
    graph: &Graph,
    classes: &[VertexClass],
    under: Under<'_>,
) -> Result<Vec<Option<Candidates>>, BindError> {
    let named = classes.iter().skip(1).map(|class| {
        let step = Step::Begin { label: class.label.clone(), conditions: class.conditions.clone() };
        under.known.begin(graph, step, || begin(graph, class, under.control)).map(Some)
    });
    let mut members = std::iter::once(Ok(None)).chain(named).collect::<Result<Vec<_>, BindError>>()?;
    let mut changed = vec![true; members.len()];
    for _ in 0..MAX_ROUNDS {
        // Who needs nobody that left stays.
        let is_due = |class: &VertexClass| class.needs.iter().any(|need| changed[usize::from(need.class.0)]);
        let refined = members.iter().zip(classes).map(|(own, class)| {
            let Some(own) = own.as_ref().filter(|_| is_due(class)) else { return Ok(None) };
            let candidates = |need: &Need| members[usize::from(need.class.0)].as_ref();
            let mut needs: Vec<(PairConstraint, u32, Option<CandidatesId>)> = (class.needs.iter())
                .map(|need| (need.pair.clone(), need.at_least, candidates(need).map(|candidates| candidates.id)))
                .collect();
            needs.sort_unstable();
            let refine = || refine(graph, own, (class, &members), under.control);
            under.known.refine(graph, (own, Step::Refine { own: own.id, needs }), refine).map(Some)
        });
        let refined = refined.collect::<Result<Vec<Option<Candidates>>, BindError>>()?;
        changed = vec![false; members.len()];
        for (class, new) in refined.into_iter().enumerate() {
            if let Some(new) = new.filter(|new| members[class].as_ref().is_some_and(|old| old.id != new.id)) {
                (members[class], changed[class]) = (Some(new), true);
            }
        }
        if !changed.contains(&true) {
            break;
        }
    }
    Ok(members)
}

struct BoundNeed<'a> {
    relation: Relation<'a>,
    candidates: Option<&'a Candidates>,
    at_least: u32,
}

/// The vertices with the label and the attributes of a class.
fn begin(graph: &Graph, class: &VertexClass, control: &Control) -> Result<Members, BindError> {
    let wanted = class.label.as_ref().map(|label| Admitted::new("vertex", graph.vertex_label_names(), label));
    let (wanted, labels) = (wanted.transpose()?, graph.vertex_labels().unwrap_or(&[]));
    let has_label = |v: VertexId| wanted.as_ref().is_none_or(|wanted| wanted.has(labels[v as usize]));
    if class.conditions.is_empty() {
        return Ok(Members::of(graph.num_vertices(), has_label));
    }
    let filters = Filters::of_conditions(graph, &class.conditions)?;
    // Where the run ends, what is left is of no use.
    let is_member = |v: VertexId| has_label(v) && !control.is_stopped() && filters.hold(0, &[v]);
    let members = Members::of(graph.num_vertices(), is_member);
    control.ensure_running()?;
    Ok(members)
}

/// The members of a class whose needs are met; `None` if those are all, or nearly all.
fn refine(
    graph: &Graph,
    own: &Members,
    (class, members): (&VertexClass, &[Option<Candidates>]),
    control: &Control,
) -> Result<Option<Members>, BindError> {
    let bind = |need: &Need| {
        let candidates = members[usize::from(need.class.0)].as_ref();
        Ok(BoundNeed { relation: Relation::bind(graph, &need.pair)?, candidates, at_least: need.at_least })
    };
    let needs = class.needs.iter().map(bind).collect::<Result<Vec<_>, BindError>>()?;
    let stays = |v: VertexId| !control.is_stopped() && needs.iter().all(|need| is_met(need, v));
    if own.len() > SMALL {
        let leaving = own.spread(SAMPLED).into_par_iter().filter(|&v| !stays(v)).count();
        control.ensure_running()?;
        if leaving * FEW < SAMPLED {
            return Ok(None);
        }
    }
    let refined = Members::of(graph.num_vertices(), |v| own.contains(v) && stays(v));
    control.ensure_running()?;
    let leaving = own.len() - refined.len();
    Ok((leaving * FEW >= own.len() && leaving > 0).then_some(refined))
}

fn is_met(need: &BoundNeed<'_>, v: VertexId) -> bool {
    let mut missing = need.at_least;
    need.relation.for_each(v, |w| {
        let counts = need.candidates.is_none_or(|candidates| candidates.contains(w));
        missing -= u32::from(counts);
        missing > 0
    });
    missing == 0
}
