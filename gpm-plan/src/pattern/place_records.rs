//! Makes vertices of bound edges, and gives each set of records its host (see `sets.rs`).

use std::collections::BTreeSet;

use super::builder::Link;
use super::predicate::{RecordSet, SetEnds, SetName};
use super::record::{BoundEdge, asked_of_record, leads_back, named_twice};
use super::set_edge::{SetEdge, all_vertices, two_directions};
use super::{PatternBuilder, RECORD, VERTEX};
use crate::error::PatternError;

/// What its ends are in a pattern.
enum Ends {
    Both(usize, usize),
    /// All records from a vertex, or to it.
    One(usize),
}

/// A record that is a vertex of the pattern, between its ends.
struct Placed {
    from: usize,
    to: usize,
    is_directed: bool,
    record: usize,
}

impl PatternBuilder {
    /// Makes a vertex of each bound edge, after all others (see [`record`](super::record)), and gives each set of records its host. Vertices
    /// without a label then ask for what is no record.
    ///
    /// # Errors
    /// When a name stands for two edges, or for an edge and a vertex, an edge leads from a vertex to itself, or `*` stands beside an edge that
    /// is no set or has no direction.
    pub(crate) fn place_records(&mut self) -> Result<(), PatternError> {
        if self.bound.is_empty() {
            return Ok(());
        }
        let num_vertices = self.vertices.len();
        self.check_names_of_bound()?;
        let (mut sets, bound): (Vec<BoundEdge>, _) =
            std::mem::take(&mut self.bound).into_iter().partition(|edge| edge.is_set);
        sets.extend(self.labelled_edges());
        let mut placed = Vec::new();
        for edge in bound {
            let (Some(from), Some(to)) = edge.ends else {
                return Err(all_vertices(edge.at));
            };
            let record = self.record(edge.name.clone(), &edge)?;
            placed.push(Placed { from, to, is_directed: edge.is_directed, record });
        }
        // Whose values a vertex has come last: whether it is matched at all is known then. What has a direction may be the host of what has none.
        sets.sort_by_key(|set| (set.ends.0.is_none() || set.ends.1.is_none(), !set.is_directed));
        for set in sets {
            self.place_set(set, &mut placed)?;
        }
        for vertex in self.vertices[..num_vertices].iter_mut().filter(|vertex| vertex.labels.is_empty()) {
            vertex.labels.push((VERTEX.into(), vertex.mention.clone()));
        }
        Ok(())
    }

    /// The edges without a name that ask for a label, each as a set; the others are left, and are those of the graph.
    fn labelled_edges(&mut self) -> Vec<BoundEdge> {
        let mut sets: Vec<BoundEdge> = Vec::new();
        for statement in std::mem::take(&mut self.statements) {
            let (label, is_directed) = match &statement.link {
                Link::Edge(label) => (label.clone(), false),
                Link::Arc(label) => (label.clone(), true),
                Link::AntiEdge | Link::AntiArc => (None, false),
            };
            if label.is_none() {
                self.statements.push(statement);
                continue;
            }
            let ends = (Some(statement.from), Some(statement.to));
            if sets.iter().all(|known| (known.ends, known.is_directed, &known.label) != (ends, is_directed, &label)) {
                let (name, at) = (String::new(), statement.span.clone().unwrap_or_default());
                sets.push(BoundEdge { name, at, label, ends, is_directed, is_set: true, span: statement.span });
            }
        }
        sets
    }

    /// Gives a set its host: something between its ends that is matched, the one end that it has, or its first record.
    fn place_set(&mut self, edge: BoundEdge, placed: &mut Vec<Placed>) -> Result<(), PatternError> {
        let (of, ends) = match edge.ends {
            (Some(from), Some(to)) if edge.is_directed => (Ends::Both(from, to), SetEnds::FromTo),
            (Some(one), Some(other)) => (Ends::Both(one, other), SetEnds::Between),
            (Some(from), None) if edge.is_directed => (Ends::One(from), SetEnds::From),
            (None, Some(to)) if edge.is_directed => (Ends::One(to), SetEnds::To),
            _ => return Err(all_vertices(edge.at)),
        };
        let mut known: Vec<usize> = Vec::new();
        match of {
            Ends::Both(from, to) => {
                for &Placed { from: one, to: other, is_directed, record } in placed.iter() {
                    let (is_same, is_turned) = ((one, other) == (from, to), (other, one) == (from, to));
                    if ends == SetEnds::FromTo && !is_directed && (is_same || is_turned) {
                        return Err(two_directions(edge.at));
                    }
                    known.extend((is_same || is_turned && ends == SetEnds::Between).then_some(record));
                }
            }
            Ends::One(vertex) if !self.statements.is_empty() => known.push(vertex),
            Ends::One(_) => {}
        }
        let is_first = known.is_empty();
        if is_first {
            let record = self.record(self.name_of(&edge), &edge)?;
            if let Ends::Both(from, to) = of {
                placed.push(Placed { from, to, is_directed: edge.is_directed, record });
            }
            known.push(record);
        }
        let label = edge.label.as_ref().map(asked_of_record);
        let (name, draft, host) = (SetName(edge.name), self.sets.len() + 1, known.remove(0));
        let set = RecordSet { name, draft, ends, end: None, label, members: Vec::new(), hosts: Vec::new() };
        self.sets.push(SetEdge { host, also: known, is_first, set });
        Ok(())
    }

    /// What the first record of a set is called: as the set, or else by its ends.
    fn name_of(&self, edge: &BoundEdge) -> String {
        if !edge.name.is_empty() {
            return edge.name.clone();
        }
        let ends = [edge.ends.0, edge.ends.1].into_iter().flatten().map(|u| self.vertices[u].name.as_str());
        let mut name = ends.collect::<Vec<_>>().join("_");
        while self.known(&name).is_some() {
            name.push('_');
        }
        name
    }

    /// A vertex for a record, joined with the ends that it has.
    fn record(&mut self, name: String, edge: &BoundEdge) -> Result<usize, PatternError> {
        let (from, to) = edge.ends;
        if let (Some(from), true) = (from, from == to) {
            return Err(leads_back(self.vertices[from].name.clone(), edge.span.clone()));
        }
        let record = self.mention(&name, Some(edge.at.clone()));
        let label = edge.label.as_ref().map_or_else(|| RECORD.into(), asked_of_record);
        self.label_at(record, label, edge.span.clone());
        let link = || if edge.is_directed { Link::Arc(None) } else { Link::Edge(None) };
        if let Some(from) = from {
            self.state(from, record, link(), edge.span.clone());
        }
        if let Some(to) = to {
            self.state(record, to, link(), edge.span.clone());
        }
        Ok(record)
    }

    fn check_names_of_bound(&self) -> Result<(), PatternError> {
        let mut names = BTreeSet::new();
        for edge in &self.bound {
            if self.known(&edge.name).is_some() || !names.insert(edge.name.as_str()) {
                return Err(named_twice(edge.name.clone(), edge.at.clone()));
            }
        }
        Ok(())
    }
}
