//! Filters bound to a graph: the columns that they read, and their value for some matched vertices.

use gpm_plan::nest::arithmetic::{
    order_of_integers, order_of_mixed, product_of_floats, product_of_integers, sum_of_floats, sum_of_integers, to_float,
};
use gpm_plan::nest::filter::test;
use gpm_plan::nest::types::check;
use gpm_plan::nest::{Column, Kind, Level, LoopNest, NO_INTEGER, Number, Scope, Test, Type};
use gpm_plan::pattern::predicate::{Attribute, Calendar, Condition, Like, Owner, Property, items, text_code};
use rayon::prelude::*;

use super::column_words::ColumnWords;
use super::{BindError, Rows};
use crate::graph::{self, Graph, OriginalId, VertexId};

/// A column that a nest reads.
#[derive(Debug)]
pub struct BoundColumn<'g> {
    /// What it has a value for.
    pub scope: Scope,
    /// What its values are.
    pub kind: Kind,
    /// The values, bit by bit: one a vertex, or one an entry of the rows that edges are found in.
    pub words: ColumnWords<'g>,
}

impl BoundColumn<'_> {
    fn lend(&self) -> BoundColumn<'_> {
        BoundColumn { scope: self.scope, kind: self.kind, words: self.words.clone() }
    }
}

/// Filters and the columns that they read.
#[derive(Debug)]
pub struct Filters<'g> {
    /// The columns, in the order in which the tests count them.
    pub columns: Vec<BoundColumn<'g>>,
    /// For each level what must hold once its vertex is bound; nothing if the filters are code already.
    pub tests: Vec<Vec<Test>>,
    /// The out rows of the graph, in which edges are found, if there are columns of edges.
    pub edges: Option<Rows<'g>>,
    /// Bounds that are looked up, each with the level whose vertex it is looked up for: in the last of the columns, in this order.
    pub(super) cuts: Vec<(Level, Level)>,
}

impl<'g> Filters<'g> {
    /// Finds `columns` in the graph and checks that `conditions` fit what they hold; without tests on them. Costs nothing without
    /// columns; ids are copied, the rest is lent.
    pub(super) fn bind(graph: &'g Graph, columns: &[Column], conditions: &[Condition]) -> Result<Self, BindError> {
        let (filters, types) = Self::of_columns(graph, columns)?;
        check(conditions, columns, &types).map_err(|error| match graph.original_id(0) {
            OriginalId::Name(name) if error.is_about_ids() => BindError::IdIsName { name: name.to_owned() },
            _ => BindError::Type(error),
        })?;
        if types.contains(&Type::Text) {
            super::text::check(graph, columns, conditions)?;
        }
        Ok(filters)
    }

    /// Conditions alone, as the tests of one level.
    pub(super) fn of_conditions(graph: &'g Graph, conditions: &[Condition]) -> Result<Self, BindError> {
        let columns = Column::read_by(conditions);
        let tests =
            |kinds: &[Kind]| vec![conditions.iter().map(|condition| test(condition, &columns, kinds)).collect()];
        Ok(Self::bind(graph, &columns, conditions)?.with_tests(tests))
    }

    /// Finds `columns` in the graph, with what they hold.
    pub(super) fn of_columns(graph: &'g Graph, columns: &[Column]) -> Result<(Self, Vec<Type>), BindError> {
        let bound = columns.iter().map(|column| bind(graph, column)).collect::<Result<Vec<_>, _>>()?;
        let (types, bound): (Vec<Type>, Vec<BoundColumn<'g>>) = bound.into_iter().unzip();
        let edges = columns.iter().any(Column::is_of_edges).then(|| Rows::of_graph(graph));
        Ok((Filters { columns: bound, tests: Vec::new(), edges, cuts: Vec::new() }, types))
    }

    /// An integer computed for `matched`, the vertex of each level.
    pub(super) fn integer(&self, number: &Number, matched: &[VertexId]) -> i64 {
        Matched { filters: self, matched }.integer(number)
    }

    /// A float computed for `matched`.
    pub(super) fn float(&self, number: &Number, matched: &[VertexId]) -> f64 {
        Matched { filters: self, matched }.float(number)
    }

    /// The same columns with the tests that `tests` makes for their kinds.
    pub(super) fn with_tests(self, tests: impl FnOnce(&[Kind]) -> Vec<Vec<Test>>) -> Self {
        Filters { tests: tests(&self.kinds()), ..self }
    }

    /// The same, lent.
    pub(super) fn lend(&self) -> Filters<'_> {
        let columns = self.columns.iter().map(BoundColumn::lend).collect();
        let (tests, edges) = (self.tests.clone(), self.edges.as_ref().map(Rows::lend));
        Filters { columns, tests, edges, cuts: self.cuts.clone() }
    }

    /// The kinds of the columns.
    pub fn kinds(&self) -> Vec<Kind> {
        self.columns.iter().map(|column| column.kind).collect()
    }

    /// The vertex that a bound names: that matched at its level, or what is looked up for one.
    pub fn bound(&self, bound: Level, matched: &[VertexId]) -> VertexId {
        match self.cuts.iter().position(|(own, _)| *own == bound) {
            None => matched[bound.index()],
            Some(index) => {
                let column = &self.columns[self.columns.len() - self.cuts.len() + index];
                column.words[matched[self.cuts[index].1.index()] as usize] as VertexId
            }
        }
    }

    /// Whether all tests of a level hold for `matched`, the vertex of each level.
    pub fn hold(&self, level: usize, matched: &[VertexId]) -> bool {
        let matched = Matched { filters: self, matched };
        self.tests[level].iter().all(|test| matched.holds(test))
    }
}

/// Says if a condition of the nest is none that a value can stand for.
pub(super) fn ensure_no_code(nest: &LoopNest) -> Result<(), BindError> {
    match nest.code_condition() {
        Some(code) => Err(BindError::Code { condition: code.text.clone() }),
        None => Ok(()),
    }
}

struct Matched<'a> {
    filters: &'a Filters<'a>,
    matched: &'a [VertexId],
}

impl Matched<'_> {
    fn holds(&self, test: &Test) -> bool {
        match test {
            Test::All(inner) => inner.iter().all(|test| self.holds(test)),
            Test::Any(inner) => inner.iter().any(|test| self.holds(test)),
            Test::Compare(comparison, Kind::Integer, left, right) => {
                comparison.holds(order_of_integers(self.integer(left), self.integer(right)))
            }
            Test::Compare(comparison, Kind::Float, left, right) => {
                comparison.holds(self.float(left).partial_cmp(&self.float(right)))
            }
            Test::Mixed { comparison, integer, float, is_turned } => {
                let order = order_of_mixed(self.integer(integer), self.float(float));
                comparison.holds(if *is_turned { order.map(std::cmp::Ordering::reverse) } else { order })
            }
        }
    }

    fn integer(&self, number: &Number) -> i64 {
        match number {
            Number::Read(column, owner) => self.word(*column, *owner) as i64,
            Number::Integer(value) => *value,
            // The one that stands for no value is its own opposite.
            Number::Negative(_, inner) => self.integer(inner).wrapping_neg(),
            Number::Sum(_, terms) => sum_of_integers(terms.iter().map(|term| self.integer(term))),
            Number::Product(_, factors) => product_of_integers(factors.iter().map(|factor| self.integer(factor))),
            Number::Divided(division, _, operands) => {
                division.of_integers(self.integer(&operands[0]), self.integer(&operands[1]))
            }
            Number::Float(_) | Number::ToFloat(_) => unreachable!("typed: floats are not read as integers"),
        }
    }

    fn float(&self, number: &Number) -> f64 {
        match number {
            Number::Read(column, owner) => f64::from_bits(self.word(*column, *owner)),
            Number::Float(value) => *value,
            Number::ToFloat(inner) => to_float(self.integer(inner)),
            Number::Negative(_, inner) => -self.float(inner),
            Number::Sum(_, terms) => sum_of_floats(&mut self.floats(terms)),
            Number::Product(_, factors) => product_of_floats(&mut self.floats(factors)),
            Number::Divided(division, _, operands) => {
                division.of_floats(self.float(&operands[0]), self.float(&operands[1]))
            }
            Number::Integer(_) => unreachable!("typed: integers are converted to be read as floats"),
        }
    }

    fn floats(&self, numbers: &[Number]) -> Vec<f64> {
        numbers.iter().map(|number| self.float(number)).collect()
    }

    fn word(&self, column: usize, owner: Owner) -> u64 {
        let Filters { columns, edges, .. } = self.filters;
        let vertex = |level: usize| self.matched[level];
        let at = match owner {
            Owner::Vertex(level) => vertex(level) as usize,
            Owner::Edge(from, to) | Owner::Arc(from, to) => {
                let rows = edges.as_ref().expect("a column of edges comes with their rows");
                let start = rows.offsets()[vertex(from) as usize] as usize;
                let place = rows.row(vertex(from)).binary_search(&vertex(to));
                start + place.expect("the edge is part of the match")
            }
        };
        columns[column].words[at]
    }
}

fn bind<'g>(graph: &'g Graph, column: &Column) -> Result<(Type, BoundColumn<'g>), BindError> {
    let name = match &column.name {
        Attribute::Id => return ids(graph),
        Attribute::Column(name) => name,
        Attribute::Property(property, of) => {
            let words = property_words(graph, property, &Column { scope: column.scope, name: (**of).clone() })?;
            let words = words.into();
            return Ok((Type::Integer, BoundColumn { scope: column.scope, kind: Kind::Integer, words }));
        }
        Attribute::OfSet(of) => {
            let (of, words) = Filters::column_of_set(graph, of)?;
            return Ok((of, BoundColumn { scope: column.scope, kind: of.kind(), words: words.into() }));
        }
    };
    let (found, what, names): (_, _, Vec<&str>) = match column.scope {
        Scope::Vertex => (graph.vertex_column(name), "vertices", graph.vertex_column_names().collect()),
        Scope::Edge if graph.is_directed() => return Err(BindError::DirectedEdges { column: name.clone() }),
        Scope::Edge | Scope::Arc => (graph.edge_column(name), "edges", graph.edge_column_names().collect()),
    };
    let found = found.ok_or_else(|| match graph.why_left_out(name, what == "edges") {
        Some(why) => BindError::LeftOut { what, column: name.clone(), why: why.to_owned() },
        None => BindError::UnknownColumn {
            what,
            column: name.clone(),
            known: names.into_iter().map(str::to_owned).collect(),
        },
    })?;
    let of = match found {
        graph::Column::Integers(_) => Type::Integer,
        graph::Column::Floats(_) => Type::Float,
        graph::Column::Text(_) => Type::Text,
        graph::Column::Wide(wide) => {
            let made = wide.places_among(&graph.wide_values()).map(ColumnWords::from);
            let words = made.unwrap_or_else(|| ColumnWords::OfGraph(found.words()));
            return Ok((Type::Wide, BoundColumn { scope: column.scope, kind: Kind::Integer, words }));
        }
        graph::Column::Moments(Calendar::Instant, _) => Type::Moment(Calendar::Timestamp),
        graph::Column::Moments(calendar, _) => Type::Moment(*calendar),
    };
    Ok((of, BoundColumn { scope: column.scope, kind: of.kind(), words: ColumnWords::OfGraph(found.words()) }))
}

/// The original ids as a column: of numbers, or of text if they are names.
fn ids(graph: &Graph) -> Result<(Type, BoundColumn<'_>), BindError> {
    let is_named = graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_));
    let id = |v: usize| match graph.original_id(v as VertexId) {
        OriginalId::Integer(id) if id > i64::MAX as u64 => Err(BindError::IdTooLarge { id }),
        OriginalId::Integer(id) => Ok(id),
        OriginalId::Name(name) => Ok(text_code(name) as u64),
    };
    let words = (0..graph.num_vertices()).into_par_iter().map(id).collect::<Result<Vec<u64>, _>>()?;
    let of = if is_named { Type::Text } else { Type::Integer };
    Ok((of, BoundColumn { scope: Scope::Vertex, kind: Kind::Integer, words: words.into() }))
}

/// For each value of a column whether it has the property; no value where that cannot be said.
fn property_words(graph: &Graph, property: &Property, of: &Column) -> Result<Vec<u64>, BindError> {
    let (_, BoundColumn { kind, words, .. }) = bind(graph, of)?;
    let is_there = |word: u64| match kind {
        Kind::Integer => word as i64 != NO_INTEGER,
        Kind::Float => !f64::from_bits(word).is_nan(),
    };
    let is_so: Box<dyn Fn(&str) -> bool + Sync> = match property {
        Property::Known => return Ok(words.par_iter().map(|&word| is_there(word).into()).collect()),
        Property::Like(text) => {
            let like = Like::new(text);
            Box::new(move |text| like.matches(text))
        }
        Property::Has(item) => Box::new(move |text| items(text).any(|own| own == item)),
    };
    let answer = |text: Option<&str>| text.map_or(NO_INTEGER, |text| is_so(text).into()) as u64;
    let column = match (&of.name, of.scope) {
        (Attribute::Column(name), Scope::Vertex) => graph.vertex_column(name),
        (Attribute::Column(name), Scope::Edge | Scope::Arc) => graph.edge_column(name),
        (Attribute::Id | Attribute::Property(..) | Attribute::OfSet(_), _) => None,
    };
    match column {
        Some(graph::Column::Text(texts)) => {
            Ok((0..texts.len()).into_par_iter().map(|at| answer(texts.get(at))).collect())
        }
        None if graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_)) => {
            let name = |v: usize| match graph.original_id(v as VertexId) {
                OriginalId::Name(name) => answer(Some(name)),
                OriginalId::Integer(_) => answer(None),
            };
            Ok((0..graph.num_vertices()).into_par_iter().map(name).collect())
        }
        Some(_) | None => Err(BindError::NoText { column: of.name.to_string() }),
    }
}
