//! Conditions on matched vertices, as back ends evaluate them: each attribute a column, each number of a known kind, every
//! conversion explicit. What the arithmetic means is said in [`crate::pattern::predicate`].

pub use super::types::{Type, TypeError};
use super::{Level, LoopNest};
use crate::pattern::predicate::{Attribute, Code, Comparison, Condition, Division, Owner, Value, text_code};

/// What a column has a value for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Each vertex.
    Vertex,
    /// Each undirected edge.
    Edge,
    /// Each directed edge.
    Arc,
}

/// An attribute that a nest reads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column {
    /// What has it.
    pub scope: Scope,
    /// What it is called.
    pub name: Attribute,
}

/// The kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 64 bits, signed; the least one stands for no value.
    Integer,
    /// 64 bits, IEEE 754; not-a-number stands for no value.
    Float,
}

/// The integer that stands for no value. Arithmetic on it gives it, and so does what leaves the range of the others.
pub const NO_INTEGER: i64 = i64::MIN;

/// A number of a known kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// Read from the column of this number (see [`LoopNest::columns`]); vertices are levels.
    Read(usize, Owner),
    /// As written.
    Integer(i64),
    /// As written.
    Float(f64),
    /// The float nearest to an integer; of no value none.
    ToFloat(Box<Number>),
    /// The other sign.
    Negative(Kind, Box<Number>),
    /// At least two numbers of this kind added up as a whole.
    Sum(Kind, Vec<Number>),
    /// At least two numbers of this kind multiplied as a whole.
    Product(Kind, Vec<Number>),
    /// The first number of this kind divided by the second.
    Divided(Division, Kind, Box<[Number; 2]>),
}

/// A condition on numbers of known kinds.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// Two numbers of one kind compare so; not where either has no value.
    Compare(Comparison, Kind, Number, Number),
    /// An integer compares so with a float, exactly; not where either has no value.
    Mixed {
        /// How they compare.
        comparison: Comparison,
        /// The integer.
        integer: Number,
        /// The float.
        float: Number,
        /// Whether the float is on the left.
        is_turned: bool,
    },
    /// All of them hold.
    All(Vec<Test>),
    /// One of them holds.
    Any(Vec<Test>),
}

impl Column {
    /// The column that an attribute of `owner` lies in.
    fn of(owner: Owner, name: &Attribute) -> Column {
        let scope = match owner {
            Owner::Vertex(_) => Scope::Vertex,
            Owner::Edge(..) => Scope::Edge,
            Owner::Arc(..) => Scope::Arc,
        };
        Column { scope, name: name.clone() }
    }

    /// Whether edges have its values.
    pub fn is_of_edges(&self) -> bool {
        self.scope != Scope::Vertex
    }

    /// Where the column of an attribute of `owner` stands among `columns`, which has every column that is read, ascending.
    pub(crate) fn index_in(columns: &[Column], owner: Owner, name: &Attribute) -> usize {
        columns.binary_search(&Column::of(owner, name)).expect("every column is listed")
    }

    /// The columns that a value reads, each once, ascending.
    pub fn read_by_value(value: &Value) -> Vec<Column> {
        let mut columns = Vec::new();
        value.visit(&mut |owner, name| columns.push(Column::of(owner, name)));
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// The columns that conditions read, each once, ascending.
    pub fn read_by<'c>(conditions: impl IntoIterator<Item = &'c Condition>) -> Vec<Column> {
        let mut columns = Vec::new();
        for condition in conditions {
            condition.visit(&mut |owner, name| columns.push(Column::of(owner, name)));
        }
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

impl LoopNest {
    /// The columns that filters read, in the order in which [`Number::Read`] counts them.
    pub fn columns(&self) -> Vec<Column> {
        Column::read_by(self.blocks().into_iter().flat_map(|(_, block)| &block.filter))
    }

    /// How many columns it reads: those of filters, and behind them one for each of its cuts.
    pub fn num_columns(&self) -> usize {
        self.columns().len() + self.cuts.len()
    }

    /// What a bound that is no matched vertex reads: its column, for the vertex that it is looked up for.
    pub fn reading_of_cut(&self, bound: Level) -> Option<Number> {
        let index = bound.index().checked_sub(self.num_positions())?;
        Some(Number::Read(self.columns().len() + index, Owner::Vertex(self.cuts[index].of.index())))
    }

    /// The conditions of all filters, but for code.
    pub fn conditions(&self) -> Vec<Condition> {
        let blocks = self.blocks();
        let conditions = blocks.iter().flat_map(|(_, block)| &block.filter);
        conditions.filter(|condition| !matches!(condition, Condition::Code(_))).cloned().collect()
    }

    /// A condition of some filter that is code, if there is one: then only code that the macro makes can evaluate the filters.
    pub fn code_condition(&self) -> Option<&Code> {
        self.pattern.predicate().codes().next()
    }

    /// The filter of each level, given the kinds of [`LoopNest::columns`].
    ///
    /// # Panics
    /// When there is a [`LoopNest::code_condition`].
    pub fn tests(&self, kinds: &[Kind]) -> Vec<Vec<Test>> {
        let columns = self.columns();
        let mut tests = vec![Vec::new(); self.num_positions()];
        for (entry, block) in self.blocks() {
            if let Some(Level(level)) = entry {
                tests[usize::from(level)] =
                    block.filter.iter().map(|condition| test(condition, &columns, kinds)).collect();
            }
        }
        tests
    }
}

/// A condition with the kinds of `columns`, which has every column that it reads, ascending.
///
/// # Panics
/// When the condition is code.
pub fn test(condition: &Condition, columns: &[Column], kinds: &[Kind]) -> Test {
    let all = |inner: &[Condition]| inner.iter().map(|condition| test(condition, columns, kinds)).collect();
    match condition {
        Condition::All(inner) => Test::All(all(inner)),
        Condition::Any(inner) => Test::Any(all(inner)),
        Condition::Code(_) => unreachable!("back ends ask for `code_condition` first"),
        Condition::Compare(comparison, left, right) => {
            let typing = Typing { columns, kinds };
            let (comparison, left, right) = (*comparison, typing.number(left), typing.number(right));
            match (left, right) {
                ((Kind::Integer, integer), (Kind::Float, float)) => {
                    Test::Mixed { comparison, integer, float, is_turned: false }
                }
                ((Kind::Float, float), (Kind::Integer, integer)) => {
                    Test::Mixed { comparison, integer, float, is_turned: true }
                }
                ((kind, left), (_, right)) => Test::Compare(comparison, kind, left, right),
            }
        }
    }
}

/// A value with the kinds of `columns`, which has every column that it reads, ascending; and its own.
pub fn number(value: &Value, columns: &[Column], kinds: &[Kind]) -> (Kind, Number) {
    Typing { columns, kinds }.number(value)
}

struct Typing<'a> {
    columns: &'a [Column],
    kinds: &'a [Kind],
}

impl Typing<'_> {
    fn number(&self, value: &Value) -> (Kind, Number) {
        match value {
            Value::Integer(number) => (Kind::Integer, Number::Integer(*number)),
            Value::Decimal(bits) => (Kind::Float, Number::Float(f64::from_bits(*bits))),
            Value::Text(text) => (Kind::Integer, Number::Integer(text_code(text))),
            Value::Moment(_, number) | Value::Place(_, number) => (Kind::Integer, Number::Integer(*number)),
            Value::Attribute(owner, name) => {
                let column = Column::index_in(self.columns, *owner, name);
                (self.kinds[column], Number::Read(column, *owner))
            }
            Value::Negative(inner) => {
                let (kind, inner) = self.number(inner);
                (kind, Number::Negative(kind, Box::new(inner)))
            }
            Value::Sum(terms) => {
                let (kind, terms) = self.alike(terms);
                (kind, Number::Sum(kind, terms))
            }
            Value::Product(factors) => {
                let (kind, factors) = self.alike(factors);
                (kind, Number::Product(kind, factors))
            }
            Value::Divided(division, operands) => {
                let (kind, alike) = self.alike(&operands[..]);
                let operands = alike.try_into().expect("there are two operands");
                (kind, Number::Divided(*division, kind, Box::new(operands)))
            }
        }
    }

    /// Numbers of one kind: integers beside floats become floats.
    fn alike(&self, values: &[Value]) -> (Kind, Vec<Number>) {
        let numbers: Vec<(Kind, Number)> = values.iter().map(|value| self.number(value)).collect();
        let kind = numbers.iter().map(|(kind, _)| *kind).max().expect("normal form: there are operands");
        let converted = |(own, number): (Kind, Number)| match own == kind {
            true => number,
            false => Number::ToFloat(Box::new(number)),
        };
        (kind, numbers.into_iter().map(converted).collect())
    }
}
