//! What the innermost blocks count: sums of the parts that lanes have, products of polynomials, entries of tables.

use gpm_plan::exec::{self, Count, LaneSize, LookUp, Once, Sum, Total};

use super::model::{Named, Statement};
use super::number::Number;
use super::polynomial;
use super::steps::{Place, Printer, Search, number_of, part_of, walks_of};

impl<S: Search> Printer<'_, S> {
    /// Adds the lane's part of a weighted sum to that of the leaf.
    pub(super) fn sum(&self, sum: &Sum<S::Work>, place: Place) -> Statement {
        let group = self.search.group(place);
        let term = |(weight, size): &(i64, LaneSize<S::Work>)| {
            let part = self.number(size, place).part(&self.less(size, place), &group);
            if *weight == 1 { part } else { format!("{weight} * {part}") }
        };
        let constant =
            (sum.constant != 0 || sum.terms.is_empty()).then(|| format!("({group}.lane == 0 ? {} : 0)", sum.constant));
        let terms: Vec<String> = sum.terms.iter().map(term).chain(constant).collect();
        let leaf = place.leaf.expect("verified: sums stand in leaves");
        Statement::Sum { level: leaf.index(), value: terms.join(" + ") }
    }

    /// Adds a product to a total.
    pub(super) fn count(&self, count: &Count<S::Work>, place: Place) -> Statement {
        let mut sizes = Vec::new();
        let mut name = |value: String| {
            let name = format!("z{}", sizes.len());
            sizes.push(Named { name: name.clone(), value });
            name
        };
        let mut left = count.sizes.iter();
        let names: Vec<Vec<String>> = count
            .product
            .iter()
            .map(|polynomial| {
                left.by_ref().take(polynomial.sizes.len()).map(|size| name(self.size(size, place))).collect()
            })
            .collect();
        let entries: Vec<String> = count.entries.iter().map(|entry| name(self.look_up(entry, place))).collect();
        let value = polynomial::value(&count.product, &names, count.is_wide);
        let value = entries.iter().fold(value, |value, entry| format!("(i128){entry} * ({value})"));
        let magnitude = polynomial::magnitude(&count.product, &names);
        let magnitude = entries.iter().fold(magnitude, |magnitude, entry| format!("{magnitude} * power({entry}, 1)"));
        let (function, more) = match (count.total, count.is_wide) {
            (Total::Further(index), false) => ("add_more", format!("warp, {index}, {value}")),
            (Total::Further(index), true) => ("add_more_wide", format!("warp, {index}, {value}, {magnitude}")),
            (Total::First | Total::Credited(_), false) => ("warp.add", value),
            (Total::First | Total::Credited(_), true) => ("warp.add_wide", format!("{value}, {magnitude}")),
        };
        let addition = format!("{function}({more})");
        let condition = match count.once {
            Once::Candidate => Some("is_candidate".to_owned()),
            Once::Owner(bound) => Some(format!("warp.owns({bound})")),
            Once::Warp => None,
        };
        Statement::Count {
            is_conditional: condition.is_some(),
            condition: condition.unwrap_or_default(),
            placements: polynomial::placements(&count.product, &names),
            sizes,
            addition: match count.total {
                Total::Credited(entry) => format!("credit(warp, {}, {addition})", self.entry(entry)),
                Total::First | Total::Further(_) => addition,
            },
            adder: self.search.is_first_lane(place),
        }
    }

    fn size(&self, size: &LaneSize<S::Work>, place: Place) -> String {
        self.number(size, place).whole(&self.less(size, place))
    }

    fn number(&self, size: &LaneSize<S::Work>, place: Place) -> Number {
        match &size.of {
            exec::Number::Known(set) => Number::Whole(number_of(*set)),
            exec::Number::Walks(walk) => Number::Whole(walks_of(*walk)),
            exec::Number::Read(read) => Number::Whole(self.search.read(read, place)),
            exec::Number::Counted(counted) => self.search.counted(counted, place),
            exec::Number::Scanned(at) => {
                let part = part_of(*at);
                let whole = format!("{}.sum({part})", self.search.group(place));
                Number::Cooperative { whole, part: format!("(i64){part}") }
            }
        }
    }

    /// What is to be taken off a size.
    fn less(&self, size: &LaneSize<S::Work>, place: Place) -> String {
        let except = size.except.iter();
        let found = except.map(|(level, member)| format!(" - (i64){}", self.search.has(member, *level, place)));
        let minus = (size.minus > 0).then(|| format!(" - {}", size.minus));
        found.chain(minus).collect()
    }

    /// An entry of a table; lanes of a leaf without a candidate have no vertex to look up.
    fn look_up(&self, entry: &LookUp, place: Place) -> String {
        let at = match entry.at[..] {
            [vertex] => self.search.vertex(vertex),
            [from, to] => {
                format!("edge_at(launch.view[0], {}, {})", self.search.vertex(from), self.search.vertex(to))
            }
            _ => unreachable!("verified: tables are by vertex or by arc"),
        };
        let read = format!("integer_at(launch.column[{}], {at})", entry.column);
        if place.leaf.is_some() { format!("is_candidate ? {read} : 0") } else { read }
    }
}
