//! Relationships of a type that must not be there, counted as all matches less those with them: patterns say of no edge that it lacks a label.

use std::collections::BTreeSet;

use gpm::Graph;

use super::expressible::direct;
use super::merge::{Merged, MergedEdge, common_types};
use crate::expression::{Expression, Node};
use crate::question::Reading;

/// Terms double with each.  *guess*
const MOST: usize = 6;

/// That no relationship of a type leads from one node to another.
#[derive(Clone, Debug)]
pub(super) struct Absence {
    from: usize,
    to: usize,
    types: BTreeSet<String>,
}

/// What the conditions of these numbers say is absent, if that can be counted so, and which of them say it.
pub(super) fn absences(reading: &Reading, left: &[usize], graph: &Graph) -> (Vec<Absence>, Vec<usize>) {
    let (mut absences, mut said) = (Vec::new(), Vec::new());
    for &number in left {
        if let Some(own) = of_condition(&reading.conditions[number], reading, graph) {
            absences.extend(own);
            said.push(number);
        }
    }
    // Of records there may be one of each of two types, which no edge without a name says.
    let most = if graph.has_records() { 1 } else { MOST };
    if absences.len() > most { (Vec::new(), Vec::new()) } else { (absences, said) }
}

fn of_condition(condition: &Expression, reading: &Reading, graph: &Graph) -> Option<Vec<Absence>> {
    let Node::Not(inner) = &condition.node else { return None };
    let Node::Exists(number) = inner.node else { return None };
    let own = direct(&reading.subpatterns[number])?;
    let (from, to, types) = (own.from, own.to, own.types.clone());
    let one = Absence { from, to, types: types.clone() };
    Some(match graph.is_directed() && !own.is_directed {
        true => vec![one, Absence { from: to, to: from, types }],
        false => vec![one],
    })
}

/// The terms of the difference, each with whether it is taken away.
pub(super) fn signed(merged: &Merged, absences: &[Absence], graph: &Graph) -> Vec<(bool, Merged)> {
    let with = |chosen: u32| {
        let mut all = merged.clone();
        for (_, absence) in absences.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1) {
            let (from, to) = (merged.class_of[absence.from], merged.class_of[absence.to]);
            let (from, to) = if graph.is_directed() { (from, to) } else { (from.min(to), from.max(to)) };
            if from == to {
                return None;
            }
            let is_same = |edge: &&mut MergedEdge| (edge.from, edge.to) == (from, to) && !graph.has_records();
            match all.edges.iter_mut().find(is_same) {
                Some(edge) => edge.types = common_types(&edge.types, &absence.types)?,
                None => all.edges.push(MergedEdge { from, to, types: absence.types.clone(), of: Vec::new() }),
            }
        }
        Some((chosen.count_ones() % 2 == 1, all))
    };
    (0..1 << absences.len()).filter_map(with).collect()
}
