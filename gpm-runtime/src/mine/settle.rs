//! One candidate pattern: frequent or not, and the domains of its vertices.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gpm_plan::grow::Shape;

use super::domain::{Domain, Marks};
use super::narrow::narrow;
use super::places::Places;
use super::rows::LabelledRows;
use super::search::Search;
use crate::control::{Control, Stopped};
use crate::graph::Members;
use crate::set::Bitmap;

/// Rounds in which candidates without the right neighbors are taken out before others are searched for. *guess*
const ROUNDS: usize = 2;

/// A frequent pattern.
#[derive(Debug)]
pub struct Settled {
    /// In canonical form.
    pub shape: Shape,
    /// By vertex the number of its domain.
    pub(super) domain: Vec<u8>,
    /// The size of each domain.
    pub(super) sizes: Vec<u64>,
    pub(super) support: u64,
    /// The domains themselves, as long as they bound those of larger patterns.
    pub(super) domains: Vec<Domain>,
}

impl Settled {
    /// The size of the smallest domain, or the number of graphs of a database that have a match.
    pub fn support(&self) -> u64 {
        self.support
    }

    /// The size of each vertex's domain.
    pub fn domain_sizes(&self) -> Vec<u64> {
        self.domain.iter().map(|&domain| self.sizes[usize::from(domain)]).collect()
    }
}

/// A pattern of which it is not known yet whether it is frequent.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) shape: Shape,
    pub(super) places: Places,
    /// Candidates, and how many these are.
    pub(super) domains: Vec<Domain>,
    pub(super) sizes: Vec<u64>,
    /// Whether a candidate with the right neighbors need not be in a match.
    pub(super) needs_search: bool,
    /// Rounds in which those without them are taken out.
    pub(super) num_rounds: usize,
}

impl Open {
    pub(super) fn pattern(&self) -> (&Shape, &Places) {
        (&self.shape, &self.places)
    }

    pub(super) fn candidates(&self) -> (&[Domain], &[u64]) {
        (&self.domains, &self.sizes)
    }
}

/// What decides whether a pattern is frequent.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) rows: &'a LabelledRows,
    pub(super) support: u64,
    /// Of each vertex the graph that it belongs to, where it is graphs that are counted.
    pub(super) members: Option<&'a Members>,
    pub(super) is_induced: bool,
    pub(super) control: &'a Control,
}

impl Judge<'_> {
    /// The pattern with its domains; `None` if it is not frequent. `bound` takes candidates that cannot be in a match out of the domain of a vertex.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn settle(&self, shape: &Shape, bound: impl Fn(usize, &mut Domain)) -> Result<Option<Settled>, Stopped> {
        match self.open(shape, bound) {
            Some(open) => self.settle_open(open),
            None => Ok(None),
        }
    }

    /// The same of a pattern that is open.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn settle_open(&self, mut open: Open) -> Result<Option<Settled>, Stopped> {
        let is_frequent = |domain: &Domain| self.support_by(domain) >= self.support;
        if !narrow(self.rows, (&open.shape, &open.places), &mut open.domains, open.num_rounds, is_frequent) {
            self.control.ensure_running()?;
            return Ok(None);
        }
        let marks = open.domains.iter().map(Domain::marks).collect();
        self.searched(open, marks)
    }

    /// The pattern with the candidates that it begins with; `None` if they are too few.
    pub(super) fn open(&self, shape: &Shape, bound: impl Fn(usize, &mut Domain)) -> Option<Open> {
        let places = Places::new(shape);
        let all = |&u: &u8| Domain::all(&self.rows.class(shape.labels()[usize::from(u)]));
        let mut domains: Vec<Domain> = places.first.iter().map(all).collect();
        for (u, &domain) in places.domain.iter().enumerate() {
            bound(u, &mut domains[usize::from(domain)]);
        }
        let sizes: Vec<u64> = domains.iter().map(Domain::len).collect();
        let needs_search = !self.is_narrow_enough(shape, &places);
        // The searches find what further rounds would.
        let num_rounds = if needs_search { ROUNDS } else { shape.num_vertices() };
        let is_alive = sizes.iter().all(|&size| size >= self.support);
        is_alive.then(|| Open { shape: shape.clone(), places, domains, sizes, needs_search, num_rounds })
    }

    /// The pattern once it is known of all candidates whether they are in a match, if it is frequent then. Those marked are.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn searched(&self, mut open: Open, marks: Vec<Marks>) -> Result<Option<Settled>, Stopped> {
        let is_alive = !open.needs_search || self.search(&mut open, marks);
        self.control.ensure_running()?;
        Ok(if is_alive { self.settled(open) } else { None })
    }

    /// The pattern, if it is frequent now that all of its candidates are known to be in a match.
    pub(super) fn settled(&self, open: Open) -> Option<Settled> {
        let Open { shape, places, domains, .. } = open;
        let support = domains.iter().map(|domain| self.support_by(domain)).min().unwrap_or(0);
        let sizes = domains.iter().map(Domain::len).collect();
        (support >= self.support).then_some(Settled { shape, domain: places.domain, sizes, support, domains })
    }

    /// What a pattern's support is at most, if a vertex of it has this domain: exactly that, where graphs are counted and all candidates
    /// are in a match. No pattern lies in two graphs.
    fn support_by(&self, domain: &Domain) -> u64 {
        let Some(members) = self.members else { return domain.len() };
        let mut met = Bitmap::new(members.number());
        domain.members().for_each(|x| met.insert(members.of(x)));
        met.count() as u64
    }

    /// Whether each candidate with the right neighbors is in a match. So it is in a tree whose vertices cannot be matched to one data
    /// vertex: those with the same label are adjacent, or they are leaves alike, which are counted together.
    fn is_narrow_enough(&self, shape: &Shape, places: &Places) -> bool {
        let (labels, n) = (shape.labels(), shape.num_vertices());
        let is_apart =
            |u: usize, v: usize| labels[u] != labels[v] || !shape.link(u, v).is_none() || places.twins[u] >> v & 1 == 1;
        !self.is_induced && shape.is_tree() && (0..n).all(|v| (0..v).all(|u| is_apart(u, v)))
    }

    /// Leaves in the domains what is in a match. Gives whether all have enough left.
    fn search(&self, open: &mut Open, marks: Vec<Marks>) -> bool {
        let Open { shape, places, domains, sizes, .. } = open;
        *sizes = domains.iter().map(Domain::len).collect();
        let mut order: Vec<usize> = (0..domains.len()).collect();
        // The smallest domain is the first to have too few.
        order.sort_by_key(|&own| sizes[own]);
        let is_alive = AtomicBool::new(true);
        for own in order {
            let root = usize::from(places.first[own]);
            let known = (self.rows, self.control);
            let search = Search::new(known, (shape, places), (domains, sizes), root, self.is_induced);
            let left = AtomicU64::new(sizes[own]);
            domains[own].try_for_each(|x| {
                if marks[own].contains(x) {
                    return true;
                }
                if let Some(found) = search.complete(x) {
                    places.domain.iter().zip(found).for_each(|(&domain, y)| marks[usize::from(domain)].insert(y));
                } else if left.fetch_sub(1, Ordering::Relaxed) <= self.support || self.control.is_stopped() {
                    is_alive.store(false, Ordering::Relaxed);
                }
                is_alive.load(Ordering::Relaxed)
            });
            if !is_alive.load(Ordering::Relaxed) {
                return false;
            }
        }
        domains.iter_mut().zip(marks).for_each(|(domain, marks)| domain.take(marks));
        true
    }
}
