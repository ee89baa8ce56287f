//! A case made smaller for as long as something stays true of it, by delta debugging: large parts are left out before small ones.

use std::ops::Range;

use super::case::Case;
use super::simpler::simpler;

/// What became of a case.
#[derive(Debug)]
pub(crate) struct Reduced {
    /// The least for which it stayed true.
    pub(crate) case: Case,
    /// Whether nothing more can be left out, unless it was stopped before.
    pub(crate) is_least: bool,
    /// How many smaller ones were tried.
    pub(crate) tried: usize,
}

/// Leaves out whatever can be for as long as `holds`, which is true of `start`; none once it is to stop.
pub(crate) fn reduce(start: Case, holds: &mut dyn FnMut(&Case) -> Option<bool>) -> Reduced {
    let mut search = Search { best: start, tried: 0, holds };
    let is_least = search.run().is_some();
    Reduced { case: search.best, is_least, tried: search.tried }
}

struct Search<'a> {
    best: Case,
    tried: usize,
    holds: &'a mut dyn FnMut(&Case) -> Option<bool>,
}

impl Search<'_> {
    fn run(&mut self) -> Option<()> {
        // A smaller pattern may need fewer vertices, and fewer edges a smaller pattern.
        loop {
            let vertices = self.thin(|case| case.vertices.len(), Case::without_vertices)?;
            let edges = self.thin(|case| case.edges.len(), Case::without_edges)?;
            if !(self.simplify()? || vertices || edges) {
                return Some(());
            }
        }
    }

    /// Leaves out halves of what there are `len` of, then quarters, down to single ones; whether any could go.
    fn thin(&mut self, len: fn(&Case) -> usize, without: fn(&Case, Range<usize>) -> Case) -> Option<bool> {
        let (mut has_gone, mut piece) = (false, len(&self.best).div_ceil(2));
        while piece > 0 {
            // From the end, so that what is yet to be tried stays in its place.
            let mut end = len(&self.best);
            while end > 0 {
                let start = end.saturating_sub(piece);
                has_gone |= self.take(without(&self.best, start..end))?;
                end = start;
            }
            piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
        }
        Some(has_gone)
    }

    /// Leaves out parts of the pattern; whether any could go.
    fn simplify(&mut self) -> Option<bool> {
        let mut has_gone = false;
        'again: loop {
            for pattern in simpler(&self.best.pattern) {
                if self.take(self.best.with_pattern(pattern))? {
                    has_gone = true;
                    continue 'again;
                }
            }
            return Some(has_gone);
        }
    }

    /// Takes a smaller case if it still holds of that.
    fn take(&mut self, smaller: Case) -> Option<bool> {
        self.tried += 1;
        let holds = (self.holds)(&smaller)?;
        if holds {
            self.best = smaller;
        }
        Some(holds)
    }
}

#[cfg(test)]
mod tests {
    use gpm::{Control, Graph, Pattern, Query, VertexId, VertexOrder, brute};

    use super::super::case::Whole;
    use super::*;

    /// 40 vertices with pseudorandom edges, six or so at each.
    fn graph() -> Graph {
        let is_edge = |u: u32, v: u32| (u * 7919 + v * 104_729 + u * v * 31) % 13 < 2;
        let edges = (0..40).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|&(u, v)| is_edge(u, v));
        Graph::from_edges(40, edges).expect("a graph").relabelled(VertexOrder::Degree)
    }

    fn pattern(text: &str) -> Pattern {
        text.parse().expect("a pattern")
    }

    fn has(graph: &Graph, what: &str) -> bool {
        let query: Query = what.parse().expect("a pattern");
        brute::count(graph, &query, &Control::new()).expect("plain patterns are counted in any graph") > 0
    }

    fn as_graph(pattern: &Pattern) -> Graph {
        let edges = pattern.edges().map(|edge| (edge.from as VertexId, edge.to as VertexId));
        Graph::from_edges(pattern.num_vertices(), edges).expect("a pattern is a graph")
    }

    /// The planted fault: a triangle with a tail in the graph, a square in the pattern.
    fn is_faulty(whole: &Whole<'_>, case: &Case) -> bool {
        let part = whole.part(case).expect("a part of a graph is one");
        has(&as_graph(&case.pattern), "cycle:4") && has(&part, "tailed-triangle")
    }

    #[test]
    fn a_planted_fault_is_all_that_is_left() {
        let graph = graph();
        let whole = Whole::new(&graph, VertexOrder::Degree);
        let start = Case::whole(&graph, pattern("a-b-c-d-a, a-c, d-e, e-f, f-a"));
        assert!(is_faulty(&whole, &start));
        let reduced = reduce(start, &mut |case| Some(is_faulty(&whole, case)));
        let left = whole.part(&reduced.case).expect("a graph");
        assert!(reduced.is_least);
        assert_eq!((left.num_vertices(), left.num_edges()), (4, 4), "{:?}", reduced.case);
        assert!(has(&left, "tailed-triangle"));
        assert!(reduced.case.pattern.is_isomorphic(&pattern("cycle:4")), "{}", reduced.case.pattern);
        assert!(reduced.tried < 400, "{} tries: halves go first", reduced.tried);
    }

    /// What the fault does not need goes: labels, conditions, absent edges.
    #[test]
    fn demands_that_do_not_matter_go() {
        let graph = graph();
        let start = Case::whole(&graph, pattern("a:x-b:y, b-[p]-c, a!-c where a.n < b.n"));
        let needs_label = |case: &Case| {
            let (edges, has_label) = (case.edges.len(), case.pattern.has_edge_labels());
            Some(has_label && edges > 0)
        };
        let reduced = reduce(start, &mut { needs_label });
        assert_eq!(reduced.case.pattern.to_string(), "b-[p]-c");
        assert_eq!((reduced.case.vertices.len(), reduced.case.edges.len()), (2, 1));
    }

    #[test]
    fn what_is_stopped_keeps_the_least_so_far() {
        let graph = graph();
        let start = Case::whole(&graph, pattern("triangle"));
        let mut left = 10;
        let reduced = reduce(start.clone(), &mut |case| {
            left -= 1;
            (left > 0).then_some(case.vertices.len() > 12)
        });
        assert!(!reduced.is_least && reduced.tried == 10);
        assert!(reduced.case.vertices.len() < start.vertices.len());
    }
}
