//! Printing a pattern so that reading the text gives the same pattern back, with the same vertex numbers.
//!
//! Edges come in order of their later vertex, then anti-edges. Vertices are numbered by first mention, so one that would be
//! mentioned too late is written alone ahead of its edges. A label stands at the first mention. Text that would read as a catalog
//! name or as graph6 is written differently. The predicate comes last, in its normal form; after it anchors, which are no part of
//! the language.

use std::fmt;

use super::{EdgeKind, Label, Pattern, PatternEdge, resolve};

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { pattern: self, num_mentioned: 0, items: Vec::new() };
        for edge in self.edges() {
            printer.link(&edge, "");
        }
        for edge in self.anti_edges() {
            printer.link(&edge, "!");
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

/// The text so far. The vertices `0..num_mentioned` are in it.
struct Printer<'a> {
    pattern: &'a Pattern,
    num_mentioned: usize,
    items: Vec<String>,
}

impl Printer<'_> {
    fn link(&mut self, edge: &PatternEdge, mark: &str) {
        let (low, high) = (edge.from.min(edge.to), edge.from.max(edge.to));
        let begins_with_low = |next: usize| low == next && high == next + 1;
        while self.num_mentioned < high && !begins_with_low(self.num_mentioned) {
            let alone = self.mention(self.num_mentioned);
            self.items.push(alone);
        }
        let is_reversed = begins_with_low(self.num_mentioned) && edge.from != low;
        let (left, right) = if is_reversed { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let body = edge.label.as_ref().map_or(String::from("-"), |label| format!("-[{label}]-"));
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
        let label: Option<&Label> = self.pattern.vertex_label(u).filter(|_| u == self.num_mentioned);
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
