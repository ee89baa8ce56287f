//! Edges that stand for sets of records: `a-[p*]->b` is all records from `a` to `b`, `*-[p*]->m` all that lead to `m`, and `a-[pays]->b` beside
//! edges that have names is a set of which nothing is asked but that it has a record.
//!
//! A set is no vertex of the pattern. What is [said of it](OfSet) is an attribute of something that is matched anyway and determines
//! the set, its *host*: a bound edge between the same ends, or the vertex from or to which all records lead. Where nothing of that kind is
//! matched, the first record of the set is, and is its host. So nothing is asked of planners and searches that they did not do before:
//! a set is a condition on its host. Where the records of a set are compared with a bound edge, as in `*-[in*]->m-[out:]->z where in.time < out.time`,
//! that is the host: of each payment out of `m` those into `m` before it.

use super::predicate::{Attribute, Comparison, Condition, End, Owner, RecordSet, SetEnds, Value};
use super::set_edge::{SetEdge, several_records};
use super::{EdgeKind, Pattern};
use crate::error::PatternError;

impl Pattern {
    /// The set that is called so.
    pub(crate) fn set_called(&self, name: &str) -> Option<&SetEdge> {
        self.sets.iter().find(|set| set.name() == name && !name.is_empty())
    }

    /// The number that stands for a set where its records are spoken of one by one: none of a vertex.
    pub(super) fn set_number(&self, name: &str) -> Option<usize> {
        let at = self.sets.iter().position(|set| set.name() == name && !name.is_empty())?;
        Some(self.num_vertices() + at)
    }

    /// The same pattern with these sets.
    pub(super) fn with_sets(mut self, sets: Vec<SetEdge>) -> Pattern {
        self.sets = sets;
        self.with_conditions_of_sets()
    }

    /// The same pattern, in which conditions on the records of sets, called by [number](Self::set_number), are part of the sets.
    ///
    /// # Errors
    /// When a condition is on the records of a set and on something else, unless that is one bound edge at the vertex from or to which they all lead:
    /// it then is the host of the set.
    pub(super) fn with_members(mut self) -> Result<Pattern, PatternError> {
        let (n, all) = (self.num_vertices(), self.vertex_mask());
        let of_sets = |condition: &Condition| condition.vertices() & !all != 0;
        for condition in self.predicate.conjuncts().iter().filter(|condition| of_sets(condition)) {
            let (of_set, others) = (condition.vertices() & !all, condition.vertices() & all);
            let mut has_aggregate = false;
            condition.visit(&mut |_, attribute| has_aggregate |= attribute.of_set().is_some());
            let at = of_set.trailing_zeros() as usize - n;
            let refused = || Err(several_records(self.sets[at].name()));
            if has_aggregate || of_set.count_ones() > 1 || others.count_ones() > 1 {
                return refused();
            }
            if others != 0 {
                let host = others.trailing_zeros() as usize;
                let Some(end) = self.end_at(&self.sets[at], host) else { return refused() };
                let SetEdge { host: known, set, .. } = &mut self.sets[at];
                (*known, set.end) = (host, Some(end));
            }
            let member = condition.mapped(&|u| usize::from(u < n));
            let members = &mut self.sets[at].set.members;
            members.push(member);
            members.sort_unstable();
            members.dedup();
        }
        self.predicate = self.predicate.with_in_place(|condition| !of_sets(condition), Vec::new());
        Ok(self.with_conditions_of_sets())
    }

    /// Which end of a bound edge the vertex is from or to which the records of a set all lead, if it is one and can be the host of the set.
    fn end_at(&self, SetEdge { host, is_first, set, .. }: &SetEdge, record: usize) -> Option<End> {
        let is_gathered = matches!(set.ends, SetEnds::From | SetEnds::To) && !is_first && self.is_record(record);
        if !is_gathered || set.end.is_some() && *host != record {
            return None;
        }
        let leads = |from: usize, to: usize| {
            self.edges().any(|edge| edge.kind == EdgeKind::Directed && (edge.from, edge.to) == (from, to))
        };
        match (set.end, leads(*host, record), leads(record, *host)) {
            (Some(end), ..) => Some(end),
            (None, true, _) => Some(End::From),
            (None, _, true) => Some(End::To),
            (None, false, false) => None,
        }
    }

    /// The same pattern of records whose values in a column, their times, are no less than the first of two and less than the second, where these are given: numbers, or
    /// texts as they stand beside a column of times.
    ///
    /// ```
    /// let chain: gpm::Pattern = "a-[p:]->b-[q*]->c".parse()?;
    /// let in_may = chain.in_period("day", Some("2025-05-01"), Some("2025-06-01"));
    /// let conditions = "p.day >= '2025-05-01' and p.day < '2025-06-01' and q.day >= '2025-05-01' and q.day < '2025-06-01'";
    /// assert_eq!(in_may, format!("a-[p:]->b-[q*]->c where {conditions}").parse()?);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    #[must_use]
    pub fn in_period(mut self, column: &str, since: Option<&str>, until: Option<&str>) -> Pattern {
        let conditions = |record: usize| {
            let time = || Value::Attribute(Owner::Vertex(record), Attribute::Column(column.to_owned()));
            let since = since.map(|since| Condition::compare(Comparison::LessOrEqual, Value::written(since), time()));
            let until = until.map(|until| Condition::compare(Comparison::Less, time(), Value::written(until)));
            since.into_iter().chain(until)
        };
        let is_first = |record: &usize| self.sets.iter().any(|set| set.is_first && set.host == *record);
        let bound = (0..self.num_vertices()).filter(|&u| self.is_record(u)).filter(|u| !is_first(u));
        let bound: Vec<Condition> = bound.flat_map(conditions).collect();
        self.predicate = self.predicate.with_in_place(|_| true, bound);
        for SetEdge { set, .. } in &mut self.sets {
            set.members.extend(conditions(0));
            set.members.sort_unstable();
            set.members.dedup();
        }
        self.with_conditions_of_sets()
    }

    /// The same pattern, whose conditions are about its sets as they are now.
    fn with_conditions_of_sets(mut self) -> Pattern {
        if self.sets.is_empty() {
            return self;
        }
        let own: Vec<&Condition> =
            self.predicate.conjuncts().iter().filter(|condition| !condition.is_of_set()).collect();
        let mut sets = self.sets.clone();
        for SetEdge { host, set, .. } in sets.iter_mut().filter(|set| set.set.end.is_some()) {
            let is_of_host = |condition: &&&Condition| {
                let mut has_aggregate = false;
                condition.visit(&mut |_, attribute| has_aggregate |= attribute.of_set().is_some());
                condition.is_of_class() && condition.vertices() == 1 << *host && !has_aggregate
            };
            set.hosts = own.iter().filter(is_of_host).map(|condition| condition.mapped(&|_| 1)).collect();
            set.hosts.sort_unstable();
        }
        sets.iter_mut().for_each(|set| set.set.draft = 0);
        let own = own.into_iter().flat_map(|condition| with_hosts(condition, &sets));
        let demanded = sets.iter().flat_map(|set| {
            let hosts = std::iter::once(&set.host).chain(&set.also);
            hosts.map(|&host| Condition::of_set(host, set.set.clone(), set.is_first))
        });
        self.predicate = self.predicate.with_in_place(|_| false, own.chain(demanded).collect());
        self
    }
}

/// A condition with sets as they are now, for each choice of hosts: what it reads beside, or else all that there are. So a symmetry that exchanges hosts
/// exchanges conditions.
fn with_hosts(condition: &Condition, sets: &[SetEdge]) -> Vec<Condition> {
    let now =
        |known: &RecordSet| sets.iter().position(|set| set.set.name.0 == known.name.0 && set.set.ends == known.ends);
    let (mut used, mut beside) = (Vec::new(), Vec::new());
    condition.visit(&mut |owner, attribute| match attribute.of_set() {
        Some(of) => used.extend(now(&of.set)),
        None => beside.extend(owner.vertices()),
    });
    // Sets with the same hosts have the same one each time.
    let mut groups: Vec<Vec<usize>> = used.iter().map(|&at| hosts_of(&sets[at])).collect();
    groups.sort_unstable();
    groups.dedup();
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for group in &groups {
        let read: Vec<usize> = group.iter().copied().filter(|host| beside.contains(host)).collect();
        let hosts = if read.is_empty() { group } else { &read };
        let longer =
            |choice: &Vec<usize>| hosts.iter().map(|&host| [&choice[..], &[host]].concat()).collect::<Vec<_>>();
        choices = choices.iter().flat_map(longer).collect();
    }
    let chosen = |choice: &Vec<usize>| {
        condition.with_sets(&|host, known| {
            let Some(at) = now(known) else { return (host, known.clone()) };
            let group = groups.iter().position(|group| *group == hosts_of(&sets[at]));
            (group.map_or(host, |group| choice[group]), sets[at].set.clone())
        })
    };
    choices.iter().map(chosen).collect()
}

/// What may be the host of a set, ascending.
fn hosts_of(set: &SetEdge) -> Vec<usize> {
    let mut hosts: Vec<usize> = std::iter::once(set.host).chain(set.also.iter().copied()).collect();
    hosts.sort_unstable();
    hosts
}
