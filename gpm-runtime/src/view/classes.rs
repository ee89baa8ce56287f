//! Candidate classes: which data vertices may stand for a pattern vertex, to a fixed point over their neighborhoods
//! [GraphQL-matching, CFL-Match].

use gpm_plan::nest::filter::test;
use gpm_plan::nest::{Column, Kind, VertexClass};
use rayon::prelude::*;

use super::filter::Filters;
use super::members::Members;
use super::relation::Relation;
use super::{Admitted, BindError};
use crate::control::Control;
use crate::graph::{Graph, VertexId};

/// Refinement stops after this many rounds; what is left is filtered by the search itself.
const MAX_ROUNDS: usize = 4;

/// Vertices whose attributes one thread looks at before it looks at the control.
const CHUNK: usize = 4096;

/// The members of each class; `None` for the class of all vertices alone, so that compiled code knows which it has.
///
/// # Errors
/// As [`Bound::under`](super::Bound::under).
pub(super) fn members(
    graph: &Graph,
    classes: &[VertexClass],
    control: &Control,
) -> Result<Vec<Option<Members>>, BindError> {
    let named = classes.iter().skip(1).map(|class| labelled(graph, class, control).map(Some));
    let mut members = std::iter::once(Ok(None)).chain(named).collect::<Result<Vec<_>, BindError>>()?;
    let needs = classes
        .iter()
        .map(|class| {
            let bind = |need: &gpm_plan::nest::Need| {
                let class = usize::from(need.class.0);
                Ok(BoundNeed { relation: Relation::bind(graph, &need.pair)?, class, at_least: need.at_least })
            };
            class.needs.iter().map(bind).collect::<Result<Vec<_>, BindError>>()
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut changed = vec![true; members.len()];
    for _ in 0..MAX_ROUNDS {
        // Who needs nobody that left stays.
        let is_due = |needs: &[BoundNeed<'_>]| needs.iter().any(|need| changed[need.class]);
        let refined: Vec<Option<Members>> = (members.iter().zip(&needs))
            .map(|(own, needs)| own.as_ref().filter(|_| is_due(needs)).map(|own| refine(own, needs, &members, control)))
            .collect();
        control.ensure_running()?;
        changed = vec![false; members.len()];
        for (class, new) in refined.into_iter().enumerate() {
            if new.as_ref().zip(members[class].as_ref()).is_some_and(|(new, old)| new.0 != old.0) {
                (members[class], changed[class]) = (new, true);
            }
        }
        if !changed.contains(&true) {
            break;
        }
    }
    Ok(members)
}

struct BoundNeed<'g> {
    relation: Relation<'g>,
    class: usize,
    at_least: u32,
}

/// The vertices with the label and the attributes of a class.
fn labelled(graph: &Graph, class: &VertexClass, control: &Control) -> Result<Members, BindError> {
    let mut members = with_label(graph, class)?;
    if class.conditions.is_empty() {
        return Ok(members);
    }
    let columns = Column::read_by(&class.conditions);
    let tests =
        |kinds: &[Kind]| vec![class.conditions.iter().map(|condition| test(condition, &columns, kinds)).collect()];
    let filters = Filters::bind(graph, &columns, &class.conditions)?.with_tests(tests);
    members.0.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, members)| {
        // Where the run ends, what is left is of no use.
        if !control.is_stopped() {
            let vertices = (chunk * CHUNK) as VertexId..;
            members.iter_mut().zip(vertices).for_each(|(is_member, v)| *is_member &= filters.hold(0, &[v]));
        }
    });
    control.ensure_running()?;
    Ok(members)
}

fn with_label(graph: &Graph, class: &VertexClass) -> Result<Members, BindError> {
    let Some(label) = &class.label else {
        return Ok(Members(vec![true; graph.num_vertices()]));
    };
    let wanted = Admitted::new("vertex", graph.vertex_label_names(), label)?;
    let labels = graph.vertex_labels().unwrap_or(&[]);
    Ok(Members(labels.iter().map(|&label| wanted.has(label)).collect()))
}

/// The members of a class whose needs are met; of no use if the run was stopped.
fn refine(own: &Members, needs: &[BoundNeed<'_>], members: &[Option<Members>], control: &Control) -> Members {
    let stays = |v: VertexId| !control.is_stopped() && needs.iter().all(|need| is_met(need, v, members));
    Members((0..own.0.len() as VertexId).into_par_iter().map(|v| own.contains(v) && stays(v)).collect())
}

fn is_met(need: &BoundNeed<'_>, v: VertexId, members: &[Option<Members>]) -> bool {
    let mut missing = need.at_least;
    need.relation.for_each(v, |w| {
        let counts = members[need.class].as_ref().is_none_or(|members| members.contains(w));
        missing -= u32::from(counts);
        missing > 0
    });
    missing == 0
}
