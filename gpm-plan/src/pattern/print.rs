//! Printing a pattern so that reading the text gives the same pattern back, with the same vertex numbers.
//!
//! Edges come in order of their later vertex, then anti-edges. Vertices are numbered by first mention, so one that would be
//! mentioned too late is written alone ahead of its edges. A label stands at the first mention. Text that would read as a catalog
//! name or as graph6 is written differently. The predicate comes last, in its normal form; after it anchors, which are no part of
//! the language.

use std::fmt;

use super::predicate::{End, SetEnds};
use super::set_edge::SetEdge;
use super::{EdgeKind, Label, Pattern, PatternEdge, VERTEX, resolve};

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_records = links_of_records(self);
        let is_record = |u: &usize| of_records.is_some() && self.is_record(*u);
        let num_vertices = (0..self.num_vertices()).find(is_record).unwrap_or(self.num_vertices());
        let mut printer = Printer { pattern: self, num_mentioned: 0, items: Vec::new() };
        for edge in self.edges().filter(|edge| edge.from.max(edge.to) < num_vertices) {
            printer.edge(&edge, "");
        }
        of_records.iter().flatten().for_each(|link| printer.link(link));
        for edge in self.anti_edges() {
            printer.edge(&edge, "!");
        }
        let text = printer.items.join(" ");
        if text.starts_with(resolve::GRAPH6_PREFIX) {
            write!(f, "{} {text}", self.vertex_name(0))?;
        } else if resolve::is_taken_for_name(&text) {
            f.write_str(&text.replace('-', " - "))?;
        } else {
            f.write_str(&text)?;
        }
        match self.predicate().display(&|u| self.vertex_name(u).to_owned()) {
            conditions if conditions.is_empty() => {}
            conditions => write!(f, " where {conditions}")?,
        }
        let mut anchors = self.anchors().iter().enumerate();
        anchors.try_for_each(|(i, &u)| write!(f, "{} {}", if i == 0 { " per" } else { "" }, self.vertex_name(u)))
    }
}

/// What stands between two vertices, or between one and all others at the end of a set of records.
struct Written {
    from: Option<usize>,
    to: Option<usize>,
    kind: EdgeKind,
    /// What stands before the line.
    mark: &'static str,
    /// What stands in brackets, if they do.
    inside: Option<String>,
}

/// The bound edges of a pattern whose records come last, and then its sets of records; `None` if it has none, or not as the language does.
fn links_of_records(pattern: &Pattern) -> Option<Vec<Written>> {
    let n = pattern.num_vertices();
    let first = (0..n).find(|&u| pattern.is_record(u)).unwrap_or(n);
    if !pattern.has_records() {
        return None;
    }
    let is_of_set = |u: usize| pattern.sets.iter().any(|set| set.host == u && set.is_first);
    let is_whole = (first..n).all(|u| pattern.is_record(u)) && (0..first).all(|u| pattern.vertex_label(u).is_some());
    let bound = (first..n).filter(|&u| !is_of_set(u)).map(|u| {
        let label = Pattern::own_label_of_record(pattern.vertex_label(u)?);
        let inside = Some(format!("{}:{}", pattern.vertex_name(u), text(label.as_ref())));
        Some(Written { inside, ..between_ends(pattern, u, first)? })
    });
    let sets = pattern.sets.iter().map(|set| link_of_set(pattern, set, first));
    bound.chain(sets).collect::<Option<Vec<_>>>().filter(|_| is_whole)
}

/// How a set is written; `None` if its host is not joined as the language joins it.
fn link_of_set(pattern: &Pattern, edge: &SetEdge, first: usize) -> Option<Written> {
    let label = edge.set.label.as_ref().and_then(Pattern::own_label_of_record);
    let inside = match edge.name() {
        "" => label.map(|label| label.to_string()),
        name if label.is_some() => Some(format!("{name}*:{}", text(label.as_ref()))),
        name => Some(format!("{name}*")),
    };
    let all = |vertex: usize| {
        let vertex = match edge.set.end {
            None if edge.is_first => pattern.neighbors(edge.host).next().filter(|_| pattern.degree(edge.host) == 1)?,
            None => vertex,
            Some(End::From) => between_ends(pattern, vertex, first)?.from?,
            Some(End::To) => between_ends(pattern, vertex, first)?.to?,
        };
        Some(Written { from: Some(vertex), to: None, kind: EdgeKind::Directed, mark: "", inside: inside.clone() })
    };
    match edge.set.ends {
        SetEnds::FromTo => Some(Written { inside, ..between_ends(pattern, edge.host, first)? }),
        SetEnds::Between => {
            Some(Written { inside, kind: EdgeKind::Undirected, ..between_ends(pattern, edge.host, first)? })
        }
        SetEnds::From => all(edge.host),
        SetEnds::To => all(edge.host).map(|link| Written { from: None, to: link.from, ..link }),
    }
}

/// The link between the two ends of a record, which come before `first`.
fn between_ends(pattern: &Pattern, record: usize, first: usize) -> Option<Written> {
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
    let link = Written { from: Some(from), to: Some(to), kind, mark: "", inside: None };
    (is_one && from.max(to) < first).then_some(link)
}

fn text(label: Option<&Label>) -> String {
    label.map(Label::to_string).unwrap_or_default()
}

/// The text so far. The vertices `0..num_mentioned` are in it.
struct Printer<'a> {
    pattern: &'a Pattern,
    num_mentioned: usize,
    items: Vec<String>,
}

impl Printer<'_> {
    fn edge(&mut self, edge: &PatternEdge, mark: &'static str) {
        let inside = edge.label.as_ref().map(Label::to_string);
        self.link(&Written { from: Some(edge.from), to: Some(edge.to), kind: edge.kind, mark, inside });
    }

    fn link(&mut self, link: &Written) {
        let Written { from, to, kind, mark, ref inside } = *link;
        let body = inside.as_ref().map_or(String::from("-"), |inside| format!("-[{inside}]-"));
        let ends = [from, to].into_iter().flatten();
        let (low, high) = (ends.clone().min().unwrap_or(0), ends.max().unwrap_or(0));
        let begins_with_low = |next: usize| low == next && high == next + 1;
        while self.num_mentioned < high && !begins_with_low(self.num_mentioned) {
            let alone = self.mention(self.num_mentioned);
            self.items.push(alone);
        }
        let is_reversed = begins_with_low(self.num_mentioned) && from != Some(low);
        let (left, right) = if is_reversed { (to, from) } else { (from, to) };
        let link = match kind {
            EdgeKind::Undirected => format!("{mark}{body}"),
            EdgeKind::Directed if is_reversed => format!("<{body}"),
            EdgeKind::Directed => format!("{mark}{body}>"),
        };
        let mut end = |end: Option<usize>| end.map_or_else(|| "*".to_owned(), |u| self.mention(u));
        let (left, right) = (end(left), end(right));
        self.items.push(format!("{left}{link}{right}"));
    }

    /// The vertex's name, with its label if it is mentioned for the first time.
    fn mention(&mut self, u: usize) -> String {
        let has_records = self.pattern.has_records();
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
    use crate::pattern::Semantics;

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
    fn sets_of_records() {
        check(
            "a-[p*]->b where count(p)>=10 and sum(p.amount) > 1000000.0",
            "a-[p*]->b where sum(p.amount) > 1000000.0 and count(p) >= 10",
        );
        check(
            "*-[in*:pays]->m-[q:]->z where count( distinct in.from within 1 day ) > 11 and in.amount < 10000 and q.amount>5*avg(in.amount)",
            "m-[q:]->z *-[in*:pays]->m where count(distinct in.from within interval '1 day') > 11 and avg(in.amount) * 5 < q.amount and in.amount < 10000",
        );
        check("*-[p*]->m where count(p) > 3", "*-[p*]->m where count(p) > 3");
        check("m-[p*]->*<-[q*]-z, z-[r:]->m", "m<-[r:]-z m-[p*]->* z-[q*]->*");
        check("a-[p:]->b-c, c<-[pays]-a", "a b-c a-[p:]->b a-[pays]->c");
        check("a->b, *-[p*]->b!->c-a where count(p) > 2", "a->b a-c *-[p*]->b b!->c where count(p) > 2");
        check(
            "a-[p*]->b, a-[q*]->b where count(p within 5 by day) >= 3 * count(q) and q.amount > 5",
            "a-[p*]->b a-[q*]->b where count(q) * 3 <= count(p within 5 by day) and q.amount > 5",
        );
        check(
            "*-[in*]->m-[q:]->z where in.time < q.time and q.time - in.time <= 48 and count(distinct in.from) >= 10 and q.amount > 4000",
            "m-[q:]->z *-[in*]->m where q.amount > 4000 and count(distinct in.from) >= 10 and in.time < q.time and q.time - in.time <= 48",
        );
        // The same aggregate of two sets is two conditions, and equal bound edges stay equal beside a set.
        check(
            "a-[p*]->b, a-[q*]->b where p.time < 6 and q.time >= 6 and count(p) >= 2 and count(q) >= 2",
            "a-[p*]->b a-[q*]->b where count(p) >= 2 and count(q) >= 2 and p.time < 6 and q.time >= 6",
        );
        check(
            "x-[p:]->y, x-[q:]->y, x-[s*]->y where sum(s.amount) > 5",
            "x-[p:]->y x-[q:]->y x-[s*]->y where sum(s.amount) > 5",
        );
        let symmetric = |text: &str| text.parse::<Pattern>().unwrap().automorphisms(Semantics::EdgeInduced).order();
        assert_eq!(symmetric("x-[p:]->y, x-[q:]->y, x-[s*]->y where sum(s.amount) > 5"), 2);
        assert_eq!(symmetric("x-[p:]->y, x-[q:]->y, x-[s*]->y where p.amount > avg(s.amount)"), 1);
        let error = |text: &str| text.parse::<Pattern>().expect_err(text).to_string();
        assert!(error("x-[s*]->y, x-[g:]-y").contains("a direction at one of them"));
        assert!(error("*-[in*]->m-[q:]->z-[r:]->y where in.time < r.time").contains("several records"));
        assert!(error("a-[p*]->b-[q:]->c where p.time < q.time").contains("several records"));
        assert!(error("a-[p*]->b-[q:]->c in order p, q").contains("several records"));
        assert!(error("a-*").contains("set of records"));
        assert!(error("*-[p:]->b").contains("set of records"));
        assert!(error("*-[p*]-b").contains("direction"));
        assert!(error("a-[p*]->b where sum(p.from) > 3").contains("count(distinct p.from)"));
        assert!(error("a-[p*]->b where max(p.amount within 3) > 3").contains("windows"));
        assert!(error("a-[p*]->b where count(p within interval 'seven days') > 3").contains("an interval such as"));
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
