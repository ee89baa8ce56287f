//! The search in a root's local graph: sets are rows of bits, given word by word as expressions of the word's index `i`.

use gpm_plan::exec::{
    self, All, BitOp, BitWork, Exploration, Handed, LaneSize, Lanes, Looks, OnBits, Places, Scan, WarpLoop, WarpOp,
    Word, WordDef,
};
use gpm_plan::nest::{Level, SetId};
use gpm_plan::program::Range;

use super::model::{Named, Statement};
use super::number::Number;
use super::steps::{Place, Search, number_of};

/// Names of the search in a local graph.
pub(super) struct Local<'a> {
    pub(super) local: &'a OnBits,
}

impl Search for Local<'_> {
    type Work = BitWork;

    fn define(&self, define: &WordDef, until: Option<usize>, place: Place) -> Statement {
        match define {
            WordDef::Row { set, of } => Statement::LocalRow { name: row(*set), place: place_of(*of) },
            WordDef::Store { set, word: of } => Statement::LocalStore {
                name: stored(*set),
                size: number_of(*set),
                guard: until.map_or_else(String::new, |until| format!("warp.depth > {until} ? 0 : ")),
                slot: self.slot(*set),
                word: word(of, place),
            },
            WordDef::Keep { set, word: of } => {
                Statement::Keep { name: stored(*set), size: number_of(*set), word: word(of, place) }
            }
            WordDef::Count { set, places } if place.is_narrow => {
                let value = format!("{}.count()", word(&places.word, place));
                Statement::SetSize { kind: "u32", name: number_of(*set), value }
            }
            WordDef::Count { set, places } => {
                let (first, end) = span(&places.span);
                let (name, group) = (number_of(*set), self.group(place));
                Statement::LocalSize { name, group, first, end, word: word(&places.word, place) }
            }
        }
    }

    fn extend(&self, of: &WarpLoop<BitWork>, body: Vec<Statement>, place: Place) -> Statement {
        let what = format!("for {} in {}", of.level, of.drawn);
        let (level, word) = (of.level.0, word(&of.from.word, place));
        let excluded = of.except.iter().copied().map(place_of).collect();
        match &of.exploration {
            Exploration::Warp => Statement::LocalExtend { what, level, word, excluded, body },
            Exploration::Leaf(leaf) if place.is_narrow => {
                Statement::NarrowLeaf { what, level, word, excluded, walks: walks(&of.body), is_sum: leaf.sums, body }
            }
            Exploration::Leaf(leaf) if leaf.lanes == Lanes::Places => {
                Statement::LocalPlaces { what, level, word, excluded, is_sum: leaf.sums, body }
            }
            Exploration::Leaf(leaf) => Statement::LocalLeaf {
                what,
                level,
                word,
                excluded,
                lanes: lanes(leaf.lanes, level),
                // A walk is long: pieces of few candidates spread it over the warps of a block.
                piece: if matches!(leaf.lanes, Lanes::Walking | Lanes::Holding) { "SHORT_PIECE" } else { "PIECE" },
                walks: of.looks == Looks::Stop,
                is_sum: leaf.sums,
                body,
            },
            Exploration::Deal(Handed { level: around, rows, held, numbers }) => Statement::Deal {
                what,
                level,
                word,
                excluded,
                around: place_of(*around),
                rows: rows.iter().copied().map(row).collect(),
                held: held.iter().map(|&set| Named { name: stored(set), value: number_of(set) }).collect(),
                numbers: numbers.iter().copied().map(number_of).collect(),
                body,
            },
            Exploration::Walk if place.is_narrow => Statement::NarrowWalk { what, level, word, excluded, body },
            Exploration::WalkHeld => unreachable!("walks that hold words have no statements inside"),
            Exploration::Walk => {
                let (first, end) = span(&of.from.span);
                Statement::LocalWalk { what, level, first, end, word, excluded, body }
            }
        }
    }

    fn hold(&self, of: &WarpLoop<BitWork>, place: Place) -> Statement {
        let leaf = place.leaf.expect("verified: walks stand in leaves");
        let (most, share, end) = match place.is_narrow {
            true => ("1", "FULL".to_owned(), "1".to_owned()),
            false => ("HELD", format!("share_of({})", self.group(place)), span(&of.from.span).1),
        };
        let mut rows = Vec::new();
        let mut terms = Vec::new();
        for op in &of.body {
            match op {
                WarpOp::Define { define, until } => rows.push(self.define(define, *until, place)),
                WarpOp::Sum(sum) => terms.extend(&sum.terms),
                _ => unreachable!("verified: below what is held there are rows and a sum"),
            }
        }
        let part = |size: &LaneSize<BitWork>| match &size.of {
            exec::Number::Counted(places) => format!("count_first(parts, {})", word(&places.word, place)),
            _ => unreachable!("verified: what is summed up below what is held are its members"),
        };
        let value = match &terms[..] {
            [(1, size)] => part(size),
            terms => terms
                .iter()
                .map(|(weight, size)| format!("{weight} * (i64){}", part(size)))
                .collect::<Vec<_>>()
                .join(" + "),
        };
        Statement::LocalHold {
            what: format!("for {} in {}", of.level, of.drawn),
            level: of.level.0,
            leaf: leaf.index(),
            most,
            share,
            end,
            word: word(&of.from.word, place),
            rows,
            value,
        }
    }

    fn lie_in_one_word(&self, within: &[Range]) -> String {
        let end = |range: &Range| ends(range).1.unwrap_or("graph.members.n".into());
        within.iter().map(|range| format!("{} <= 128", end(range))).collect::<Vec<_>>().join(" && ")
    }

    fn read(&self, _: &All, _: Place) -> String {
        "graph.members.n".to_owned()
    }

    fn counted(&self, places: &Places, place: Place) -> Number {
        let word = word(&places.word, place);
        if place.is_narrow {
            return Number::Whole(format!("{word}.count()"));
        }
        let (first, end) = span(&places.span);
        let words = format!("[&](u32 i) {{ return {word}; }}");
        let operands = format!("({}, {first}, {end}, {words})", self.group(place));
        Number::Cooperative { whole: format!("count_bits{operands}"), part: format!("(i64)count_part{operands}") }
    }

    fn scan(&self, _: &Scan<BitWork>, _: Place) -> Statement {
        unreachable!("bit rows are counted word by word")
    }

    fn write(&self, _: &Places, _: Level, _: Place) -> Statement {
        unreachable!("matrices are written by searches on lists")
    }

    fn has(&self, member: &Word, level: Level, place: Place) -> String {
        let (at, word) = (place_of(level), word(member, place));
        match place.is_narrow {
            true => format!("is_in({at}, {word})"),
            false => format!("has_place({at}, [&](u32 i) {{ return {word}; }})"),
        }
    }

    fn vertex(&self, level: Level) -> String {
        match level {
            Level(0) => level.to_string(),
            _ => format!("graph.members.at[{}]", place_of(level)),
        }
    }

    fn group(&self, place: Place) -> String {
        match place.leaf {
            Some(_) if place.is_narrow => "OneLane{}".to_owned(),
            Some(leaf) => format!("group{}", leaf.0),
            None => "whole".to_owned(),
        }
    }

    fn is_first_lane(&self, place: Place) -> String {
        format!("{}.lane == 0", self.group(place))
    }
}

impl Local<'_> {
    fn slot(&self, set: SetId) -> usize {
        self.local.slots.iter().position(|&stored| stored == set).expect("verified: stored sets have slots")
    }
}

/// Whether lanes walk a loop below the candidates that they are dealt.
fn walks(body: &[BitOp]) -> bool {
    let is_dealt = |inner: &WarpLoop<BitWork>| matches!(inner.exploration, Exploration::Deal(_));
    loop_in(body).is_some_and(|inner| is_dealt(inner) && loop_in(&inner.body).is_some())
}

fn loop_in(body: &[BitOp]) -> Option<&WarpLoop<BitWork>> {
    body.iter().find_map(|op| if let WarpOp::Loop(inner) = op { Some(inner) } else { None })
}

/// The name of a row of the matrix.
fn row(set: SetId) -> String {
    format!("r{}", set.0)
}

/// The name of a stored bit row.
fn stored(set: SetId) -> String {
    format!("b{}", set.0)
}

/// The name of the place of a level.
fn place_of(level: Level) -> String {
    format!("p{}", level.0)
}

/// Word `i` of a set, or the one that there is.
fn word(of: &Word, place: Place) -> String {
    let at = if place.is_narrow { "0" } else { "i" };
    match of {
        Word::Row(set) => format!("{}[{at}]", row(*set)),
        Word::Stored(set) => format!("{}[{at}]", stored(*set)),
        Word::Held => "held".to_owned(),
        Word::Range(range) => {
            let (low, high) = ends(range);
            let (low, high) = (low.unwrap_or("0".into()), high.unwrap_or("graph.members.n".into()));
            format!("in_range({at}, {low}, {high})")
        }
        Word::And(both) => format!("({} & {})", word(&both[0], place), word(&both[1], place)),
        Word::AndNot(both) => format!("({} & ~({}))", word(&both[0], place), word(&both[1], place)),
    }
}

/// The first of the words in a range of places, and the end of them.
fn span(range: &Range) -> (String, String) {
    let (low, high) = ends(range);
    let first = low.map_or("0".to_owned(), |low| format!("({low}) / 128"));
    (first, high.map_or("graph.words".to_owned(), |high| format!("({high} + 127) / 128")))
}

/// The first place in a range, and the end of the places, where it has bounds.
fn ends(range: &Range) -> (Option<String>, Option<String>) {
    let split = || "graph.split".to_owned();
    let end = |&level: &Level| if level == Level(0) { split() } else { place_of(level) };
    let start = |&level: &Level| if level == Level(0) { split() } else { format!("{} + 1", place_of(level)) };
    let low = range.above.iter().map(start).reduce(|a, b| format!("max_of({a}, {b})"));
    let high = range.below.iter().map(end).reduce(|a, b| format!("min_of({a}, {b})"));
    (low, high)
}

/// How many lanes a candidate of the leaf gets.
fn lanes(lanes: Lanes, level: u8) -> String {
    match lanes {
        Lanes::One => "1".to_owned(),
        Lanes::Words => "word_lanes(graph.words)".to_owned(),
        Lanes::Holding => format!("hold_lanes(m{level})"),
        Lanes::Walking => format!("walk_lanes(m{level}, graph.words)"),
        Lanes::Streaming | Lanes::Flowing => unreachable!("rows of bits are not streamed"),
        Lanes::Places => unreachable!("lanes that have places have a loop of their own"),
    }
}
