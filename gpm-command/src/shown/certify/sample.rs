//! Random small graphs with all that a pattern may ask for.

use gpm::nest::types::guess;
use gpm::nest::{Column as Asked, Scope, Type};
use gpm::pattern::predicate::{Attribute, LABEL, Property};
use gpm::pattern::{EdgeKind, PatternEdge};
use gpm::{Column, Graph, GraphBuilder, Label, Pattern, VertexId};
use gpm_plan::mix;

use crate::process::Failure;

/// What a pattern asks for, and graphs are to have.
pub(super) struct Demands {
    pattern: Pattern,
    edges: Vec<PatternEdge>,
    absent: Vec<PatternEdge>,
    /// Labels, with one that the pattern does not name. None if it names none.
    vertex_labels: Vec<String>,
    edge_labels: Vec<String>,
    columns: Vec<(Scope, String, Type)>,
    /// Vertices that graphs have at most.
    pub(super) largest: usize,
}

impl Demands {
    /// Those of a pattern, for graphs of up to `largest` vertices.
    pub(super) fn new(pattern: &Pattern, largest: usize) -> Result<Demands, Failure> {
        let own = (0..pattern.num_vertices()).filter_map(|u| pattern.vertex_label(u));
        let mut vertex_labels: Vec<String> = own.flat_map(Label::texts).map(str::to_owned).collect();
        let edges: Vec<PatternEdge> = pattern.edges().collect();
        let own = edges.iter().filter_map(|edge| edge.label.as_ref());
        let mut edge_labels: Vec<String> = own.flat_map(Label::texts).map(str::to_owned).collect();
        let conditions = pattern.predicate().conjuncts();
        let asked = Asked::read_by(conditions);
        let mut columns = Vec::new();
        for (Asked { scope, name }, of) in asked.iter().zip(guess(conditions, &asked)) {
            match (name, scope) {
                (Attribute::Property(Property::Has(text), of), Scope::Vertex) if of.column() == Some(LABEL) => {
                    vertex_labels.push(text.clone());
                }
                (Attribute::Id, _) => {}
                (Attribute::Column(name), _) if matches!(of, Type::Integer | Type::Float) && name != LABEL => {
                    columns.push((*scope, name.clone(), of));
                }
                _ => {
                    return Err(Failure::input(format!(
                        "--certify makes graphs with labels and with columns of numbers; `{name}` in the pattern asks for something else: \
                         leave that condition out"
                    )));
                }
            }
        }
        for labels in [&mut vertex_labels, &mut edge_labels] {
            labels.sort_unstable();
            labels.dedup();
            if !labels.is_empty() {
                labels.push("other".to_owned());
            }
        }
        Ok(Demands {
            pattern: pattern.clone(),
            absent: pattern.anti_edges().collect(),
            edges,
            vertex_labels,
            edge_labels,
            columns,
            largest,
        })
    }

    /// Graph number `seed`: every other one has the pattern in it, since few random graphs have a large pattern.
    pub(super) fn graph(&self, seed: u64) -> Result<Graph, Failure> {
        let mut random = Random(seed);
        let size = self.pattern.num_vertices();
        let is_planted = seed.is_multiple_of(2);
        let least = if is_planted { size } else { 2 };
        let num_vertices = least + random.below(self.largest + 1 - least);
        let density = 1 + random.below(10);
        let mut places: Vec<VertexId> = (0..num_vertices as VertexId).collect();
        (1..num_vertices).rev().for_each(|at| places.swap(at, random.below(at + 1)));
        let lies = |edge: &PatternEdge, from: VertexId, to: VertexId| {
            // Other graphs may have fewer vertices than the pattern.
            is_planted && {
                let ends = (places[edge.from], places[edge.to]);
                ends == (from, to) || (edge.kind == EdgeKind::Undirected && ends == (to, from))
            }
        };
        let joined = |from, to| self.edges.iter().find(|edge| lies(edge, from, to));
        let is_forbidden = |from, to| self.absent.iter().any(|edge| lies(edge, from, to));
        let is_directed = self.pattern.is_directed();
        let mut builder = if is_directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        builder = builder.vertices(num_vertices);
        let mut ends = Vec::new();
        let all = 0..num_vertices as VertexId;
        for (from, to) in all.clone().flat_map(|from| all.clone().map(move |to| (from, to))) {
            if from == to || (!is_directed && from > to) {
                continue;
            }
            if is_forbidden(from, to) {
                continue;
            }
            let planted = joined(from, to);
            // A graph without any edge has no labels of edges either, and is refused.
            let is_needed = !is_planted && !self.edge_labels.is_empty() && (from, to) == (0, 1);
            if planted.is_none() && !is_needed && random.below(10) >= density {
                continue;
            }
            ends.push((u64::from(from), u64::from(to)));
            let wanted = planted.and_then(|edge| edge.label.as_ref()).map(|label| label.as_str().to_owned());
            builder = match wanted.or_else(|| random.pick(&self.edge_labels)) {
                Some(label) => builder.labelled_edge(from, to, label),
                None => builder.edges([(from, to)]),
            };
        }
        if !self.vertex_labels.is_empty() {
            let of = |v: VertexId| places.iter().position(|&place| place == v).filter(|&u| is_planted && u < size);
            let wanted = |v| Some(self.pattern.vertex_label(of(v)?)?.as_str().to_owned());
            let label = |v| wanted(v).or_else(|| random.pick(&self.vertex_labels)).unwrap_or_default();
            builder = builder.vertex_labels(all.map(label).collect::<Vec<String>>());
        }
        let mut graph = builder.build()?;
        for (scope, name, of) in &self.columns {
            match scope {
                Scope::Vertex => graph.add_vertex_column(name, random.column(*of, num_vertices))?,
                // What a planner calls an edge of one direction, an undirected graph has too.
                Scope::Edge | Scope::Arc => graph.add_edge_column(name, &ends, random.column(*of, ends.len()))?,
            }
        }
        Ok(graph)
    }
}

/// Numbers that look random: the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        mix::next(&mut self.0)
    }

    /// A number below `bound`, which is small.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick(&mut self, labels: &[String]) -> Option<String> {
        if labels.is_empty() { None } else { Some(labels[self.below(labels.len())].clone()) }
    }

    /// Few values, so that some are equal; some are missing.
    fn column(&mut self, of: Type, len: usize) -> Column {
        let mut values = (0..len).map(|_| Some(self.below(8) as i64 - 2).filter(|&value| value < 5));
        match of {
            Type::Float => {
                values.map(|value| value.map(|value| value as f64 / 2.0)).collect::<Vec<Option<f64>>>().into()
            }
            _ => values.by_ref().collect::<Vec<Option<i64>>>().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use gpm::{Control, Query, brute};

    use super::*;

    #[test]
    fn every_other_graph_has_the_pattern() {
        for text in
            ["house", "a:x-[p]->b:y, b->c, a!-c", "a:x|y-[p]-b, b-[q]-c", "a-b where a.n < b.n and (a-b).w > 0.5"]
        {
            let pattern: Pattern = text.parse().expect("a pattern");
            let bare: Query = text.split(" where ").next().expect("a part").parse().expect("a pattern");
            let demands = Demands::new(&pattern, 7).expect("it can be certified");
            let mut found = 0;
            for seed in 0..40 {
                let graph = demands.graph(seed).expect("a graph");
                assert!((2..=7).contains(&graph.num_vertices()));
                let count = brute::count(&graph, &bare, &Control::new()).expect("a number");
                found += usize::from(count > 0);
                assert!(count > 0 || seed % 2 == 1, "{text}: {seed}");
            }
            assert!((20..=40).contains(&found), "{text}: {found}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let pattern: Pattern = "a-b where a.name like 'x%'".parse().expect("a pattern");
        let refused = Demands::new(&pattern, 7).map(|_| ()).expect_err("there are no texts");
        assert_eq!(refused.code(), 2);
    }
}
