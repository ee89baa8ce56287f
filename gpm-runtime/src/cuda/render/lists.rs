//! The search on lists: sets are rows, parts of rows, or slots.

use gpm_plan::exec::{Exploration, Flow, Lanes, ListMember, ListWork, Looks, OnLists, Root, Scan, WarpLoop};
use gpm_plan::nest::{Level, SetId};
use gpm_plan::program::{Base, Join, List, ListDef, Part, Probe, Range};

use super::model::{Leaf, Named, Scanned, Statement};
use super::number::Number;
use super::steps::{Place, Search, number_of, part_of};

/// Names of the search on lists.
pub(super) struct Lists<'a> {
    pub(super) root: &'a Root,
    pub(super) lists: &'a OnLists,
}

/// Who cuts a list to its bounds: the lanes of a warp together, or each lane for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Warp,
    Lane,
}

impl By {
    /// Whoever runs what stands here.
    fn place(place: Place) -> By {
        if place.leaf.is_some() { By::Lane } else { By::Warp }
    }
}

/// A list, cut to its bounds.
pub(super) fn list(of: &List, by: By) -> String {
    cut(of, fold("min_of", &of.below), by)
}

/// A list, cut to its lower bounds, and to an upper one if it is given.
fn cut(of: &List, below: Option<String>, by: By) -> String {
    let whole = match of.base {
        Base::Set(set) => set.to_string(),
        Base::Row { view, of, part } => {
            let part = match part {
                Part::Whole => "row",
                Part::Below => "row_below",
                Part::Above => "row_above",
            };
            format!("{part}(launch.view[{}], {of})", view.0)
        }
    };
    let cut = |list: String, (side, bound): (&str, String)| match by {
        By::Warp => format!("warp_{side}(warp.lane, {list}, {bound})"),
        By::Lane => format!("{side}({list}, {bound})"),
    };
    let below = below.map(|bound| ("below", bound));
    let above = fold("max_of", &of.above).map(|bound| ("above", bound));
    below.into_iter().chain(above).fold(whole, cut)
}

/// Levels as one bound.
pub(super) fn fold(function: &str, levels: &[Level]) -> Option<String> {
    levels.iter().map(Level::to_string).reduce(|bound, level| format!("{function}({bound}, {level})"))
}

impl Lists<'_> {
    fn slot(&self, set: SetId) -> usize {
        self.lists.slots.iter().position(|&stored| stored == set).expect("verified: stored sets have slots")
    }

    /// What elements are looked up in.
    fn probe(&self, probe: &Probe, place: Place) -> String {
        match probe {
            Probe::Marked(set) if self.root.marked == Some(*set) => "marks".to_owned(),
            Probe::Marked(_) => "leaf_marks".to_owned(),
            Probe::List(of) => format!("unmarked({})", list(of, By::place(place))),
        }
    }
}

impl Search for Lists<'_> {
    type Work = ListWork;

    fn define(&self, define: &ListDef, until: Option<usize>, place: Place) -> Statement {
        let by = By::place(place);
        let guard = match (place.leaf, until) {
            (Some(_), _) => "!is_candidate ? List{nullptr, 0} : ".to_owned(),
            (None, Some(until)) => format!("warp.depth > {until} ? List{{nullptr, 0}} : "),
            (None, None) => String::new(),
        };
        let number = |kind, set: &SetId, value: String| {
            let value = if place.leaf.is_some() { format!("is_candidate ? {value} : 0") } else { value };
            Statement::SetSize { kind, name: number_of(*set), value }
        };
        match define {
            ListDef::Row { set, list: row } => {
                Statement::Neighbors { name: set.to_string(), guard, list: list(row, by) }
            }
            ListDef::Join { set, join: Join::Meet { with, list: of }, is_stored: true } => Statement::Intersect {
                name: set.to_string(),
                guard,
                slot: self.slot(*set),
                probed: self.probe(with, place),
                list: list(of, by),
            },
            ListDef::Join { set, join: Join::Subtract { list: of, without }, is_stored: true } => {
                Statement::Difference {
                    name: set.to_string(),
                    guard,
                    slot: self.slot(*set),
                    list: list(of, by),
                    removed: self.probe(without, place),
                }
            }
            ListDef::Join { set, join, is_stored: false } => {
                let (Number::Whole(whole) | Number::Cooperative { whole, .. }) = self.counted(join, place);
                number("u32", set, whole)
            }
            ListDef::Reach { .. } => unreachable!("the team prepares reaches"),
        }
    }

    fn extend(&self, of: &WarpLoop<ListWork>, body: Vec<Statement>, place: Place) -> Statement {
        let what = format!("for {} in {}", of.level, of.drawn);
        let (level, candidates) = (of.level.0, list(&of.from, By::Warp));
        let excluded = of.except.iter().map(Level::to_string).collect();
        let (can_cut, last_cut) = match of.looks {
            Looks::Cut(last) => (true, last.0),
            Looks::Stop | Looks::Never => (false, 0),
        };
        match &of.exploration {
            Exploration::Warp => Statement::Extend { what, level, candidates, excluded, can_cut, last_cut, body },
            Exploration::Leaf(leaf) => {
                let writes = body.iter().any(|statement| matches!(statement, Statement::Write { .. }));
                let own = Leaf {
                    what,
                    level,
                    candidates,
                    lane_candidates: list(&of.from, By::Lane),
                    excluded,
                    can_cut,
                    last_cut,
                    streams: of.looks == Looks::Stop,
                    is_sum: leaf.sums,
                    has_marks: leaf.marks.is_some(),
                    marked: leaf.marks.map_or_else(String::new, |set| set.to_string()),
                    body,
                };
                match Flow::of(of).filter(|_| leaf.lanes == Lanes::Flowing) {
                    Some(Flow { row, below, set }) => Statement::Flow {
                        leaf: own,
                        set: self.probe(&Probe::Marked(set), place),
                        row: list(&row, By::Lane),
                        bound: fold("min_of", &below).unwrap_or_else(|| "NONE".to_owned()),
                    },
                    None if writes => Statement::Dealt(own),
                    None => Statement::Leaf(own),
                }
            }
            Exploration::Deal(_) | Exploration::Walk | Exploration::WalkHeld => {
                unreachable!("lists are not walked by the lanes of a candidate")
            }
        }
    }

    fn hold(&self, _: &WarpLoop<ListWork>, _: Place) -> Statement {
        unreachable!("lists have no words")
    }

    fn lie_in_one_word(&self, _: &[Range]) -> String {
        unreachable!("lists have no words")
    }

    fn read(&self, read: &List, place: Place) -> String {
        format!("{}.n", list(read, By::place(place)))
    }

    fn counted(&self, join: &Join, place: Place) -> Number {
        let (group, by) = (self.group(place), By::place(place));
        match join {
            Join::Meet { with, list: of } => {
                // Who streams a list stops at the bound by itself.
                let bound = fold("min_of", &of.below).unwrap_or_else(|| "NONE".to_owned());
                let operands = format!("({group}, {}, {}, {bound})", self.probe(with, place), cut(of, None, by));
                let (whole, part) = (format!("count_common{operands}"), format!("(i64)common_part{operands}"));
                Number::Cooperative { whole, part }
            }
            Join::Subtract { list: of, without } => {
                let operands = format!("({group}, {}, {})", list(of, by), self.probe(without, place));
                let (whole, part) = (format!("count_difference{operands}"), format!("difference_part{operands}"));
                Number::Cooperative { whole, part }
            }
        }
    }

    fn scan(&self, scan: &Scan<ListWork>, place: Place) -> Statement {
        let ends: Vec<Option<String>> = scan.counts.iter().map(|count| fold("min_of", &count.below)).collect();
        let end = ends.iter().cloned().reduce(|end, other| (end == other).then_some(end?)).flatten();
        let counts = scan.counts.iter().zip(&ends).enumerate().map(|(index, (count, own))| {
            let within = count.within.iter().map(|at| format!("in{at}"));
            let below = own.iter().filter(|_| end.is_none()).map(|bound| format!("v < {bound}"));
            let above = fold("max_of", &count.above).map(|bound| format!("v > {bound}"));
            let (Number::Whole(alone) | Number::Cooperative { part: alone, .. }) = self.counted(&count.alone, place);
            let condition = within.chain(below).chain(above).collect::<Vec<_>>().join(" && ");
            Scanned { name: part_of(scan.first + index), condition, alone }
        });
        let counts: Vec<Scanned> = counts.collect();
        let set = |set: &ListMember| match set {
            ListMember::Probe(probe) => self.probe(probe, place),
            ListMember::List(_) | ListMember::Join(_) => unreachable!("verified: a scan looks up in what is held"),
        };
        let sets = scan.sets.iter().enumerate().map(|(at, own)| Named { name: format!("in{at}"), value: set(own) });
        let sets: Vec<Named> = sets.collect();
        let group = self.group(place);
        let sum = |cost: &dyn Fn(&Named) -> String| sets.iter().map(cost).collect::<Vec<_>>().join(" + ");
        Statement::Scan {
            what: scan.to_string(),
            declared: counts.iter().map(|count| format!("{} = 0", count.name)).collect::<Vec<_>>().join(", "),
            list: list(&scan.list, By::place(place)),
            end: end.unwrap_or_else(|| "NONE".to_owned()),
            look_up_cost: sum(&|set| format!("look_up_cost({})", set.value)),
            alone_cost: sum(&|set| format!("join_cost({group}.lanes, {}, scanned)", set.value)),
            group,
            sets,
            counts,
        }
    }

    fn write(&self, members: &Join, owner: Level, place: Place) -> Statement {
        let Join::Meet { with, list: of } = members else {
            unreachable!("verified: rows of matrices are intersections")
        };
        let (set, list) = (self.probe(with, place), list(of, By::place(place)));
        Statement::Write { owner: owner.to_string(), list, set }
    }

    fn has(&self, member: &ListMember, level: Level, place: Place) -> String {
        // The second operand is only cut by lanes that found the vertex in the first.
        let contains = |of: &List, by: By| format!("contains({}, {level})", list(of, by));
        let has = |probe: &Probe| format!("{}.has({level})", self.probe(probe, place));
        match member {
            ListMember::Probe(probe) => has(probe),
            ListMember::List(of) => contains(of, By::place(place)),
            ListMember::Join(Join::Meet { with, list: of }) => {
                format!("({} && {})", has(with), contains(of, By::Lane))
            }
            ListMember::Join(Join::Subtract { list: of, without }) => {
                format!("({} && !{})", contains(of, By::Lane), has(without))
            }
        }
    }

    fn vertex(&self, level: Level) -> String {
        level.to_string()
    }

    fn group(&self, place: Place) -> String {
        if place.leaf.is_some() { "group" } else { "whole" }.to_owned()
    }

    fn is_first_lane(&self, place: Place) -> String {
        if place.leaf.is_some() { "group.lane == 0" } else { "warp.lane == 0" }.to_owned()
    }
}

/// How many lanes a candidate of the leaf gets.
pub(super) fn lanes(lanes: Lanes) -> String {
    match lanes {
        Lanes::One => "1".to_owned(),
        Lanes::Streaming | Lanes::Flowing => "ROW_LANES".to_owned(),
        Lanes::Words | Lanes::Walking | Lanes::Holding | Lanes::Places => unreachable!("lists have no words"),
    }
}
