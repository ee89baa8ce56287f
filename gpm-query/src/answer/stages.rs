//! What the clauses `WITH` and `RETURN` do to rows: groups, distinct rows, order, and how many.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use gpm::Graph;

use super::groups::{Groups, Key};
use crate::context::Context;
use crate::error::Wrong;
use crate::evaluate::{Row, is_true};
use crate::expression::{Aggregate, Expression, Function, Node, Variable};
use crate::question::{Branch, Item, Projection, SortBy};
use crate::value::{Kind, Value};

/// One clause, and what comes after it.
pub(super) struct Stage<'q> {
    projection: &'q Projection,
    /// Of the rows before it.
    before: Context<'q>,
    /// Of its own.
    after: Context<'q>,
    /// How the items are made of a group's row, and the groups; `None` if each row makes one.
    grouped: Option<(Grouping, Groups<'q>)>,
    /// The rows, each with its keys, if they are sorted.
    sorted: Option<Vec<(Vec<Value>, Vec<Value>)>>,
    skipped: usize,
    handed: usize,
    next: Next<'q>,
}

/// Where rows go.
enum Next<'q> {
    Stage(Box<Stage<'q>>),
    Sink(&'q mut (dyn FnMut(&[Value]) -> ControlFlow<()> + Send)),
}

/// The items over a row of a group: the values of its keys, then of its aggregates.
struct Grouping {
    keys: Vec<Expression>,
    items: Vec<Expression>,
}

/// A row of values.
struct Slots<'a>(&'a [Value]);

impl Row for Slots<'_> {
    fn value(&self, variable: Variable) -> Value {
        match variable {
            Variable::Slot(slot) => self.0[slot].clone(),
            _ => unreachable!("after a clause names stand for its items"),
        }
    }

    fn exists(&self, _: usize) -> bool {
        unreachable!("patterns are asked for where matches are")
    }

    fn optional(&self, _: usize) -> u128 {
        unreachable!("optional patterns are counted where matches are")
    }
}

/// The kinds of the columns of each clause. Checks all that can be known without rows.
pub(super) fn kinds_of(branch: &Branch, graph: &Graph) -> Result<Vec<Vec<Kind>>, Wrong> {
    let mut all: Vec<Vec<Kind>> = Vec::new();
    let readings = branch.reading.optional.iter().chain(&branch.reading.subpatterns).map(|own| &own.reading);
    for reading in std::iter::once(&branch.reading).chain(readings) {
        for condition in &reading.conditions {
            condition.truth(Context { graph, slots: &[] })?;
        }
    }
    for projection in &branch.projections {
        let before = Context { graph, slots: all.last().map_or(&[], Vec::as_slice) };
        let mut kinds = Vec::new();
        for item in &projection.items {
            kinds.push(item.of.kind(before)?);
            if let Some(span) = optional_in(&item.of) {
                let wrong = Wrong::new(span, "what an optional pattern matched is not returned");
                return Err(wrong.help("count it: `count(b)`"));
            }
        }
        let after = Context { graph, slots: &kinds };
        if let Some(condition) = &projection.filter {
            condition.truth(after)?;
        }
        for key in &projection.order {
            if let SortBy::Rows(by) = &key.by
                && let Some(span) = optional_in(by)
            {
                return Err(Wrong::new(span, "rows are not sorted by what an optional pattern matched"));
            }
            match &key.by {
                SortBy::Items(by) => by.kind(after)?,
                SortBy::Rows(by) => by.kind(before)?,
            };
        }
        if let Some(of) = projection.items.iter().find_map(|item| ungrouped(&item.of, projection)) {
            return Err(Wrong::new(of, "beside an aggregate stands what the groups are by")
                .help("return it as a column of its own"));
        }
        all.push(kinds);
    }
    Ok(all)
}

/// Where an expression reads what an optional pattern matched, and does not count it.
fn optional_in(of: &Expression) -> Option<std::ops::Range<usize>> {
    let is_optional = |own: &Expression| {
        let mut variables = Vec::new();
        own.variables(&mut variables);
        variables.iter().any(|variable| matches!(variable, Variable::Optional(_)))
    };
    match &of.node {
        Node::Aggregate(Aggregate { function: Function::Count, is_distinct: false, argument: Some(argument) })
            if matches!(argument.node, Node::Variable(_)) =>
        {
            None
        }
        _ if of.operands().is_empty() => is_optional(of).then(|| of.span.clone()),
        _ => of.operands().into_iter().find_map(optional_in),
    }
}

/// What an item with an aggregate reads outside of it that is no column of its own.
fn ungrouped(item: &Expression, projection: &Projection) -> Option<std::ops::Range<usize>> {
    if !item.has_aggregates() {
        return None;
    }
    let (keys, mut aggregates) = (keys_of(projection), Vec::new());
    over_group(item, &keys, &mut aggregates).err()
}

/// The items that groups are by.
fn keys_of(projection: &Projection) -> Vec<Expression> {
    projection.items.iter().map(|item| &item.of).filter(|of| !of.has_aggregates()).cloned().collect()
}

/// An item over the row of its group; an error is what is neither a key nor an aggregate.
fn over_group(
    of: &Expression,
    keys: &[Expression],
    aggregates: &mut Vec<Aggregate>,
) -> Result<Expression, std::ops::Range<usize>> {
    of.rebuilt(&mut |own| {
        let slot = |slot: usize| Some(Ok(Node::Variable(Variable::Slot(slot))));
        if let Some(at) = keys.iter().position(|key| key == own) {
            return slot(at);
        }
        match &own.node {
            Node::Aggregate(aggregate) => {
                let known = aggregates.iter().position(|own| own == aggregate);
                let at = known.unwrap_or_else(|| {
                    aggregates.push(aggregate.clone());
                    aggregates.len() - 1
                });
                slot(keys.len() + at)
            }
            Node::Literal(_) => None,
            _ if own.operands().is_empty() => Some(Err(own.span.clone())),
            _ => None,
        }
    })
}

impl Projection {
    /// Whether rows are put together.
    pub(super) fn is_grouped(&self) -> bool {
        self.is_distinct || self.items.iter().any(|item| item.of.has_aggregates())
    }

    /// All aggregates, each once, in the order in which [`over_group`] meets them.
    fn aggregates(&self) -> Vec<&Aggregate> {
        let mut found: Vec<&Aggregate> = Vec::new();
        for Item { of, .. } in &self.items {
            of.visit(&mut |own| {
                if let Node::Aggregate(aggregate) = &own.node
                    && !found.contains(&aggregate)
                {
                    found.push(aggregate);
                }
            });
        }
        found
    }
}

impl<'q> Stage<'q> {
    /// The clauses from the first on, whose rows end in `sink`.
    pub(super) fn new(
        projections: &'q [Projection],
        (graph, kinds): (&'q Graph, &'q [Vec<Kind>]),
        sink: &'q mut (dyn FnMut(&[Value]) -> ControlFlow<()> + Send),
    ) -> Stage<'q> {
        let mut next = Next::Sink(sink);
        for (at, projection) in projections.iter().enumerate().rev() {
            let before = Context { graph, slots: at.checked_sub(1).map_or(&[], |before| kinds[before].as_slice()) };
            let after = Context { graph, slots: &kinds[at] };
            let grouped = projection.is_grouped().then(|| {
                let (keys, mut aggregates) = (keys_of(projection), Vec::new());
                let over = |item: &Item| over_group(&item.of, &keys, &mut aggregates).expect("it was checked");
                let items = projection.items.iter().map(over).collect();
                (Grouping { keys, items }, Groups::new(projection.aggregates(), before))
            });
            let sorted = (!projection.order.is_empty()).then(Vec::new);
            let stage = Stage { projection, before, after, grouped, sorted, skipped: 0, handed: 0, next };
            next = Next::Stage(Box::new(stage));
        }
        match next {
            Next::Stage(first) => *first,
            Next::Sink(_) => unreachable!("a query ends with `RETURN`"),
        }
    }

    /// Takes a row that is there `times` times.
    pub(super) fn take(&mut self, row: &dyn Row, times: u128) -> ControlFlow<()> {
        if let Some((grouping, groups)) = &mut self.grouped {
            let key = grouping.keys.iter().map(|key| key.value(self.before, row)).collect();
            groups.take(key, (row, times), self.before);
            return ControlFlow::Continue(());
        }
        let values: Vec<Value> = self.projection.items.iter().map(|item| item.of.value(self.before, row)).collect();
        let keys = self.sort_keys(&values, Some(row));
        for _ in 0..times {
            self.put(values.clone(), keys.clone())?;
        }
        ControlFlow::Continue(())
    }

    fn sort_keys(&self, values: &[Value], row: Option<&dyn Row>) -> Vec<Value> {
        let key = |by: &SortBy| match by {
            SortBy::Items(by) => by.value(self.after, &Slots(values)),
            SortBy::Rows(by) => row.map_or(Value::Null, |row| by.value(self.before, row)),
        };
        // Nodes are sorted by their ids.
        let by_id = |value: Value| match value {
            Value::Vertex(v) => Value::id(self.before.graph, v),
            value => value,
        };
        self.projection.order.iter().map(|own| by_id(key(&own.by))).collect()
    }

    /// Takes a row of its own items.
    fn put(&mut self, values: Vec<Value>, keys: Vec<Value>) -> ControlFlow<()> {
        match &mut self.sorted {
            Some(sorted) => {
                sorted.push((keys, values));
                ControlFlow::Continue(())
            }
            None => self.hand(&values),
        }
    }

    /// Hands a row on, if it is neither before the first nor after the last that are wanted.
    fn hand(&mut self, values: &[Value]) -> ControlFlow<()> {
        if self.skipped < self.projection.skip {
            self.skipped += 1;
            return ControlFlow::Continue(());
        }
        let most = self.projection.limit.unwrap_or(usize::MAX);
        if self.handed >= most {
            return ControlFlow::Break(());
        }
        self.handed += 1;
        let flow = if self.handed >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        // `WITH … LIMIT 3 WHERE …` asks of the three.
        if let Some(condition) = &self.projection.filter
            && is_true(&condition.value(self.after, &Slots(values))) != Some(true)
        {
            return flow;
        }
        match &mut self.next {
            Next::Stage(next) => next.take(&Slots(values), 1)?,
            Next::Sink(sink) => sink(values)?,
        }
        flow
    }

    /// Hands on what was kept until the last row came.
    pub(super) fn finish(&mut self) {
        if let Some((grouping, groups)) = self.grouped.take() {
            for row in groups.finished(!grouping.keys.is_empty()) {
                let values: Vec<Value> =
                    grouping.items.iter().map(|item| item.value(self.after, &Slots(&row))).collect();
                let keys = self.sort_keys(&values, None);
                if self.put(values, keys).is_break() {
                    break;
                }
            }
        }
        if let Some(mut sorted) = self.sorted.take() {
            sorted.sort_by(|left, right| self.order(left, right));
            for (_, values) in sorted {
                if self.hand(&values).is_break() {
                    break;
                }
            }
        }
        if let Next::Stage(next) = &mut self.next {
            next.finish();
        }
    }

    /// By the keys, then by the values, so that rows stand as they did in the run before. Missing values come last either way.
    fn order(&self, left: &(Vec<Value>, Vec<Value>), right: &(Vec<Value>, Vec<Value>)) -> Ordering {
        for ((key, own), other) in self.projection.order.iter().zip(&left.0).zip(&right.0) {
            let is_missing = |value: &Value| *value == Value::Null;
            let order = match own.order(other) {
                order if key.is_descending && !is_missing(own) && !is_missing(other) => order.reverse(),
                order => order,
            };
            if order.is_ne() {
                return order;
            }
        }
        Key(left.1.clone()).cmp(&Key(right.1.clone()))
    }
}
