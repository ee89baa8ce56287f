//! Patterns that demand a little less.

use gpm::Pattern;
use gpm::pattern::{EdgeKind, PatternBuilder, PatternEdge};

/// The patterns with one vertex, edge, absent edge, condition or label less, as far as they are patterns, those that lose most first.
pub(crate) fn simpler(pattern: &Pattern) -> Vec<Pattern> {
    let parts = Parts::of(pattern);
    let vertices = (0..pattern.num_vertices()).rev().filter_map(|u| pattern.without(u).ok());
    let edges = (0..parts.edges.len()).map(|at| parts.less(|parts| drop(parts.edges.remove(at))));
    let absent = (0..parts.absent.len()).map(|at| parts.less(|parts| drop(parts.absent.remove(at))));
    let conditions = (0..parts.conditions.len()).map(|at| parts.less(|parts| drop(parts.conditions.remove(at))));
    let labelled = (0..pattern.num_vertices()).filter(|&u| pattern.vertex_label(u).is_some());
    let labels = labelled.map(|u| parts.less(|parts| parts.unlabelled[u] = true));
    let labelled = (0..parts.edges.len()).filter(|&at| parts.edges[at].label.is_some());
    let edge_labels = labelled.map(|at| parts.less(|parts| parts.edges[at].label = None));
    let others = edges.chain(absent).chain(conditions).chain(labels).chain(edge_labels);
    vertices.chain(others.flatten()).collect()
}

/// What a pattern is made of.
#[derive(Clone)]
struct Parts<'p> {
    pattern: &'p Pattern,
    edges: Vec<PatternEdge>,
    absent: Vec<PatternEdge>,
    /// As they are written.
    conditions: Vec<String>,
    /// Vertices whose label is left out.
    unlabelled: Vec<bool>,
}

impl<'p> Parts<'p> {
    fn of(pattern: &'p Pattern) -> Self {
        let name = |u: usize| pattern.vertex_name(u).to_owned();
        let conditions = pattern.predicate().conjuncts().iter().map(|condition| condition.display(&name)).collect();
        Parts {
            pattern,
            edges: pattern.edges().collect(),
            absent: pattern.anti_edges().collect(),
            conditions,
            unlabelled: vec![false; pattern.num_vertices()],
        }
    }

    /// The pattern of fewer parts. None if it is not connected, or conditions speak of an edge that it lacks: these go first.
    fn less(&self, leave_out: impl FnOnce(&mut Self)) -> Option<Pattern> {
        let mut parts = self.clone();
        leave_out(&mut parts);
        parts.pattern()
    }

    fn pattern(&self) -> Option<Pattern> {
        let mut builder = PatternBuilder::default();
        for u in 0..self.pattern.num_vertices() {
            builder.vertex(self.pattern.vertex_name(u));
            if let Some(label) = self.pattern.vertex_label(u).filter(|_| !self.unlabelled[u]) {
                builder.vertex_label(u, label.clone());
            }
        }
        for PatternEdge { from, to, kind, label } in &self.edges {
            match kind {
                EdgeKind::Undirected => builder.edge(*from, *to, label.clone()),
                EdgeKind::Directed => builder.directed_edge(*from, *to, label.clone()),
            };
        }
        for PatternEdge { from, to, kind, .. } in &self.absent {
            match kind {
                EdgeKind::Undirected => builder.anti_edge(*from, *to),
                EdgeKind::Directed => builder.directed_anti_edge(*from, *to),
            };
        }
        let pattern = builder.build().ok()?;
        let conditions: Vec<String> = self.conditions.iter().map(|condition| format!("({condition})")).collect();
        if conditions.is_empty() { Some(pattern) } else { pattern.with_predicate(&conditions.join(" and ")).ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pattern: &str) -> Vec<String> {
        let pattern: Pattern = pattern.parse().expect("a pattern");
        simpler(&pattern).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn one_part_less() {
        assert_eq!(texts("a-b, b-c"), ["a-b", "b-c"]);
        assert_eq!(texts("a-b, b-c, c-a").len(), 6);
        assert_eq!(texts("a-b").len(), 0);
    }

    /// Each part is left out once, and all others stay.
    #[test]
    fn every_kind_of_part() {
        let text = "a:x-[p]->b, b-c, a!-c where (a.n < 3 or b.n < 3) and (b-c).w < 2";
        let whole: Pattern = text.parse().expect("a pattern");
        assert_eq!(Parts::of(&whole).pattern(), Some(whole));
        assert_eq!(
            texts(text),
            [
                "a:x-[p]->b where a.n < 3 or b.n < 3",
                "b-c where (b-c).w < 2",
                "a:x-[p]->b b-c where (b-c).w < 2 and (a.n < 3 or b.n < 3)",
                "a:x-[p]->b b-c a!-c where a.n < 3 or b.n < 3",
                "a:x-[p]->b b-c a!-c where (b-c).w < 2",
                "a-[p]->b b-c a!-c where (b-c).w < 2 and (a.n < 3 or b.n < 3)",
                "a:x->b b-c a!-c where (b-c).w < 2 and (a.n < 3 or b.n < 3)",
            ]
        );
    }
}
