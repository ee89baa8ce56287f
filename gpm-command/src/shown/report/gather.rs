//! What all sections share: engine, graph and clock; what is missing and why; how long each took.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use gpm::{Control, Engine, EngineError, Graph, OriginalId, VertexId};
use gpm_report::Timing;

use crate::process::{Failure, Searches};

/// What sections are gathered with.
pub(crate) struct Gather<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) graph: &'a Graph,
    pub(crate) searches: &'a Searches,
    /// The time that a section has.
    pub(crate) limit: Duration,
    /// Of what is drawn at random.
    pub(crate) seed: u64,
    /// The graph that has the names, and where its own vertices are there, if it is another.
    named: Option<(&'a Graph, &'a [VertexId])>,
    /// Sentences on what is missing.
    missing: RefCell<Vec<String>>,
    timings: RefCell<Vec<Timing>>,
}

/// A section under way.
pub(super) struct Section<'g, 'a> {
    gather: &'g Gather<'a>,
    title: String,
    began: Instant,
}

impl<'a> Gather<'a> {
    pub(crate) fn new(
        (engine, graph): (&'a Engine, &'a Graph),
        searches: &'a Searches,
        (limit, seed): (Duration, u64),
        named: Option<(&'a Graph, &'a [VertexId])>,
    ) -> Self {
        let (missing, timings) = Default::default();
        Self { engine, graph, searches, limit, seed, named, missing, timings }
    }

    /// Begins a section; what it takes is noted when it is dropped.
    pub(super) fn section(&self, title: &str) -> Section<'_, 'a> {
        Section { gather: self, title: title.to_owned(), began: Instant::now() }
    }

    /// Says what is missing.
    pub(crate) fn note_missing(&self, sentence: String) {
        self.missing.borrow_mut().push(sentence);
    }

    /// Says what a step took.
    pub(crate) fn note_time(&self, step: &str, seconds: f64) {
        self.timings.borrow_mut().push(Timing { step: step.to_owned(), seconds: Some(seconds) });
    }

    /// What was noted: what is missing, and times.
    pub(super) fn notes(&self) -> (Vec<String>, Vec<Timing>) {
        (self.missing.take(), self.timings.take())
    }

    /// The id of a vertex in the input.
    pub(super) fn id(&self, v: VertexId) -> OriginalId<'_> {
        match self.named {
            Some((graph, places)) => graph.original_id(places[v as usize]),
            None => self.graph.original_id(v),
        }
    }
}

impl Section<'_, '_> {
    /// Searches within the time that is left; `None` if there is no answer. `is_whole` says whether one is.
    pub(super) fn search<T>(
        &self,
        is_whole: impl FnOnce(&T) -> bool,
        work: impl FnOnce(&Control) -> Result<T, EngineError>,
    ) -> Result<Option<T>, Failure> {
        match self.run(work) {
            Ok(found) if is_whole(&found) => Ok(Some(found)),
            Ok(_) => {
                self.note_stopped();
                Ok(None)
            }
            Err(error) if error.is_overflow() => {
                self.note_overflow();
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Searches within the time that is left, whatever comes of it.
    pub(super) fn run<T>(&self, work: impl FnOnce(&Control) -> T) -> T {
        let Gather { searches, limit, .. } = self.gather;
        // A limit beyond what the clock can hold is no limit.
        match self.began.checked_add(*limit) {
            Some(deadline) => searches.run_until(deadline, &self.title, work),
            None => searches.run(&self.title, work),
        }
    }

    pub(super) fn note_overflow(&self) {
        self.gather.note_missing(format!("{} are missing: a number has more than 128 bits.", self.named()));
    }

    /// Says that there was no time.
    pub(super) fn note_stopped(&self) {
        let why = match self.gather.searches.is_over() {
            true => "the run was stopped before".to_owned(),
            false => format!("they take longer than {:?}, the time of a section", self.gather.limit),
        };
        self.gather.note_missing(format!("{} are missing: {why}.", self.named()));
    }

    /// The title as a sentence begins with it.
    fn named(&self) -> String {
        let mut letters = self.title.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

impl Drop for Section<'_, '_> {
    fn drop(&mut self) {
        self.gather.note_time(&self.title, self.began.elapsed().as_secs_f64());
    }
}
