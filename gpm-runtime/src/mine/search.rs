//! Whether a vertex has a match: a search that ends with the first one.

use gpm_plan::grow::{Link, Shape};
use gpm_plan::pattern::MAX_VERTICES;

use super::domain::Domain;
use super::places::Places;
use super::rows::LabelledRows;
use crate::control::Control;
use crate::graph::{LabelId, VertexId};

/// The data vertex that each pattern vertex is matched to.
pub(super) type Match = [VertexId; MAX_VERTICES];

/// The search for matches that have a given vertex at a given place.
pub(super) struct Search<'a> {
    rows: &'a LabelledRows,
    domains: &'a [Domain],
    control: &'a Control,
    is_induced: bool,
    root: usize,
    steps: Vec<Step>,
}

/// The next pattern vertex to match.
pub(super) struct Step {
    pub(super) vertex: usize,
    pub(super) label: LabelId,
    pub(super) domain: usize,
    /// Earlier ones that it is joined to, and how, seen from them.
    pub(super) joined: Vec<(usize, Link)>,
    /// Earlier ones that it must not be joined to.
    pub(super) apart: Vec<usize>,
    /// Earlier ones that might be the same data vertex.
    pub(super) other: Vec<usize>,
    /// An earlier one that may be swapped with it: of both ways to match the two, the one in ascending order will do.
    pub(super) above: Option<usize>,
}

impl<'a> Search<'a> {
    /// The search from pattern vertex `root`. The vertices with most links to earlier ones come first, since these decide most, and among
    /// equals the ones with fewest candidates.
    pub(super) fn new(
        (rows, control): (&'a LabelledRows, &'a Control),
        (shape, places): (&Shape, &Places),
        (domains, sizes): (&'a [Domain], &[u64]),
        root: usize,
        is_induced: bool,
    ) -> Search<'a> {
        let n = shape.num_vertices();
        let (mut order, mut steps) = (vec![root], Vec::new());
        while order.len() < n {
            let num_joined = |v: usize| order.iter().filter(|&&u| !shape.link(u, v).is_none()).count();
            let rest = (0..n).filter(|v| !order.contains(v) && num_joined(*v) > 0);
            let size = |v: usize| sizes[usize::from(places.domain[v])];
            let next = rest.min_by_key(|&v| (n - num_joined(v), size(v), v)).expect("patterns are connected");
            steps.push(Step::new((shape, places), &order, next, is_induced));
            order.push(next);
        }
        Search { rows, domains, control, is_induced, root, steps }
    }

    /// What is matched after the root.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// A match with `x` at the root, if there is one; none if the run was stopped.
    pub(super) fn complete(&self, x: VertexId) -> Option<Match> {
        let mut found = [0; MAX_VERTICES];
        found[self.root] = x;
        self.extend(0, &mut found).then_some(found)
    }

    fn extend(&self, depth: usize, found: &mut Match) -> bool {
        let Some(step) = self.steps.get(depth) else { return true };
        if self.control.is_stopped() {
            return false;
        }
        let least = step.joined.iter().enumerate().min_by_key(|(_, (u, _))| self.rows.degree(found[*u]));
        let (pivot, &(u, link)) = least.expect("a step is joined to an earlier one");
        let mut places = self.rows.group(found[u], step.label);
        if let Some(twin) = step.above {
            places.start += self.rows.neighbors(places.clone()).partition_point(|&y| y <= found[twin]);
        }
        for place in places {
            let y = self.rows.neighbor(place);
            let is_candidate = self.domains[step.domain].contains(y) && self.fits(self.rows.link_at(place), link);
            if is_candidate && self.is_allowed(step, pivot, y, found) {
                found[step.vertex] = y;
                if self.extend(depth + 1, found) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether `y` goes with all that is matched, but for the link that it comes from.
    #[inline]
    fn is_allowed(&self, step: &Step, pivot: usize, y: VertexId, found: &Match) -> bool {
        let mut others = step.joined.iter().enumerate().filter(|(at, _)| *at != pivot);
        step.other.iter().all(|&u| found[u] != y)
            && others.all(|(_, &(u, link))| self.fits(self.rows.link(found[u], y), link))
            && step.apart.iter().all(|&u| self.rows.link(found[u], y).is_none())
    }

    #[inline]
    fn fits(&self, link: Link, demand: Link) -> bool {
        if self.is_induced { link == demand } else { link.has(demand) }
    }
}

impl Step {
    fn new((shape, places): (&Shape, &Places), order: &[usize], vertex: usize, is_induced: bool) -> Step {
        let label = shape.labels()[vertex];
        let link = |u: usize| shape.link(u, vertex);
        let joined: Vec<(usize, Link)> = order.iter().filter(|&&u| !link(u).is_none()).map(|&u| (u, link(u))).collect();
        let unjoined = || order.iter().copied().filter(|&u| link(u).is_none());
        // The root is given, so that it cannot be swapped.
        let above = order[1..].iter().rev().copied().find(|&u| places.twins[vertex] >> u & 1 == 1);
        Step {
            vertex,
            label,
            domain: usize::from(places.domain[vertex]),
            joined,
            apart: if is_induced { unjoined().collect() } else { Vec::new() },
            other: unjoined().filter(|&u| shape.labels()[u] == label && Some(u) != above).collect(),
            above,
        }
    }
}
