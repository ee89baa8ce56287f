//! What the workers of an open search find.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::families::Families;
use crate::control::Control;
use crate::graph::VertexId;
use crate::run::Sink;

/// Vertices of answers that are kept before they are handed over, once many were. The first ones go at once, so that whoever wants a few
/// does not wait for more: what is kept doubles from one time to the next. *guess*
const BATCH: usize = 1 << 14;

/// Where answers go one by one.
pub(super) struct Outlet<'a, 's> {
    sink: Mutex<&'a mut Sink<'s>>,
    control: &'a Control,
}

impl<'a, 's> Outlet<'a, 's> {
    pub(super) fn new(sink: &'a mut Sink<'s>, control: &'a Control) -> Self {
        Outlet { sink: Mutex::new(sink), control }
    }

    /// Hands answers over; how many were taken.
    fn hand_over<'v>(&self, answers: impl Iterator<Item = &'v [VertexId]>) -> usize {
        // A sink that panicked is not called again, also not before its worker has ended the search.
        let Ok(mut sink) = self.sink.lock() else { return 0 };
        let mut taken = 0;
        for answer in answers {
            if self.control.has_enough() {
                break;
            }
            taken += 1;
            if let ControlFlow::Break(()) = sink(answer) {
                self.control.end();
            }
        }
        taken
    }
}

/// What one worker has found: how many answers of each size, one of the largest, and what else was asked for.
pub struct Findings<'a> {
    /// By size.
    sizes: Vec<u128>,
    families: Families,
    largest: Vec<VertexId>,
    per_vertex: Option<Vec<u64>>,
    outlet: Option<&'a Outlet<'a, 'a>>,
    /// Answers that are to be handed over, one after the other, and where each ends.
    batch: Vec<VertexId>,
    ends: Vec<usize>,
    /// Vertices from which on they are.
    enough: usize,
    has_overflown: bool,
}

impl std::fmt::Debug for Findings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Findings").field("sizes", &self.sizes).field("largest", &self.largest).finish_non_exhaustive()
    }
}

impl<'a> Findings<'a> {
    /// None yet. `num_vertices`: of the graph, if answers are counted for each vertex.
    pub(super) fn new(num_vertices: Option<usize>, outlet: Option<&'a Outlet<'a, 'a>>) -> Self {
        Findings {
            sizes: Vec::new(),
            families: Families::default(),
            largest: Vec::new(),
            per_vertex: num_vertices.map(|vertices| vec![0; vertices]),
            outlet,
            batch: Vec::new(),
            ends: Vec::new(),
            enough: 1,
            has_overflown: false,
        }
    }

    /// An answer with these vertices of the graph.
    pub fn report(&mut self, members: &[VertexId]) {
        self.one(members.len(), |all| all.extend_from_slice(members));
    }

    /// Whether each answer is to be reported by itself. Otherwise numbers of answers will do.
    pub(super) fn wants_each(&self) -> bool {
        self.per_vertex.is_some() || self.outlet.is_some()
    }

    /// One answer of so many vertices, which `members` appends if they are wanted.
    #[inline]
    pub(super) fn one(&mut self, size: usize, members: impl FnOnce(&mut Vec<VertexId>)) {
        if self.wants_each() {
            members(&mut self.batch);
            self.ends.push(self.batch.len());
            if self.batch.len() >= self.enough {
                self.enough = BATCH.min(2 * self.batch.len());
                self.flush();
            }
        } else {
            self.several(size, 1, members);
        }
    }

    /// So many answers of one size, one of which `example` appends if it is wanted.
    #[inline]
    pub(super) fn several(&mut self, size: usize, number: u128, example: impl FnOnce(&mut Vec<VertexId>)) {
        if size >= self.sizes.len() {
            self.sizes.resize(size + 1, 0);
        }
        match self.sizes[size].checked_add(number) {
            Some(sum) => self.sizes[size] = sum,
            None => self.has_overflown = true,
        }
        if size > self.largest.len() && number > 0 {
            self.largest.clear();
            example(&mut self.largest);
        }
    }

    /// So many families of answers, which have `held` vertices in common and any of `free` others. `example` appends one of the largest
    /// answers, of `largest` vertices, if it is wanted.
    #[inline]
    pub(super) fn families(
        &mut self,
        shape: (usize, usize),
        number: u128,
        (largest, example): (usize, impl FnOnce(&mut Vec<VertexId>)),
    ) {
        self.families.add(shape, number);
        if largest > self.largest.len() {
            self.largest.clear();
            example(&mut self.largest);
        }
    }

    /// A number that does not fit was to be reported.
    pub(super) fn overflow(&mut self) {
        self.has_overflown = true;
    }

    /// Hands over what is kept. What is not taken does not count.
    pub(super) fn flush(&mut self) {
        let (batch, ends) = (std::mem::take(&mut self.batch), std::mem::take(&mut self.ends));
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let answers = || starts.clone().zip(&ends).map(|(start, &end)| &batch[start..end]);
        let taken = self.outlet.map_or(ends.len(), |outlet| outlet.hand_over(answers()));
        for answer in answers().take(taken) {
            self.several(answer.len(), 1, |largest| largest.extend_from_slice(answer));
            if let Some(per_vertex) = &mut self.per_vertex {
                answer.iter().for_each(|&v| per_vertex[v as usize] += 1);
            }
        }
        (self.batch, self.ends) = (batch, ends);
        self.batch.clear();
        self.ends.clear();
    }

    /// With what another worker found.
    pub(super) fn merge(&mut self, other: Findings<'_>) {
        self.has_overflown |= other.has_overflown;
        for (size, number) in other.sizes.into_iter().enumerate().filter(|&(_, number)| number > 0) {
            self.several(size, number, |_| ());
        }
        self.families.merge(&other.families);
        // Counting a new largest size has dropped the old example: the other worker has one.
        if other.largest.len() > self.largest.len() {
            self.largest = other.largest;
        }
        if let (Some(sums), Some(others)) = (&mut self.per_vertex, other.per_vertex) {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        }
    }

    /// What was found, if numbers fitted.
    pub(super) fn into_found(self) -> Option<Found> {
        let sizes = self.sizes.into_iter().enumerate().filter(|&(_, number)| number > 0).collect();
        (!self.has_overflown).then_some(Found {
            sizes,
            families: self.families,
            largest: self.largest,
            per_vertex: self.per_vertex,
        })
    }
}

/// What all workers found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Sizes that answers have, ascending, and how many answers have it.
    pub(crate) sizes: Vec<(usize, u128)>,
    /// Answers that are counted by the family.
    pub(crate) families: Families,
    /// The vertices of a largest answer.
    pub(crate) largest: Vec<VertexId>,
    /// Of each vertex, how many answers have it, if that was asked for.
    pub(crate) per_vertex: Option<Vec<u64>>,
}

impl Found {
    /// Nothing, for each of so many vertices if that was asked for.
    pub(crate) fn none(per_vertex: Option<usize>) -> Found {
        Found { per_vertex: per_vertex.map(|vertices| vec![0; vertices]), ..Found::default() }
    }
}
