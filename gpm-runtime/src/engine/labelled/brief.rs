//! Answers without a plan: what a query on a labelled graph takes in most cases is less than planning it. This file alone decides for how
//! long that is tried; `at_once` says for which single queries.

use std::num::NonZeroU64;
use std::time::Instant;

use gpm_plan::query::{Query, Unit};

use super::hand_over::first_on_threads;
use crate::brief::{
    Asked, Candidates, Edges, Found, Ground, Populated, QueryTree, Question, Search, candidates, populate,
};
use crate::control::{Control, Stopped};
use crate::engine::place::Executor;
use crate::engine::terms::{DevicesUsed, Report, Seconds};
use crate::estimate::Goal;
use crate::graph::Graph;

/// Steps of a first search: some hundredths of a second. *guess*
const FIRST_STEPS: u64 = 1 << 20;
/// Steps of each thread after which a plan is made, for each unit of the fifth power of the number of vertices: a hundredth of a second for
/// 4 vertices, half of one for 8, seconds from 12 on. Plans of large patterns take long to make, and rarely search faster. *guess*
const STEPS_OF_FIFTH_POWER: u64 = 1 << 9;
/// The least number of such steps, for any pattern: some milliseconds. *guess*
const LEAST_STEPS: u64 = 1 << 17;
/// The largest number of such steps: some ten seconds. *guess*
const MOST_STEPS: u64 = 1 << 28;
/// Vertices of the graph that it is worth looking at for candidates. *guess*
const MOST_LOOKED_AT: u64 = 1 << 24;
/// Edges of the graph that it is worth laying out for each query: a quarter of the time that a plan takes. *guess*
const EDGES: u64 = 1 << 18;

/// A graph laid out for that.
#[derive(Debug)]
pub(in crate::engine) struct Brief {
    ground: Ground,
}

/// What a session keeps for its queries.
#[derive(Debug, Default)]
pub(in crate::engine) struct Kept {
    /// Queries that could be answered like this.
    pub(in crate::engine) asked: u64,
    /// The graph laid out, once there were enough of them.
    pub(in crate::engine) brief: Option<Brief>,
}

impl Brief {
    /// Lays the graph out, if that pays for the queries of a batch; `None` also if the run was stopped.
    pub(in crate::engine) fn of_batch(graph: &Graph, queries: &[Query], control: &Control) -> Option<Brief> {
        let number = queries.iter().filter(|query| Question::new(query, graph).is_some()).count();
        Brief::new(graph, number as u64, control)
    }

    /// The same for so many queries that are answered like this.
    pub(in crate::engine) fn new(graph: &Graph, number: u64, control: &Control) -> Option<Brief> {
        let pays = number > 0 && graph.num_edges() <= EDGES.saturating_mul(number);
        let ground = pays.then(|| Ground::new(graph, control).ok())??;
        Some(Brief { ground })
    }

    /// The graph as it was laid out.
    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Whether candidates are looked for in a part of the graph that this is worth it for.
    pub(super) fn is_soon_laid_out(&self, question: &Question) -> bool {
        question.num_looked_at(&self.ground) <= MOST_LOOKED_AT
    }

    /// The answer to a query, if it is of the kind that is answered like this, and takes few steps; else how many matches there are at least. A
    /// search that turns out long is shared by so many threads of the pool that this runs in, and handed over to devices of `executor` that are
    /// ready for it.
    ///
    /// # Errors
    /// The number of matches that were met, where that was given up.
    pub(in crate::engine) fn answer(
        &self,
        (graph, query): (&Graph, &Query),
        limit: Option<NonZeroU64>,
        (threads, executor): (usize, &dyn Executor),
        control: &Control,
    ) -> Result<Report, u128> {
        let start = Instant::now();
        let question = Question::new(query, graph).ok_or(0u128)?;
        let fifth_power = (question.num_vertices() as u64).pow(5);
        let steps = STEPS_OF_FIFTH_POWER.saturating_mul(fifth_power).clamp(LEAST_STEPS, MOST_STEPS);
        if question.num_looked_at(&self.ground) > steps.min(MOST_LOOKED_AT) {
            return Err(0);
        }
        let each = each(query);
        let wanted = limit.map_or(Some(u128::MAX), |limit| each.checked_mul(limit.get().into())).ok_or(0u128)?;
        let candidates = candidates(&self.ground, &question);
        let planned = start.elapsed();
        let asked = Asked { ground: &self.ground, question: &question };
        let links = if question.is_plain() { None } else { Some(Edges::new(asked, &candidates).ok_or(0u128)?) };
        let first = (FIRST_STEPS.min(steps), wanted);
        let mut found = search(asked, (&candidates, links.as_ref()), control, first).run();
        let (mut device, mut kernel) = (DevicesUsed::cpu(1), None);
        if matches!(found, Found::GaveUp(_)) && steps > FIRST_STEPS {
            let edges = Edges::on_cycles(asked, &candidates, control).or(links);
            let along = (candidates.as_slice(), edges.as_ref());
            let on_threads = |control: &Control| search(asked, along, control, (steps, wanted)).run_on(threads);
            // Devices count all matches.
            (found, device, kernel) = match wanted {
                u128::MAX => first_on_threads(executor, asked, along, (&on_threads, threads), control),
                _ => (on_threads(control), DevicesUsed::cpu(threads), None),
            };
        }
        let (count, partial, limited) = match found {
            Found::All(count) => (count / each, false, false),
            Found::Enough => (wanted / each, false, true),
            Found::Stopped(count) => (count / each, true, false),
            Found::GaveUp(count) => return Err(count / each),
        };
        let run = (start.elapsed() - planned).as_secs_f64();
        let seconds = Seconds { plan: planned.as_secs_f64(), run, kernel, ..Seconds::default() };
        let query = query.clone();
        Ok(Report { count, partial, limited, device, seconds, gpu: None, query, plan: None })
    }

    /// A spanning tree of a query, if it is of the kind that is answered like this, and not too large.
    pub(in crate::engine) fn tree(&self, graph: &Graph, query: &Query) -> Option<QueryTree> {
        QueryTree::new(&self.ground, &Question::new(query, graph).filter(Question::is_plain)?)
    }

    /// An estimate of the injective matches of a query, if it is of the kind that is answered like this, and numbers are not too large.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped before anything was known.
    pub(in crate::engine) fn estimate(
        &self,
        (graph, query): (&Graph, &Query),
        (goal, seed): (Goal, u64),
        control: &Control,
    ) -> Result<Option<Populated>, Stopped> {
        match Question::new(query, graph).filter(Question::is_plain) {
            Some(question) => populate(&self.ground, &question, (goal, seed), control),
            None => Ok(None),
        }
    }
}

/// A search along edges between candidates if they are laid out.
fn search<'a>(
    asked: Asked<'a>,
    (candidates, edges): (&'a [Candidates], Option<&'a Edges>),
    control: &'a Control,
    most: (u64, u128),
) -> Search<'a> {
    match edges {
        Some(edges) => Search::along(asked, edges, control, most),
        None => Search::new(asked, candidates, control, most),
    }
}

/// Matches of a query for each of its units.
pub(in crate::engine) fn each(query: &Query) -> u128 {
    match query.unit {
        Unit::Embeddings => 1,
        Unit::Subgraphs => query.pattern.automorphisms(query.semantics).order(),
    }
}
