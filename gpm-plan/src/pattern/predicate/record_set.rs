//! Sets of records, and what may be said of them: see `set.rs`.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::Condition;
use crate::pattern::Label;

/// An aggregate of a set of records: a value that its host has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfSet {
    /// Which records.
    pub set: RecordSet,
    /// What is said of them.
    pub aggregate: Aggregate,
    /// Of counts and sums: the greatest one of those records that lie in one window.
    pub within: Option<Within>,
}

/// Which records are a set, as its host determines it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordSet {
    /// What it is called; no part of what it is.
    pub(crate) name: SetName,
    /// What tells it from other sets of a pattern as long as its conditions are being read; 0 afterwards.
    pub(crate) draft: usize,
    /// What its records have in common.
    pub ends: SetEnds,
    /// Which end of its host, a record, is the vertex from or to which all lead; none if the host is that vertex, or one of what has these ends.
    pub end: Option<End>,
    /// The label of each, as records carry it; any if there is none.
    pub label: Option<Label>,
    /// What else holds of each, which is vertex 0 there, perhaps compared with the host, which is vertex 1: ascending.
    pub members: Vec<Condition>,
    /// What holds of each host that is matched, which is vertex 1 there: of others the values of the set are not asked for.
    pub hosts: Vec<Condition>,
}

/// An end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The vertex from which it leads.
    From,
    /// The vertex to which it leads.
    To,
}

/// What the records of a set have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetEnds {
    /// Both ends, in this order. The host is one of these records, or another one with the same ends.
    FromTo,
    /// Both ends, in whichever order.
    Between,
    /// The vertex from which they lead. The host is that, or one of them.
    From,
    /// The vertex to which they lead.
    To,
}

/// What is said of the records of a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aggregate {
    /// Of a record whether it is the first of the set, by id: 1 or 0. One record stands for each set by it.
    IsFirst,
    /// How many there are.
    Count,
    /// How many different values there are; no value is none.
    Distinct(Field),
    /// The sum of a column's values; none of no value.
    Sum(String),
    /// The least of them.
    Min(String),
    /// The greatest of them.
    Max(String),
    /// Their mean.
    Avg(String),
}

/// What records have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The vertex from which one leads.
    From,
    /// The vertex to which it leads.
    To,
    /// A column.
    Column(String),
}

/// A window: all records from one on that are not more than a span later.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Within {
    /// The greatest difference of times.
    pub span: TimeSpan,
    /// The column of times.
    pub by: String,
}

/// How far apart times are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeSpan {
    /// An integer as written.
    Integer(i64),
    /// A decimal as written: the bits of the nearest float.
    Decimal(u64),
    /// So many microseconds.
    Interval(i64),
}

/// The name of a set: what has another name may be the same set. An edge that is just to be there has an empty one.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetName(pub(crate) String);

impl PartialEq for SetName {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SetName {}

impl PartialOrd for SetName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SetName {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for SetName {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
