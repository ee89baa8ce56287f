//! Matches as rows: counted where the clauses ask for no variable or for one, listed where they ask for more.

use std::fmt::Write;
use std::ops::ControlFlow;

use gpm::{Control, Engine, EngineError, Graph, Query, Session, VertexId};
use rustc_hash::FxHashSet;

use super::stages::Stage;
use crate::context::Context;
use crate::error::QueryError;
use crate::evaluate::{Row, is_true};
use crate::expression::{Aggregate, Expression, Function, Node, Variable};
use crate::question::{Branch, Reading, SortBy, Subpattern, Vertex};
use crate::terms::{Place, Term, Terms};
use crate::value::Value;

/// How rows are come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// One row, as often as there are matches.
    Count,
    /// A row for each value of a variable, as often as there are matches with it.
    Each(Variable),
    /// A row for each match.
    List,
}

/// Runs the patterns of a query.
pub(super) struct Search<'a> {
    engine: &'a Engine,
    graph: &'a Graph,
    control: &'a Control,
    text: &'a str,
    session: Session<'a>,
    is_partial: bool,
}

/// Choices of vertices.
type Tuples = FxHashSet<Vec<VertexId>>;

/// What is known around matches: which patterns of conditions are there, and how often optional ones are.
struct Around {
    /// Of each pattern, the nodes it shares and the choices of these at which it is; none of a pattern that the engine looks for itself.
    there: Vec<Option<(Vec<usize>, Tuples)>>,
    /// Of each optional pattern the node it shares, and how often it is at each vertex.
    optional: Vec<(usize, Vec<u128>)>,
}

impl Around {
    fn exists(&self, row: &dyn Row, pattern: usize) -> bool {
        let Some((shared, found)) = &self.there[pattern] else { unreachable!("others are part of the term") };
        let vertex = |&node: &usize| match row.value(Variable::Vertex(node)) {
            Value::Vertex(v) => v,
            _ => unreachable!("nodes are vertices"),
        };
        found.contains(&shared.iter().map(vertex).collect::<Vec<_>>())
    }

    fn optional(&self, row: &dyn Row, pattern: usize) -> u128 {
        let (node, counts) = &self.optional[pattern];
        match row.value(Variable::Vertex(*node)) {
            Value::Vertex(v) => counts[v as usize],
            _ => 0,
        }
    }

    /// How many rows optional patterns make of one.
    fn times(&self, row: &dyn Row) -> u128 {
        let each = (0..self.optional.len()).map(|pattern| self.optional(row, pattern).max(1));
        each.fold(1, u128::saturating_mul)
    }
}

/// A match.
struct Match<'m> {
    term: &'m Term,
    found: &'m [VertexId],
    around: &'m Around,
}

impl Row for Match<'_> {
    fn value(&self, variable: Variable) -> Value {
        match variable {
            Variable::Vertex(node) => Value::Vertex(self.found[self.term.vertices[node]]),
            Variable::Edge(edge) => match self.term.edges[edge] {
                Some(Place::Record(at)) => Value::Record(self.found[at]),
                Some(Place::Arc(from, to)) => Value::Arc(self.found[from], self.found[to]),
                None => Value::Null,
            },
            Variable::Slot(_) | Variable::Optional(_) => unreachable!("matches have nodes and relationships"),
        }
    }

    fn exists(&self, pattern: usize) -> bool {
        self.around.exists(self, pattern)
    }

    fn optional(&self, pattern: usize) -> u128 {
        self.around.optional(self, pattern)
    }
}

/// All matches at once, or all with one value of a variable.
struct Together<'m> {
    at: Option<(Variable, Value)>,
    around: &'m Around,
}

impl Row for Together<'_> {
    fn value(&self, variable: Variable) -> Value {
        match &self.at {
            Some((own, value)) if *own == variable => value.clone(),
            _ => unreachable!("other variables are not asked for"),
        }
    }

    fn exists(&self, pattern: usize) -> bool {
        self.around.exists(self, pattern)
    }

    fn optional(&self, pattern: usize) -> u128 {
        self.around.optional(self, pattern)
    }
}

/// What takes rows, and how often each is there.
type Sink<'s> = dyn FnMut(&dyn Row, u128) -> ControlFlow<()> + Send + 's;

impl<'a> Search<'a> {
    pub(super) fn new(engine: &'a Engine, graph: &'a Graph, control: &'a Control, text: &'a str) -> Self {
        Search { engine, graph, control, text, session: Session::new(graph), is_partial: false }
    }

    /// Whether the run was stopped.
    pub(super) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Hands the rows of a branch to its first clause.
    pub(super) fn branch(&mut self, branch: &Branch, stage: &mut Stage<'_>) -> Result<(), QueryError> {
        let wanted = wanted(branch);
        let is_grouped = branch.projections.first().is_some_and(|first| first.is_grouped());
        self.rows(&branch.reading, (&wanted, is_grouped), &mut |row, times| stage.take(row, times))
    }

    /// Hands all rows of a reading over: with the variables that are wanted, and put together where they may be.
    fn rows(
        &mut self,
        reading: &Reading,
        (wanted, may_group): (&[Variable], bool),
        sink: &mut Sink<'_>,
    ) -> Result<(), QueryError> {
        let reach = reach(reading, self.graph, (wanted, may_group));
        let terms = reading.terms(self.graph, self.text, reach != Reach::List)?;
        let around = self.around(reading, &terms)?;
        let context = Context { graph: self.graph, slots: &[] };
        let all: Vec<usize> = (0..reading.conditions.len()).collect();
        let mut take = |row: &dyn Row, times: u128, conditions: &[usize]| {
            let holds = |&number: &usize| is_true(&reading.conditions[number].value(context, row)) == Some(true);
            match times > 0 && conditions.iter().all(holds) {
                true => sink(row, times.saturating_mul(around.times(row))),
                false => ControlFlow::Continue(()),
            }
        };
        for term in terms.terms.iter().filter(|term| term.pattern.is_none() && !term.is_negative) {
            if self.nodes(reading, (term, &around), &mut |row| take(row, 1, &all)).is_break() {
                return Ok(());
            }
        }
        let patterns = || terms.terms.iter().filter_map(|term| term.pattern.as_ref().map(|pattern| (term, pattern)));
        match reach {
            Reach::Count => {
                let mut sum = Signed::default();
                for (term, pattern) in patterns() {
                    let query = Query::from(pattern.clone()).embeddings();
                    let report = self.engine.count_in(&mut self.session, query, self.control)?;
                    self.is_partial |= report.partial;
                    sum.add(report.count, term.is_negative);
                }
                let _ = take(&Together { at: None, around: &around }, sum.total(), &terms.left);
            }
            Reach::Each(variable) => {
                let mut sums = vec![Signed::default(); self.graph.num_vertices()];
                for (term, pattern) in patterns() {
                    let at = match variable {
                        Variable::Vertex(node) => term.vertices[node],
                        Variable::Edge(edge) => match term.edges[edge] {
                            Some(Place::Record(at)) => at,
                            _ => unreachable!("only records are counted one by one"),
                        },
                        _ => unreachable!("matches have nodes and relationships"),
                    };
                    let anchored = pattern.clone().with_anchors(&[at]).map_err(EngineError::from)?;
                    let query = Query::from(anchored).embeddings();
                    let found = self.engine.count_per_anchor_in(&mut self.session, query, self.control)?;
                    self.is_partial |= found.report.partial;
                    sums.iter_mut().zip(found.counts.iter()).for_each(|(sum, count)| sum.add(count, term.is_negative));
                }
                let value = if let Variable::Vertex(_) = variable { Value::Vertex } else { Value::Record };
                for (v, sum) in sums.iter().enumerate() {
                    let row = Together { at: Some((variable, value(v as VertexId))), around: &around };
                    if take(&row, sum.total(), &terms.left).is_break() {
                        break;
                    }
                }
            }
            Reach::List => {
                for (term, pattern) in patterns() {
                    let query = Query::from(pattern.clone()).embeddings().list();
                    let mut each = |found: &[VertexId]| take(&Match { term, found, around: &around }, 1, &terms.left);
                    let report = self.engine.list_shard_in(&mut self.session, query, self.control, &mut each)?;
                    self.is_partial |= report.partial && !report.limited;
                    if report.limited {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Hands over the vertices that may be the only node of a term.
    fn nodes(
        &mut self,
        reading: &Reading,
        (term, around): (&Term, &Around),
        take: &mut dyn FnMut(&dyn Row) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let context = Context { graph: self.graph, slots: &[] };
        let labels = |(node, vertex): (usize, &Vertex)| {
            Expression::new(Node::HasLabels(Variable::Vertex(node), vertex.labels.clone()), 0..0)
        };
        let labels: Vec<Expression> = reading.vertices.iter().enumerate().map(labels).collect();
        for v in (0..self.graph.num_vertices() as VertexId).filter(|&v| !self.graph.is_record(v)) {
            let row = Match { term, found: &[v], around };
            if self.control.is_stopped() {
                self.is_partial = true;
                return ControlFlow::Break(());
            }
            if labels.iter().all(|asked| is_true(&asked.value(context, &row)) == Some(true)) {
                take(&row)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks for the patterns of conditions that are left to the rows, and counts optional ones.
    fn around(&mut self, reading: &Reading, terms: &Terms) -> Result<Around, QueryError> {
        let asked: FxHashSet<usize> =
            terms.left.iter().flat_map(|&number| patterns_in(&reading.conditions[number])).collect();
        let is_alone = terms.terms.iter().any(|term| term.pattern.is_none());
        let mut there = Vec::new();
        for (number, Subpattern { reading, shared, .. }) in reading.subpatterns.iter().enumerate() {
            if !is_alone && !asked.contains(&number) {
                there.push(None);
                continue;
            }
            let own: Vec<Variable> = shared.iter().map(|&(own, _)| Variable::Vertex(own)).collect();
            let mut found = Tuples::default();
            self.rows(reading, (&own, true), &mut |row, _| {
                let vertex = |variable: &Variable| match row.value(*variable) {
                    Value::Vertex(v) => v,
                    _ => unreachable!("nodes are vertices"),
                };
                found.insert(own.iter().map(vertex).collect());
                ControlFlow::Continue(())
            })?;
            there.push(Some((shared.iter().map(|&(_, outer)| outer).collect(), found)));
        }
        let mut optional = Vec::new();
        for Subpattern { reading, shared, .. } in &reading.optional {
            let (own, outer) = shared[0];
            let mut counts = vec![0_u128; self.graph.num_vertices()];
            self.rows(reading, (&[Variable::Vertex(own)], true), &mut |row, times| {
                if let Value::Vertex(v) = row.value(Variable::Vertex(own)) {
                    counts[v as usize] = counts[v as usize].saturating_add(times);
                }
                ControlFlow::Continue(())
            })?;
            optional.push((outer, counts));
        }
        Ok(Around { there, optional })
    }
}

/// The variables that the first clause of a branch reads.
fn wanted(branch: &Branch) -> Vec<Variable> {
    let mut found = Vec::new();
    let Some(first) = branch.projections.first() else { return found };
    let keys = first.order.iter().filter_map(|key| match &key.by {
        SortBy::Rows(by) => Some(by),
        SortBy::Items(_) => None,
    });
    first.items.iter().map(|item| &item.of).chain(keys).for_each(|of| read_by(of, &mut found));
    found
}

fn read_by(of: &Expression, found: &mut Vec<Variable>) {
    match &of.node {
        Node::Aggregate(Aggregate { function: Function::Count, is_distinct: false, argument: Some(argument) })
            if matches!(argument.node, Node::Variable(Variable::Optional(_))) => {}
        _ if of.operands().is_empty() => of.variables(found),
        _ => of.operands().into_iter().for_each(|operand| read_by(operand, found)),
    }
}

/// The patterns that a condition asks for.
fn patterns_in(condition: &Expression) -> Vec<usize> {
    let mut found = Vec::new();
    condition.visit(&mut |own| {
        if let Node::Exists(number) = own.node {
            found.push(number);
        }
    });
    found
}

/// A sum of which some terms are taken away. What does not fit becomes the largest number, which no column of an answer holds.
#[derive(Clone, Debug, Default)]
struct Signed {
    added: u128,
    taken: u128,
}

impl Signed {
    fn add(&mut self, count: u128, is_negative: bool) {
        let side = if is_negative { &mut self.taken } else { &mut self.added };
        *side = side.saturating_add(count);
    }

    /// The difference; of a run that was stopped it may be anything, and is not negative.
    fn total(&self) -> u128 {
        if self.added.max(self.taken) == u128::MAX { u128::MAX } else { self.added.saturating_sub(self.taken) }
    }
}

fn reach(reading: &Reading, graph: &Graph, (wanted, may_group): (&[Variable], bool)) -> Reach {
    let mut read = wanted.to_vec();
    for number in reading.left(graph, true) {
        let condition = &reading.conditions[number];
        condition.variables(&mut read);
        let shared = patterns_in(condition).into_iter().flat_map(|number| &reading.subpatterns[number].shared);
        read.extend(shared.map(|&(_, outer)| Variable::Vertex(outer)));
    }
    read.extend(reading.optional.iter().map(|own| Variable::Vertex(own.shared[0].1)));
    read.sort_unstable();
    read.dedup();
    let is_record = |edge: usize| graph.has_records() && reading.edges[edge].length == (1, 1);
    match &read[..] {
        _ if !may_group => Reach::List,
        [] => Reach::Count,
        [variable @ Variable::Vertex(_)] => Reach::Each(*variable),
        [Variable::Edge(edge)] if is_record(*edge) => Reach::Each(Variable::Edge(*edge)),
        _ => Reach::List,
    }
}

/// How a branch is answered, as text.
pub(super) fn explained(branch: &Branch, graph: &Graph, text: &str) -> Result<String, QueryError> {
    let is_grouped = branch.projections.first().is_some_and(|first| first.is_grouped());
    let name = |variable: Variable| {
        let name = match variable {
            Variable::Vertex(node) => branch.reading.vertices[node].name.clone(),
            Variable::Edge(edge) => branch.reading.edges[edge].name.clone(),
            _ => None,
        };
        name.unwrap_or_else(|| "a node without a name".to_owned())
    };
    let reach = reach(&branch.reading, graph, (&wanted(branch), is_grouped));
    let terms = branch.reading.terms(graph, text, reach != Reach::List)?;
    let how = match reach {
        Reach::Count => "counted".to_owned(),
        Reach::Each(variable) => format!("counted for each {}", name(variable)),
        Reach::List => "listed".to_owned(),
    };
    let mut lines = format!("{}, {how}:\n", branch.reading.matching.text());
    for term in &terms.terms {
        let pattern = term.pattern.as_ref().map_or_else(|| "a single node".to_owned(), ToString::to_string);
        let sign = if term.is_negative { "less " } else { "" };
        let _ = writeln!(lines, "  {sign}{pattern}");
    }
    for &number in &terms.left {
        let asked = &text[branch.reading.conditions[number].span.clone()];
        let _ = writeln!(lines, "  and of each row: {}", asked.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    for own in &branch.reading.optional {
        let _ = writeln!(
            lines,
            "  perhaps, counted for each {}: {}",
            name(Variable::Vertex(own.shared[0].1)),
            &text[own.span.clone()]
        );
    }
    Ok(lines)
}
