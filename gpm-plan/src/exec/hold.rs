//! Walks that hold the words of their set in registers. Below each member of the set, members before it are counted. The words of the set
//! would be computed again below each member. A lane that holds them reads a member's row alone, and counts no words behind the member's own.

use super::{BitOp, BitWork, Exploration, Lanes, Number, Places, Sum, WarpLoop, WarpOp, Word, WordDef};
use crate::nest::Level;

/// What is done below each member of a walked set, of which lanes hold the words, if all of it is to count members before that one.
pub(super) fn below(level: Level, walked: &Word, body: &[BitOp]) -> Option<Vec<BitOp>> {
    if matches!(walked, Word::Range(_)) {
        return None;
    }
    body.iter().map(|op| holding(level, walked, op)).collect()
}

fn holding(level: Level, walked: &Word, op: &BitOp) -> Option<BitOp> {
    match op {
        WarpOp::Define { define: WordDef::Row { .. }, .. } => Some(op.clone()),
        // A constant would be added with each word.
        WarpOp::Sum(Sum { terms, constant: 0 }) => {
            let terms = terms.iter().map(|(weight, size)| match &size.of {
                Number::Counted(Places { word, span })
                    if size.except.is_empty() && size.minus == 0 && span.below.contains(&level) =>
                {
                    let mut own = size.clone();
                    own.of = Number::Counted(Places { word: of_held(walked, word)?, span: span.clone() });
                    Some((*weight, own))
                }
                _ => None,
            });
            Some(WarpOp::Sum(Sum { terms: terms.collect::<Option<_>>()?, constant: 0 }))
        }
        _ => None,
    }
}

/// A word of members of the walked set, made of the one that is held; `None` if it may have others.
fn of_held(walked: &Word, word: &Word) -> Option<Word> {
    match word {
        _ if word == walked => Some(Word::Held),
        Word::And(both) => {
            let [left, right] = &**both;
            let first = of_held(walked, left).map(|left| [left, right.clone()]);
            let both = first.or_else(|| of_held(walked, right).map(|right| [left.clone(), right]))?;
            Some(Word::And(Box::new(both)))
        }
        Word::AndNot(both) => {
            let [left, right] = &**both;
            Some(Word::AndNot(Box::new([of_held(walked, left)?, right.clone()])))
        }
        Word::Row(_) | Word::Stored(_) | Word::Range(_) | Word::Held => None,
    }
}

/// How many lanes a candidate of a leaf gets that has a loop with this body below it.
pub(super) fn lanes(level: Level, body: &[BitOp]) -> Lanes {
    let holds = |op: &BitOp| matches!(op, WarpOp::Loop(WarpLoop::<BitWork> { exploration: Exploration::WalkHeld, .. }));
    match body.iter().any(holds) {
        // All members of the local graph are candidates.
        true if level == Level(1) => Lanes::Places,
        true => Lanes::Holding,
        false => Lanes::Walking,
    }
}
