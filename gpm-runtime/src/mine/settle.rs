//! One candidate pattern: frequent or not, and the domains of its vertices.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gpm_plan::grow::Shape;

use super::domain::{Domain, Marks};
use super::narrow::narrow;
use super::places::Places;
use super::rows::LabelledRows;
use super::search::Search;
use crate::control::{Control, Stopped};

/// Rounds in which candidates without the right neighbors are taken out before others are searched for.
const ROUNDS: usize = 2;

/// A frequent pattern.
#[derive(Debug)]
pub(crate) struct Settled {
    /// In canonical form.
    pub(crate) shape: Shape,
    /// By vertex the number of its domain.
    pub(super) domain: Vec<u8>,
    /// The size of each domain.
    pub(super) sizes: Vec<u64>,
    /// The domains themselves, as long as they bound those of larger patterns.
    pub(super) domains: Vec<Domain>,
}

impl Settled {
    /// The size of the smallest domain.
    pub(crate) fn support(&self) -> u64 {
        self.sizes.iter().copied().min().unwrap_or(0)
    }

    /// The size of each vertex's domain.
    pub(crate) fn domain_sizes(&self) -> Vec<u64> {
        self.domain.iter().map(|&domain| self.sizes[usize::from(domain)]).collect()
    }
}

/// What decides whether a pattern is frequent.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) rows: &'a LabelledRows,
    pub(super) support: u64,
    pub(super) is_induced: bool,
    pub(super) control: &'a Control,
}

impl Judge<'_> {
    /// The pattern with its domains; `None` if it is not frequent. `bound` takes candidates that cannot be in a match out of the domain of a vertex.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn settle(&self, shape: &Shape, bound: impl Fn(usize, &mut Domain)) -> Result<Option<Settled>, Stopped> {
        let Judge { rows, control, .. } = *self;
        let places = Places::new(shape);
        let all = |&u: &u8| Domain::all(&rows.class(shape.labels()[usize::from(u)]));
        let mut domains: Vec<Domain> = places.first.iter().map(all).collect();
        for (u, &domain) in places.domain.iter().enumerate() {
            bound(u, &mut domains[usize::from(domain)]);
        }
        let is_frequent = |domain: &Domain| domain.len() >= self.support;
        let needs_search = !self.is_narrow_enough(shape, &places);
        // The searches find what further rounds would.
        let num_rounds = if needs_search { ROUNDS } else { shape.num_vertices() };
        let is_alive = domains.iter().all(is_frequent)
            && narrow(rows, (shape, &places), &mut domains, num_rounds, is_frequent)
            && (!needs_search || self.search(shape, &places, &mut domains));
        control.ensure_running()?;
        Ok(is_alive.then(|| {
            let sizes = domains.iter().map(Domain::len).collect();
            Settled { shape: shape.clone(), domain: places.domain, sizes, domains }
        }))
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
    fn search(&self, shape: &Shape, places: &Places, domains: &mut [Domain]) -> bool {
        let sizes: Vec<u64> = domains.iter().map(Domain::len).collect();
        let marks: Vec<Marks> = domains.iter().map(Domain::marks).collect();
        let mut order: Vec<usize> = (0..domains.len()).collect();
        // The smallest domain is the first to have too few.
        order.sort_by_key(|&own| sizes[own]);
        let is_alive = AtomicBool::new(true);
        for own in order {
            let root = usize::from(places.first[own]);
            let known = (self.rows, self.control);
            let search = Search::new(known, (shape, places), (domains, &sizes), root, self.is_induced);
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
