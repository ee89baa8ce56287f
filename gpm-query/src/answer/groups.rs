//! Groups of rows, and what is computed of each.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::sum::ExactSum;
use crate::context::Context;
use crate::evaluate::Row;
use crate::expression::{Aggregate, Function, Node, Variable};
use crate::value::{Kind, Value};

/// Values in the order of [`Value::order`], by which equal rows are found.
#[derive(Clone, Debug)]
pub(super) struct Key(pub(super) Vec<Value>);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let mut orders = self.0.iter().zip(&other.0).map(|(left, right)| left.order(right));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

/// Groups by their keys, with what is computed of each.
pub(super) struct Groups<'q> {
    aggregates: Vec<&'q Aggregate>,
    kinds: Vec<Kind>,
    groups: BTreeMap<Key, Vec<State>>,
}

/// What is known of the rows of a group.
#[derive(Clone, Debug)]
struct State {
    /// Rows, or values that are there; the largest number stands for what does not fit.
    count: u128,
    /// `None` if it does not fit.
    integers: Option<i128>,
    floats: ExactSum,
    extreme: Value,
    /// The values seen, where each counts once.
    seen: BTreeSet<Key>,
}

impl<'q> Groups<'q> {
    pub(super) fn new(aggregates: Vec<&'q Aggregate>, context: Context<'_>) -> Self {
        let kind = |aggregate: &&Aggregate| {
            let of = aggregate.argument.as_ref().map(|of| of.kind(context));
            of.and_then(Result::ok).unwrap_or(Kind::Null)
        };
        Groups { kinds: aggregates.iter().map(kind).collect(), aggregates, groups: BTreeMap::new() }
    }

    /// Takes a row that is there `times` times.
    pub(super) fn take(&mut self, key: Vec<Value>, (row, times): (&dyn Row, u128), context: Context<'_>) {
        let states = self.groups.entry(Key(key)).or_insert_with(|| vec![State::default(); self.aggregates.len()]);
        for ((aggregate, kind), state) in self.aggregates.iter().zip(&self.kinds).zip(states) {
            state.take((aggregate, *kind), (row, times), context);
        }
    }

    /// Ends with one group at least, if there are no keys: nothing is counted as 0.
    pub(super) fn finished(mut self, has_keys: bool) -> impl Iterator<Item = Vec<Value>> {
        if !has_keys {
            let nothing = vec![State::default(); self.aggregates.len()];
            self.groups.entry(Key(Vec::new())).or_insert(nothing);
        }
        let Groups { aggregates, kinds, groups } = self;
        let functions: Vec<(Function, Kind)> = aggregates.iter().map(|own| own.function).zip(kinds).collect();
        groups.into_iter().map(move |(Key(mut row), states)| {
            row.extend(states.iter().zip(&functions).map(|(state, &(function, kind))| state.value(function, kind)));
            row
        })
    }
}

impl Default for State {
    fn default() -> Self {
        State { count: 0, integers: Some(0), floats: ExactSum::default(), extreme: Value::Null, seen: BTreeSet::new() }
    }
}

impl State {
    fn take(
        &mut self,
        (aggregate, kind): (&Aggregate, Kind),
        (row, mut times): (&dyn Row, u128),
        context: Context<'_>,
    ) {
        let value = match &aggregate.argument {
            None => Value::Boolean(true),
            // Of rows that an optional pattern makes, those with one count.
            Some(of) if matches!(of.node, Node::Variable(Variable::Optional(_))) => {
                let Node::Variable(Variable::Optional(number)) = of.node else { return };
                let there = row.optional(number);
                times = times / there.max(1) * there;
                Value::Boolean(true)
            }
            Some(of) => of.value(context, row),
        };
        if value == Value::Null || times == 0 {
            return;
        }
        if aggregate.is_distinct {
            if !self.seen.insert(Key(vec![value.clone()])) {
                return;
            }
            times = 1;
        }
        self.count = self.count.saturating_add(times);
        match aggregate.function {
            Function::Count => {}
            Function::Sum | Function::Average => match value {
                Value::Integer(value) if kind == Kind::Float => self.floats.add(value as f64, times),
                Value::Integer(value) => {
                    let product = i128::try_from(times).ok().and_then(|times| value.checked_mul(times));
                    self.integers = self.integers.zip(product).and_then(|(sum, product)| sum.checked_add(product));
                }
                Value::Float(value) => self.floats.add(value, times),
                _ => {}
            },
            Function::Min | Function::Max => {
                let wanted = if aggregate.function == Function::Min { Ordering::Less } else { Ordering::Greater };
                if self.extreme == Value::Null || value.order(&self.extreme) == wanted {
                    self.extreme = value;
                }
            }
        }
    }

    fn value(&self, function: Function, kind: Kind) -> Value {
        let integers = || self.integers.map_or(Value::Null, Value::Integer);
        match function {
            Function::Count => i128::try_from(self.count).map_or(Value::Null, Value::Integer),
            Function::Min | Function::Max => self.extreme.clone(),
            Function::Sum if kind == Kind::Float => Value::float(self.floats.value()),
            Function::Sum => integers(),
            Function::Average if self.count == 0 => Value::Null,
            Function::Average if kind == Kind::Float => Value::float(self.floats.value() / self.count as f64),
            Function::Average => match integers() {
                Value::Integer(sum) => Value::float(sum as f64 / self.count as f64),
                other => other,
            },
        }
    }
}
