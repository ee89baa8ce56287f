//! The search in a root's local graph: sets are rows of bits, given word by word as expressions of the word's index `i`.

use gpm_plan::exec::{All, BitWork, Exploration, Lanes, Looks, OnBits, Places, Scan, WarpLoop, Word, WordDef};
use gpm_plan::nest::{Level, SetId};
use gpm_plan::program::Range;

use super::model::Statement;
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
                word: word(of),
            },
            WordDef::Count { set, places } => {
                let (first, end) = span(&places.span);
                let (name, group) = (number_of(*set), self.group(place));
                Statement::LocalSize { name, group, first, end, word: word(&places.word) }
            }
        }
    }

    fn extend(&self, of: &WarpLoop<BitWork>, body: Vec<Statement>) -> Statement {
        let what = format!("for {} in {}", of.level, of.drawn);
        let (level, word) = (of.level.0, word(&of.from.word));
        let excluded = of.except.iter().copied().map(place_of).collect();
        match of.exploration {
            Exploration::Warp => Statement::LocalExtend { what, level, word, excluded, body },
            Exploration::Leaf(leaf) => Statement::LocalLeaf {
                what,
                level,
                word,
                excluded,
                lanes: lanes(leaf.lanes, level),
                // A walk is long: pieces of few candidates spread it over the warps of a block.
                piece: if leaf.lanes == Lanes::Walking { "SHORT_PIECE" } else { "PIECE" },
                walks: of.looks == Looks::Stop,
                is_sum: leaf.sums,
                body,
            },
            Exploration::Walk => {
                let (first, end) = span(&of.from.span);
                Statement::LocalWalk { what, level, first, end, word, excluded, body }
            }
        }
    }

    fn read(&self, _: &All, _: Place) -> String {
        "graph.members.n".to_owned()
    }

    fn counted(&self, places: &Places, place: Place) -> Number {
        let (first, end) = span(&places.span);
        let words = format!("[&](u32 i) {{ return {}; }}", word(&places.word));
        let operands = format!("({}, {first}, {end}, {words})", self.group(place));
        Number::Cooperative { whole: format!("count_bits{operands}"), part: format!("(i64)count_part{operands}") }
    }

    fn scan(&self, _: &Scan<BitWork>, _: Place) -> Statement {
        unreachable!("bit rows are counted word by word")
    }

    fn write(&self, _: &Places, _: Level, _: Place) -> Statement {
        unreachable!("matrices are written by searches on lists")
    }

    fn has(&self, member: &Word, level: Level, _: Place) -> String {
        format!("has_place({}, [&](u32 i) {{ return {}; }})", place_of(level), word(member))
    }

    fn vertex(&self, level: Level) -> String {
        match level {
            Level(0) => level.to_string(),
            _ => format!("graph.members.at[{}]", place_of(level)),
        }
    }

    fn group(&self, place: Place) -> String {
        place.leaf.map_or_else(|| "whole".to_owned(), |leaf| format!("group{}", leaf.0))
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

/// Word `i` of a set.
fn word(of: &Word) -> String {
    match of {
        Word::Row(set) => format!("{}[i]", row(*set)),
        Word::Stored(set) => format!("{}[i]", stored(*set)),
        Word::Range(range) => {
            let (low, high) = ends(range);
            let (low, high) = (low.unwrap_or("0".into()), high.unwrap_or("graph.members.n".into()));
            format!("in_range(i, {low}, {high})")
        }
        Word::And(both) => format!("({} & {})", word(&both[0]), word(&both[1])),
        Word::AndNot(both) => format!("({} & ~({}))", word(&both[0]), word(&both[1])),
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
        Lanes::Walking => format!("walk_lanes(m{level}, graph.words)"),
        Lanes::Chosen => unreachable!("rows of bits are not streamed"),
    }
}
