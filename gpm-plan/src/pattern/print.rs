//! Printing a pattern so that reading the text gives the same pattern back, with the same vertex numbers.
//!
//! Edges come in order of their later vertex, then anti-edges. Vertices are numbered by first mention, so one that would be
//! mentioned too late is written alone ahead of its edges. A label stands at the first mention. Text that would read as a catalog
//! name or as graph6 is written differently. The predicate comes last, in its normal form; after it anchors, which are no part of
//! the language.

use std::fmt;

use super::{EdgeKind, Label, Pattern, PatternEdge, VERTEX, resolve};

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = bound_edges(self);
        let num_vertices = self.num_vertices() - bound.as_ref().map_or(0, Vec::len);
        let mut printer = Printer { pattern: self, num_vertices, num_mentioned: 0, items: Vec::new() };
        for edge in self.edges().filter(|edge| edge.from.max(edge.to) < num_vertices) {
            printer.link(&edge, "", None);
        }
        for (record, edge) in bound.iter().flatten() {
            printer.link(edge, "", Some(*record));
        }
        for edge in self.anti_edges() {
            printer.link(&edge, "!", None);
        }
        let text = printer.items.join(" ");
        if text.starts_with(resolve::GRAPH6_PREFIX) {
            write!(f, "{} {text}", self.vertex_name(0))?;
        } else if resolve::is_taken_for_name(&text) {
            f.write_str(&text.replace('-', " - "))?;
        } else {
            f.write_str(&text)?;
        }
        if !self.predicate().is_empty() {
            write!(f, " where {}", self.predicate().display(&|u| self.vertex_name(u).to_owned()))?;
        }
        let mut anchors = self.anchors().iter().enumerate();
        anchors.try_for_each(|(i, &u)| write!(f, "{} {}", if i == 0 { " per" } else { "" }, self.vertex_name(u)))
    }
}

/// The bound edges of a pattern whose records come last, each with the vertex that it is; `None` if it binds none, or not as the language does.
fn bound_edges(pattern: &Pattern) -> Option<Vec<(usize, PatternEdge)>> {
    let n = pattern.num_vertices();
    let first = (0..n).find(|&u| pattern.is_record(u))?;
    let bound = |record: usize| {
        let label = pattern.vertex_label(record).filter(|_| pattern.is_record(record))?;
        let mut own = pattern.edges().filter(|edge| edge.from == record || edge.to == record);
        let (Some(one), Some(other), None) = (own.next(), own.next(), own.next()) else { return None };
        let end = |edge: &PatternEdge| if edge.from == record { edge.to } else { edge.from };
        let kind = one.kind;
        let (into, out) = if one.to == record { (&one, &other) } else { (&other, &one) };
        let leads_on = kind == EdgeKind::Undirected || (into.to == record && out.from == record);
        let (from, to) = match kind {
            EdgeKind::Undirected => (end(&one), end(&other)),
            EdgeKind::Directed => (into.from, out.to),
        };
        let is_one = other.kind == kind && leads_on && one.label.is_none() && other.label.is_none();
        let label = Pattern::own_label_of_record(label);
        (is_one && from.max(to) < first).then_some((record, PatternEdge { from, to, kind, label }))
    };
    let has_labels = (0..first).all(|u| pattern.vertex_label(u).is_some());
    (first..n).map(bound).collect::<Option<Vec<_>>>().filter(|_| has_labels)
}

/// The text so far. The vertices `0..num_mentioned` are in it.
struct Printer<'a> {
    pattern: &'a Pattern,
    /// Those before the records that bound edges stand for.
    num_vertices: usize,
    num_mentioned: usize,
    items: Vec<String>,
}

impl Printer<'_> {
    fn link(&mut self, edge: &PatternEdge, mark: &str, record: Option<usize>) {
        let (low, high) = (edge.from.min(edge.to), edge.from.max(edge.to));
        let begins_with_low = |next: usize| low == next && high == next + 1;
        while self.num_mentioned < high && !begins_with_low(self.num_mentioned) {
            let alone = self.mention(self.num_mentioned);
            self.items.push(alone);
        }
        let is_reversed = begins_with_low(self.num_mentioned) && edge.from != low;
        let (left, right) = if is_reversed { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let label = edge.label.as_ref().map(Label::to_string);
        let inside = match record {
            Some(record) => Some(format!("{}:{}", self.pattern.vertex_name(record), label.unwrap_or_default())),
            None => label,
        };
        let body = inside.map_or(String::from("-"), |inside| format!("-[{inside}]-"));
        let link = match edge.kind {
            EdgeKind::Undirected => format!("{mark}{body}"),
            EdgeKind::Directed if is_reversed => format!("<{body}"),
            EdgeKind::Directed => format!("{mark}{body}>"),
        };
        let (left, right) = (self.mention(left), self.mention(right));
        self.items.push(format!("{left}{link}{right}"));
    }

    /// The vertex's name, with its label if it is mentioned for the first time.
    fn mention(&mut self, u: usize) -> String {
        let has_records = self.num_vertices < self.pattern.num_vertices();
        let label: Option<&Label> = self.pattern.vertex_label(u).filter(|_| u == self.num_mentioned);
        // What has no label of its own is what bound edges join.
        let label = label.filter(|label| !has_records || label.texts().all(|text| text != VERTEX));
        self.num_mentioned = self.num_mentioned.max(u + 1);
        let name = self.pattern.vertex_name(u);
        label.map_or_else(|| name.to_owned(), |label| format!("{name}:{label}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, printed: &str) {
        let pattern: Pattern = text.parse().unwrap();
        assert_eq!(pattern.to_string(), printed);
        assert_eq!(printed.parse::<Pattern>().unwrap(), pattern);
    }

    #[test]
    fn edges_are_sorted_by_later_vertex() {
        check("a-b-c-d-a, a-c", "a-b a-c b-c a-d c-d");
        check("house", "0-1 1-2 0-3 2-3 0-4 1-4");
        check("x-y y-x x!-z y-z", "x-y y-z x!-z");
    }

    #[test]
    fn labels_stand_at_the_first_mention() {
        check("a-b:Person b-c a:\"two words\"", "a:\"two words\"-b:Person b-c");
        check("a:* - b, b-c, c-a, a:1.5", "a:1.5-b a-c b-c");
    }

    #[test]
    fn directions_and_edge_labels() {
        check("a<-b, b->c", "a<-b b->c");
        check("a->b b->a b<-[x]-c", "a->b b->a c-[x]->b");
        check("a-[is]-b a!->c b-c", "a-[is]-b b-c a!->c");
        check("a-b a!->b", "a<-b a!->b");
        check("a<-[x]->b", "a-[x]->b b-[x]->a");
        check("a!->b b!->a a-c-b", "a b a-c b-c a!-b");
    }

    #[test]
    fn bound_edges_stand_for_records() {
        check("a-[p:]->b-[q:pays]->c, a<-[r:x|y]-c", "a-[p:]->b b-[q:pays]->c c-[r:x|y]->a");
        check("a-[p:]-b, a-[q:]-b", "a-[p:]-b a-[q:]-b");
        check("b:City<-[p:]-a:Person, a-b", "b:City-a:Person a-[p:]->b");
        check("a-[p:*]->b where p.time < 7", "a-[p:]->b where p.time < 7");
        let error = |text: &str| text.parse::<Pattern>().expect_err(text).to_string();
        assert!(error("a-[p:]->b-[p:]->c").contains("`p` is named twice"));
        assert!(error("a-[b:]->b").contains("`b` is named twice"));
        assert!(error("a<-[p:]->b").contains("one direction"));
        assert!(error("a-[p:]->a-b").contains("itself"));
    }

    #[test]
    fn text_that_looks_like_a_name() {
        check("3 - star", "3 - star");
        check("K2 - 3", "K2 - 3");
        check("tailed - triangel", "tailed - triangel");
        check("b-g6:x", "b-g6:x");
        check("g6 g6:x-b", "g6 g6:x-b");
        check("a-b:3", "a-b:3");
        check("a-[x]-b:3", "a-[x]-b:3");
    }

    #[test]
    fn vertices_mentioned_too_late_stand_alone() {
        check("a b c a-c b-c", "a b a-c b-c");
        check("a b:P c d-a d-b d-c", "a b:P c a-d b-d c-d");
    }
}
