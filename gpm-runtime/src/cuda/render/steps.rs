//! Operators as statements: what searches on lists and in local graphs have in common.

use gpm_plan::exec::{
    Amount, Arc, Credit, Entry, Exploration, Known, Leave, Narrow, Pairs, Scan, WarpLoop, WarpOp, Work, Write,
};
use gpm_plan::nest::{Level, SetId, Walk};
use gpm_plan::program::Range;

use super::filters::Filters;
use super::model::Statement;
use super::number::Number;
use super::unit::ends_of;

/// Where a statement stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The level whose candidates have lanes of their own, inside its loop.
    pub(super) leaf: Option<Level>,
    /// Whether all sets lie in one word, and each lane has a candidate to itself.
    pub(super) is_narrow: bool,
    /// How a candidate is left.
    pub(super) leave: &'static str,
}

impl Place {
    pub(super) const ROOT: Place = Place { leaf: None, is_narrow: false, leave: "break" };

    /// Inside a loop that stands here.
    fn inside<W: Work>(self, of: &WarpLoop<W>) -> Place {
        match of.exploration {
            Exploration::Warp => Place { leave: "continue", ..Place::ROOT },
            Exploration::Leaf(_) => Place { leaf: Some(of.level), leave: "is_candidate = false", ..self },
            Exploration::Deal(_) => Place { leave: "is_candidate = false", ..self },
            Exploration::Walk | Exploration::WalkHeld => Place { leave: "continue", ..self },
        }
    }
}

/// What things are called in a search, and the statements that it has of its own.
pub(super) trait Search {
    /// What its operators work on.
    type Work: Work;

    /// Makes a set; tasks with a prefix longer than `until` do not.
    fn define(&self, define: &<Self::Work as Work>::Define, until: Option<usize>, place: Place) -> Statement;

    /// A loop around a body.
    fn extend(&self, of: &WarpLoop<Self::Work>, body: Vec<Statement>, place: Place) -> Statement;

    /// A loop whose lanes hold the words of what they walk.
    fn hold(&self, of: &WarpLoop<Self::Work>, place: Place) -> Statement;

    /// Whether places in these ranges lie in the first word.
    fn lie_in_one_word(&self, within: &[Range]) -> String;

    /// A number that every lane reads.
    fn read(&self, read: &<Self::Work as Work>::Read, place: Place) -> String;

    /// A number that lanes count together.
    fn counted(&self, counted: &<Self::Work as Work>::Counted, place: Place) -> Number;

    /// Numbers that are counted while a list is streamed once.
    fn scan(&self, scan: &Scan<Self::Work>, place: Place) -> Statement;

    /// A row of the matrix of `owner`.
    fn write(&self, members: &<Self::Work as Work>::Counted, owner: Level, place: Place) -> Statement;

    /// Whether the vertex of a level is a member.
    fn has(&self, member: &<Self::Work as Work>::Member, level: Level, place: Place) -> String;

    /// The data vertex of a level.
    fn vertex(&self, level: Level) -> String;

    /// The lanes that count together.
    fn group(&self, place: Place) -> String;

    /// Whether a lane is the first of these.
    fn is_first_lane(&self, place: Place) -> String;
}

/// Makes statements.
pub(super) struct Printer<'a, S> {
    pub(super) search: S,
    pub(super) filters: &'a Filters<'a>,
}

impl<S: Search> Printer<'_, S> {
    /// What follows the preparation of a root.
    pub(super) fn below_root(&self, ops: &[WarpOp<S::Work>]) -> Vec<Statement> {
        self.block(ops, Place::ROOT)
    }

    fn block(&self, ops: &[WarpOp<S::Work>], place: Place) -> Vec<Statement> {
        ops.iter().map(|op| self.statement(op, place)).collect()
    }

    fn statement(&self, op: &WarpOp<S::Work>, place: Place) -> Statement {
        match op {
            WarpOp::Define { define, until } => self.search.define(define, *until, place),
            WarpOp::Leave(leave) => leave_if_small(leave, place),
            WarpOp::LookUp(walk) => look_up(*walk, place),
            WarpOp::Loop(inner) => self.extend(inner, place),
            WarpOp::Narrow(both) => {
                let Narrow { within, narrow, wide } = &**both;
                Statement::Narrow {
                    condition: self.search.lie_in_one_word(within),
                    narrow: vec![self.extend(narrow, Place { is_narrow: true, ..place })],
                    wide: vec![self.extend(wide, place)],
                }
            }
            WarpOp::Pairs(Pairs { through, view, ends }) => {
                Statement::Pairs { through: through.to_string(), view: view.0, ends: ends_of(*ends) }
            }
            WarpOp::Scan(scan) => self.search.scan(scan, place),
            WarpOp::Sum(sum) => self.sum(sum, place),
            WarpOp::Count(count) => self.count(count, place),
            WarpOp::Write(Write { members, owner }) => self.search.write(members, *owner, place),
            WarpOp::Credit(Credit { entry, amount, outer }) => Statement::Credit {
                entry: self.entry(*entry),
                counted: match amount {
                    Amount::Lanes => "counted(warp)".to_owned(),
                    Amount::Gathered(at) => format!("gathered(warp, {at})"),
                },
                has_outer: outer.is_some(),
                outer: outer.unwrap_or_default(),
            },
            WarpOp::Emit(levels) => Statement::Emit {
                condition: if place.leaf.is_some() { "is_candidate" } else { "warp.lane == 0" },
                vertices: levels.iter().map(|&level| self.search.vertex(level)).collect(),
            },
        }
    }

    fn extend(&self, of: &WarpLoop<S::Work>, place: Place) -> Statement {
        if of.exploration == Exploration::WalkHeld {
            return self.search.hold(of, place);
        }
        let filter = self.filters.skip(of, &|level| self.search.vertex(level));
        let body = filter.into_iter().chain(self.block(&of.body, place.inside(of))).collect();
        self.search.extend(of, body, place)
    }

    /// The entry of a vertex or arc in the table that is counted.
    pub(super) fn entry(&self, entry: Entry) -> String {
        match entry {
            Entry::Vertex(level) => self.search.vertex(level),
            Entry::Arc { view, to, by: Arc::Search } => format!("arc_entry(warp, launch.view[{}], v0, {to})", view.0),
            Entry::Arc { view, to, by: Arc::Candidate } => {
                format!("c{0}.at - launch.view[{1}].neighbors + i{0} + group.index", to.0, view.0)
            }
            Entry::Arc { view, to, by: Arc::Place } => {
                format!("row_begin(launch.view[{}], v0) + p{}", view.0, to.0)
            }
        }
    }
}

/// Leaves a candidate.
fn leave_if_small(leave: &Leave, place: Place) -> Statement {
    let size = match leave.of {
        Known::Length(set) => format!("{set}.n"),
        Known::Number(set) => number_of(set),
        Known::Walks(walk) => walks_of(walk),
    };
    let needed = leave.until.map_or_else(String::new, |until| format!("warp.depth <= {until} && "));
    Statement::Skip { condition: format!("{needed}{}", too_small(&size, leave.least)), leave: place.leave }
}

/// Looks up how many such walks there are.
fn look_up(walk: Walk, place: Place) -> Statement {
    let (kind, table) = if walk.steps == 2 { ("u32", "codegrees") } else { ("u64", "walks") };
    let value = format!("{table}.of({})", walk.to);
    let value = if place.leaf.is_some() { format!("is_candidate ? {value} : 0") } else { value };
    Statement::SetSize { kind, name: walks_of(walk), value }
}

/// The name of their number.
pub(super) fn walks_of(walk: Walk) -> String {
    format!("{}{}", if walk.steps == 2 { "codegree" } else { "walks" }, walk.to.0)
}

/// The name of the number that came of making a set.
pub(super) fn number_of(set: SetId) -> String {
    format!("n{}", set.0)
}

/// The name of the lane's part of a number that is counted in a scan.
pub(super) fn part_of(number: usize) -> String {
    format!("part{number}")
}

/// Whether a set has too few elements.
pub(super) fn too_small(size: &str, least: usize) -> String {
    if least <= 1 { format!("{size} == 0") } else { format!("{size} < {least}") }
}
