//! What is known of the candidates in a graph: queries that ask for the same labels filter the same vertices by the same steps, and read the same rows.

use std::ops::Deref;
use std::sync::{Arc, Mutex};

use gpm_plan::nest::{Cut, Side};
use gpm_plan::pattern::predicate::Condition;
use gpm_plan::pattern::{Label, PairConstraint};

use super::BindError;
use super::members::Members;
use super::own_rows::OwnRows;
use crate::control::Control;
use crate::graph::Graph;
use crate::lock::lock;

/// Bytes that may be kept in any case: of small graphs several times what their rows take. *guess*
const LEAST: usize = 256 << 20;

/// The members of a class, and what they are known by.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    pub(super) id: CandidatesId,
    members: Arc<Members>,
}

impl Deref for Candidates {
    type Target = Members;

    fn deref(&self) -> &Members {
        &self.members
    }
}

/// Which candidates: equal only of those that are the same vertices. There is none of all vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CandidatesId(u64);

/// How candidates come about.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// By label and attributes.
    Begin { label: Option<Label>, conditions: Vec<Condition> },
    /// Those of others that have so many neighbors among others yet, in order.
    Refine { own: CandidatesId, needs: Vec<(PairConstraint, u32, Option<CandidatesId>)> },
}

/// Pairs of a relation from some candidates to others.
#[derive(Debug, PartialEq)]
pub(super) struct Between {
    pub(super) pair: PairConstraint,
    /// Any of these; `None` stands for all vertices.
    pub(super) from: Vec<Option<CandidatesId>>,
    pub(super) to: Option<CandidatesId>,
}

/// What was found before of a graph, as long as it takes no more memory than the rows of the graph, or a quarter of a gigabyte. All is found without a lock: two threads may find the
/// same at once.
#[derive(Debug, Default)]
pub(crate) struct KnownCandidates(Mutex<Known>);

/// What candidates are found under: with what is known of them already, and only as long as a run goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Under<'a> {
    pub(crate) known: &'a KnownCandidates,
    pub(crate) control: &'a Control,
}

/// Ends of the ranges of records that satisfy a condition beside another.
#[derive(Debug)]
struct Ends {
    side: Side,
    condition: Condition,
    /// By vertex.
    words: Arc<Vec<u64>>,
}

#[derive(Debug, Default)]
struct Known {
    next: u64,
    bytes: usize,
    candidates: Vec<(Step, Candidates)>,
    pairs: Vec<(Between, u64)>,
    rows: Vec<(Between, Arc<OwnRows>)>,
    ends: Vec<Ends>,
}

impl KnownCandidates {
    /// The candidates that a pattern begins with.
    pub(super) fn begin(
        &self,
        graph: &Graph,
        step: Step,
        find: impl FnOnce() -> Result<Members, BindError>,
    ) -> Result<Candidates, BindError> {
        if let Some(found) = self.after(&step) {
            return Ok(found);
        }
        let members = find()?;
        Ok(self.keep_new(graph, step, members))
    }

    /// Those that are left of `own` after a step; `find` says `None` if all are.
    pub(super) fn refine(
        &self,
        graph: &Graph,
        (own, step): (&Candidates, Step),
        find: impl FnOnce() -> Result<Option<Members>, BindError>,
    ) -> Result<Candidates, BindError> {
        if let Some(found) = self.after(&step) {
            return Ok(found);
        }
        Ok(match find()? {
            Some(members) => self.keep_new(graph, step, members),
            None => {
                lock(&self.0).candidates.push((step, own.clone()));
                own.clone()
            }
        })
    }

    /// How many pairs are expected.
    pub(super) fn num_pairs(
        &self,
        between: Between,
        find: impl FnOnce() -> Result<u64, BindError>,
    ) -> Result<u64, BindError> {
        let known = |known: &Known| known.pairs.iter().find(|(own, _)| *own == between).map(|(_, pairs)| *pairs);
        if let Some(pairs) = known(&lock(&self.0)) {
            return Ok(pairs);
        }
        let pairs = find()?;
        lock(&self.0).pairs.push((between, pairs));
        Ok(pairs)
    }

    /// The pairs as rows.
    pub(super) fn rows(
        &self,
        graph: &Graph,
        between: Between,
        find: impl FnOnce() -> Result<OwnRows, BindError>,
    ) -> Result<Arc<OwnRows>, BindError> {
        let known =
            |known: &Known| known.rows.iter().find(|(own, _)| *own == between).map(|(_, rows)| Arc::clone(rows));
        if let Some(rows) = known(&lock(&self.0)) {
            return Ok(rows);
        }
        let rows = Arc::new(find()?);
        let mut known = lock(&self.0);
        known.make_room(graph, rows.bytes());
        known.rows.push((between, Arc::clone(&rows)));
        Ok(rows)
    }

    /// The ends of the ranges of records that satisfy a condition beside another.
    pub(super) fn ends(
        &self,
        graph: &Graph,
        cut: &Cut,
        find: impl FnOnce() -> Result<Arc<Vec<u64>>, BindError>,
    ) -> Result<Arc<Vec<u64>>, BindError> {
        let is_it = |own: &&Ends| own.side == cut.side && own.condition == cut.condition;
        let known = |known: &Known| known.ends.iter().find(is_it).map(|own| Arc::clone(&own.words));
        if let Some(words) = known(&lock(&self.0)) {
            return Ok(words);
        }
        let words = find()?;
        let mut known = lock(&self.0);
        known.make_room(graph, size_of_val(&words[..]));
        let (side, condition) = (cut.side, cut.condition.clone());
        known.ends.push(Ends { side, condition, words: Arc::clone(&words) });
        Ok(words)
    }

    fn after(&self, step: &Step) -> Option<Candidates> {
        let known = lock(&self.0);
        known.candidates.iter().find(|(own, _)| own == step).map(|(_, found)| found.clone())
    }

    fn keep_new(&self, graph: &Graph, step: Step, members: Members) -> Candidates {
        let mut known = lock(&self.0);
        known.make_room(graph, members.bytes());
        known.next += 1;
        let found = Candidates { id: CandidatesId(known.next), members: Arc::new(members) };
        known.candidates.push((step, found.clone()));
        found
    }
}

impl Known {
    /// Forgets all if there would be too much.
    fn make_room(&mut self, graph: &Graph, bytes: usize) {
        let of_graph = size_of_val(graph.out().offsets()) + size_of_val(graph.out().neighbors());
        if self.bytes + bytes > of_graph.max(LEAST) {
            // Numbers go on: what still refers to candidates that are forgotten is met by no others.
            *self = Known { next: self.next, ..Known::default() };
        }
        self.bytes += bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(label: &str) -> Step {
        Step::Begin { label: Some(Label::new(label)), conditions: Vec::new() }
    }

    #[test]
    fn what_is_asked_again_is_not_found_again_until_there_is_too_much() {
        let graph = Graph::from_edges(200, (1..200).map(|v| (v - 1, v))).unwrap();
        let known = KnownCandidates::default();
        let even = || Ok(Members::of(200, |v| v % 2 == 0));
        let first = known.begin(&graph, begin("A"), even).unwrap();
        let again = known.begin(&graph, begin("A"), || unreachable!("it is known")).unwrap();
        assert_eq!((first.id, first.len()), (again.id, 100));
        let step = || Step::Refine { own: first.id, needs: Vec::new() };
        let left = known.refine(&graph, (&first, step()), || Ok(None)).unwrap();
        assert_eq!(left.id, first.id);
        assert_eq!(known.refine(&graph, (&first, step()), || unreachable!("it is known")).unwrap().id, first.id);
        let between = || Between {
            pair: PairConstraint::unlabelled(gpm_plan::pattern::PairStates::BOTH),
            from: vec![Some(first.id)],
            to: None,
        };
        assert_eq!(known.num_pairs(between(), || Ok(7)).unwrap(), 7);
        assert_eq!(known.num_pairs(between(), || unreachable!("it is known")).unwrap(), 7);
        lock(&known.0).make_room(&graph, LEAST);
        let other = known.begin(&graph, begin("A"), even).unwrap();
        assert!(other.id != first.id && *other == *first);
    }
}
