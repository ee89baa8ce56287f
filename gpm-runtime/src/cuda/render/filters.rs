//! Filters as C++ expressions over the functions of `columns.cuh`.

use gpm_plan::exec::{Exploration, WarpLoop, Work};
use gpm_plan::nest::{Kind, Level, LoopNest, Number, Test};
use gpm_plan::pattern::predicate::{Comparison, Division, Owner};

use super::model::Statement;
use super::unit::CutName;

/// The bounds of a nest that are looked up, as expressions of the matched vertices.
pub(super) fn cuts(nest: &LoopNest, kinds: &[Kind]) -> Vec<CutName> {
    let named = |(bound, _): (Level, Level)| {
        let reading = nest.reading_of_cut(bound)?;
        let value = format!("((u32){})", expression(&reading, kinds, &|level| level.to_string()));
        Some(CutName { name: bound.to_string(), value })
    };
    nest.owners_of_cuts().into_iter().filter_map(named).collect()
}

/// Calls the data vertex of a level.
pub(super) type Vertex<'a> = dyn Fn(Level) -> String + 'a;

/// What must hold at each level, and the kinds of the columns that it reads.
pub(super) struct Filters<'a> {
    pub(super) kinds: &'a [Kind],
    pub(super) tests: Vec<Vec<Test>>,
}

impl Filters<'_> {
    /// What must hold of the candidate of a level, if anything must.
    pub(super) fn holds(&self, level: Level, vertex: &Vertex<'_>) -> Option<String> {
        let tests = self.tests[level.index()].iter().map(|test| condition(test, self.kinds, vertex));
        tests.reduce(|all, next| format!("{all} && {next}"))
    }

    /// Leaves a candidate of a loop for which a condition does not hold.
    pub(super) fn skip<W: Work>(&self, of: &WarpLoop<W>, vertex: &Vertex<'_>) -> Option<Statement> {
        let holds = self.holds(of.level, vertex)?;
        let (candidate, leave) = match of.exploration {
            // Lanes without a candidate go along, and have no vertex to look up.
            Exploration::Leaf(_) | Exploration::Deal(_) => ("is_candidate && ", "is_candidate = false"),
            Exploration::Warp | Exploration::Walk | Exploration::WalkHeld => ("", "continue"),
        };
        Some(Statement::Skip { condition: format!("{candidate}!({holds})"), leave })
    }
}

fn condition(test: &Test, kinds: &[Kind], vertex: &Vertex<'_>) -> String {
    let joined = |inner: &[Test], sign| {
        let parts: Vec<String> = inner.iter().map(|test| condition(test, kinds, vertex)).collect();
        format!("({})", parts.join(sign))
    };
    let number = |number: &Number| expression(number, kinds, vertex);
    match test {
        Test::All(inner) => joined(inner, " && "),
        Test::Any(inner) => joined(inner, " || "),
        Test::Compare(comparison, Kind::Integer, left, right) => {
            let function = match comparison {
                Comparison::Equal => "integers_equal",
                Comparison::NotEqual => "integers_differ",
                Comparison::Less => "integers_less",
                Comparison::LessOrEqual => "integers_less_or_equal",
            };
            format!("{function}({}, {})", number(left), number(right))
        }
        Test::Compare(Comparison::NotEqual, Kind::Float, left, right) => {
            format!("floats_differ({}, {})", number(left), number(right))
        }
        Test::Compare(comparison, Kind::Float, left, right) => {
            format!("{} {} {}", number(left), comparison.sign(), number(right))
        }
        Test::Mixed { comparison, integer, float, is_turned } => {
            let order = format!("order({}, {})", number(integer), number(float));
            match (comparison, is_turned) {
                (Comparison::Equal, _) => format!("{order} == 0"),
                (Comparison::NotEqual, _) => format!("orders_differ({order})"),
                (Comparison::Less, false) => format!("{order} == -1"),
                (Comparison::Less, true) => format!("{order} == 1"),
                (Comparison::LessOrEqual, false) => format!("{order} <= 0"),
                (Comparison::LessOrEqual, true) => format!("(u32){order} <= 1"),
            }
        }
    }
}

fn expression(number: &Number, kinds: &[Kind], vertex: &Vertex<'_>) -> String {
    match number {
        Number::Read(column, owner) => {
            let function = match kinds[*column] {
                Kind::Integer => "integer_at",
                Kind::Float => "float_at",
            };
            let vertex = |level: usize| vertex(Level(level as u8));
            let at = match *owner {
                Owner::Vertex(level) => vertex(level),
                Owner::Edge(from, to) | Owner::Arc(from, to) => {
                    format!("edge_at(launch.edges, {}, {})", vertex(from), vertex(to))
                }
            };
            format!("{function}(launch.column[{column}], {at})")
        }
        Number::Integer(value) => format!("{value}ll"),
        // The shortest decimal that is read back as the same float.
        Number::Float(value) => format!("{value:?}"),
        Number::ToFloat(inner) => format!("to_float({})", expression(inner, kinds, vertex)),
        Number::Negative(Kind::Integer, inner) => format!("integer_negative({})", expression(inner, kinds, vertex)),
        Number::Negative(Kind::Float, inner) => format!("(-{})", expression(inner, kinds, vertex)),
        Number::Sum(kind, terms) => on_all("sum", *kind, terms, kinds, vertex),
        Number::Product(kind, factors) => on_all("product", *kind, factors, kinds, vertex),
        Number::Divided(division, kind, operands) => {
            let function = match (division, kind) {
                (Division::Quotient, Kind::Integer) => "integer_quotient",
                (Division::Remainder, Kind::Integer) => "integer_remainder",
                (Division::Quotient, Kind::Float) => "__ddiv_rn",
                (Division::Remainder, Kind::Float) => "fmod",
            };
            let [left, right] = [0, 1].map(|i| expression(&operands[i], kinds, vertex));
            format!("{function}({left}, {right})")
        }
    }
}

/// A function of the device on any number of operands.
fn on_all(what: &str, kind: Kind, numbers: &[Number], kinds: &[Kind], vertex: &Vertex<'_>) -> String {
    let prefix = match kind {
        Kind::Integer => "integer",
        Kind::Float => "float",
    };
    let operands: Vec<String> = numbers.iter().map(|number| expression(number, kinds, vertex)).collect();
    format!("{prefix}_{what}({{{}}})", operands.join(", "))
}
