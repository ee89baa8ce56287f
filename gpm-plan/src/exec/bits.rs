//! Lowering to the bit matrix of a root's neighborhood: sets are words, made of the words at the same place of others.

use super::count::Counting;
use super::sharing::Sharing;
use super::{
    All, Arc, BitOp, BitWork, Entry, Exploration, Known, LaneSize, Lanes, Leaf, Leave, Looks, Narrow, Number, Places,
    WarpLoop, WarpOp, Word, WordDef, credits, hold,
};
use crate::nest::{self, Block, Bounds, Candidates, Level, Levels, LoopNest, SetExpr, SetId, Source, Step};
use crate::program::Range;

/// The sets that are stored as bit rows: all that are computed above the bodies of the leaf and not just counted.
pub(super) fn slots(nest: &LoopNest, sharing: &Sharing) -> Vec<SetId> {
    made_above(nest, sharing.local_leaf)
}

/// The sets computed above the bodies of so many innermost loops, and not just counted.
fn made_above(nest: &LoopNest, loops: usize) -> Vec<SetId> {
    let blocks = nest.blocks();
    let outer = &blocks[..blocks.len() - loops];
    outer.iter().flat_map(|(_, block)| &block.define).copied().filter(|&id| nest.set(id).is_stored()).collect()
}

/// What is done for a root, once the matrix is built; of sizes, `largest` is the largest.
pub(super) fn lower(nest: &LoopNest, sharing: &Sharing, (largest, slots): (u64, &[SetId]), body: &Block) -> Vec<BitOp> {
    let lower_only = nest.local.is_some_and(|local| local.lower_only);
    let lowering = Lowering { nest, sharing, largest, slots, lower_only, narrow: None };
    let mut ops = lowering.block(body, 1, false);
    ops.extend(lowering.credit(Level(0)));
    ops
}

/// A leaf with this body.
pub(super) fn leaf_of(lanes: Lanes, body: &[BitOp]) -> Leaf {
    Leaf { lanes, sums: body.iter().any(WarpOp::is_sum), marks: None }
}

pub(super) struct Lowering<'a> {
    pub(super) nest: &'a LoopNest,
    sharing: &'a Sharing,
    largest: u64,
    slots: &'a [SetId],
    lower_only: bool,
    /// The loop from which on all is done by lanes in one word, inside it.
    narrow: Option<Level>,
}

/// A word of a set, some of whose bounds are still to be put on.
struct Unbounded {
    /// `None` for all members.
    word: Option<Word>,
    /// The set's bounds.
    needed: Bounds,
    /// Those that the word has.
    known: Bounds,
}

impl Lowering<'_> {
    /// What follows the body of a loop of whole warps.
    fn credit(&self, level: Level) -> Option<BitOp> {
        let credit = credits::after(self.nest, self.sharing.bits_leaf(), level, || self.entry(level));
        credit.map(WarpOp::Credit)
    }

    fn entry(&self, to: Level) -> Entry {
        self.nest.arcs().map_or(Entry::Vertex(to), |view| Entry::Arc { view, to, by: Arc::Place })
    }

    fn block(&self, block: &Block, bound: usize, in_leaf: bool) -> Vec<BitOp> {
        let mut ops: Vec<BitOp> = block.define.iter().flat_map(|&id| self.define(id, in_leaf)).collect();
        ops.extend(block.steps.iter().enumerate().map(|(index, step)| self.step((index, step), bound, in_leaf)));
        ops
    }

    // ---- sets ---------------------------------------------------------------------------------------------------

    pub(super) fn define(&self, set: SetId, in_leaf: bool) -> Vec<BitOp> {
        let def = self.nest.set(set);
        match def.expr {
            SetExpr::Neighbors { of: Level(0), .. } => return Vec::new(),
            SetExpr::Neighbors { of, .. } => {
                return vec![WarpOp::Define { define: WordDef::Row { set, of }, until: None }];
            }
            SetExpr::Reach { .. } => unreachable!("a nest with a reach has no local graph"),
            // Counted by the size that asks for it.
            SetExpr::Intersect(..) | SetExpr::Difference(..)
                if in_leaf && (self.narrow.is_none() || self.is_innermost(set)) =>
            {
                return Vec::new();
            }
            SetExpr::Intersect(..) | SetExpr::Difference(..) => {}
        }
        let needed = self.sharing.needed_until[set.index()];
        let until = (needed < self.sharing.max_prefix() && !in_leaf).then_some(needed);
        let word = self.computed(set);
        let define = match self.slots.contains(&set) {
            true if in_leaf => WarpOp::Define { define: WordDef::Keep { set, word }, until },
            true => WarpOp::Define { define: WordDef::Store { set, word }, until },
            false => {
                let places = Places { word, span: self.span(set, Bounds::NONE) };
                WarpOp::Define { define: WordDef::Count { set, places }, until: None }
            }
        };
        let least = self.sharing.min_size[set.index()].max(1);
        let leave = def.required.then_some(WarpOp::Leave(Leave { of: Known::Number(set), least, until }));
        [Some(define), leave].into_iter().flatten().collect()
    }

    /// The words of a set, with bounds beyond its own.
    fn word(&self, id: SetId, bounds: Bounds) -> Word {
        let Unbounded { word, needed, known } = self.unbounded(id, true);
        self.ranged(word, known, needed.and(bounds))
    }

    /// The same for a set that is to be made.
    fn computed(&self, id: SetId) -> Word {
        let Unbounded { word, needed, known } = self.unbounded(id, false);
        self.ranged(word, known, needed)
    }

    /// The words of a set before bounds are put on. What several operands are bounded by, and what one of them is stored with, is
    /// put on once, or not at all. The set is read from where it is stored, if that `is_made` already.
    fn unbounded(&self, id: SetId, is_made: bool) -> Unbounded {
        let def = self.nest.set(id);
        let own = def.bounds();
        match def.expr {
            SetExpr::Neighbors { of: Level(0), .. } => Unbounded { word: None, needed: own, known: Bounds::NONE },
            SetExpr::Neighbors { of, .. } => {
                // A row of a lower triangle ends at its own vertex.
                let below = if self.lower_only { Levels::from_iter([of]) } else { Levels::NONE };
                Unbounded { word: Some(Word::Row(id)), needed: own, known: Bounds { below, ..Bounds::NONE } }
            }
            _ if is_made && self.slots.contains(&id) => {
                Unbounded { word: Some(Word::Stored(id)), needed: own, known: own }
            }
            SetExpr::Intersect(a, b) => {
                let (a, b) = (self.unbounded(a, true), self.unbounded(b, true));
                let word = match (a.word, b.word) {
                    (Some(a), Some(b)) => Some(Word::And(Box::new([a, b]))),
                    (a, b) => a.or(b),
                };
                Unbounded { word, needed: own.and(a.needed).and(b.needed), known: a.known.and(b.known) }
            }
            SetExpr::Difference(a, b) => {
                let a = self.unbounded(a, true);
                let (left, right) = (self.ranged(a.word, Bounds::NONE, Bounds::NONE), self.word(b, Bounds::NONE));
                let word = Some(Word::AndNot(Box::new([left, right])));
                Unbounded { word, needed: own.and(a.needed), known: a.known }
            }
            SetExpr::Reach { .. } => unreachable!("a nest with a reach has no local graph"),
        }
    }

    /// Words, or those of all members, within bounds beyond the known ones.
    fn ranged(&self, word: Option<Word>, known: Bounds, needed: Bounds) -> Word {
        let range = self.range(known, needed);
        match word {
            None => Word::Range(range),
            Some(word) if range == Range::default() => word,
            Some(word) => Word::And(Box::new([word, Word::Range(range)])),
        }
    }

    /// The places among which a set has members, within bounds beyond its own.
    pub(super) fn span(&self, id: SetId, bounds: Bounds) -> Range {
        self.range(Bounds::NONE, self.unbounded(id, true).needed.and(bounds))
    }

    /// The places within bounds, where bounds beyond the known ones cut them.
    fn range(&self, known: Bounds, bounds: Bounds) -> Range {
        let Bounds { below, above } = self.nest.left_of(bounds, known);
        Range { above: above.iter().collect(), below: below.iter().collect() }
    }

    // ---- steps --------------------------------------------------------------------------------------------------

    fn step(&self, (index, step): (usize, &Step), bound: usize, in_leaf: bool) -> BitOp {
        match step {
            Step::For { level, from: Source::Set(candidates), body } => self.extend(*level, candidates, body, in_leaf),
            Step::For { from: Source::Vertices(_), .. } => unreachable!("verified: only the root draws from a class"),
            Step::Count(product) => {
                let level = Level(bound as u8 - 1);
                let is_credited = credits::is_by_candidates(self.nest, self.sharing.bits_leaf(), level);
                let credited = is_credited.then(|| self.entry(level));
                let Lowering { nest, sharing, largest, .. } = *self;
                let counting = Counting { nest, sharing, largest, bound, in_leaf, credited };
                counting.lower(index, product, |size| self.size(size, in_leaf))
            }
            Step::Emit => WarpOp::Emit(self.nest.emitted()),
        }
    }

    fn extend(&self, level: Level, candidates: &Candidates, body: &Block, in_leaf: bool) -> BitOp {
        let all_words = self.warp_loop(level, candidates, body);
        if in_leaf || !self.is_first_narrow(level) {
            return WarpOp::Loop(all_words);
        }
        // Lanes hold what they make for a candidate.
        let slots = made_above(self.nest, 1);
        let narrow = Lowering { slots: &slots, narrow: Some(level), ..*self };
        let (within, narrow) = (narrow.ends(level), narrow.warp_loop(level, candidates, body));
        WarpOp::Narrow(Box::new(Narrow { within, narrow, wide: all_words }))
    }

    fn warp_loop(&self, level: Level, candidates: &Candidates, body: &Block) -> WarpLoop<BitWork> {
        let bounds = candidates.bounds();
        let leaf = self.narrow.map_or(self.sharing.bits_leaf(), Level::index);
        let mut ops = self.block(body, level.index() + 1, level.index() >= leaf);
        ops.extend(self.credit(level));
        let (exploration, looks) = match self.narrow {
            Some(first) => self.narrow_exploration(first, level, &ops),
            None => self.exploration(leaf, level, &ops),
        };
        // Loops that warps share out deal in ranges of all places.
        let span = match exploration {
            Exploration::Walk | Exploration::WalkHeld => self.span(candidates.set, bounds),
            Exploration::Warp | Exploration::Leaf(_) | Exploration::Deal(_) => Range::default(),
        };
        let word = self.word(candidates.set, bounds);
        let below = match exploration {
            Exploration::Walk | Exploration::Deal(_) if candidates.except == Levels::NONE && body.filter.is_empty() => {
                hold::below(level, &word, &ops)
            }
            _ => None,
        };
        let (exploration, ops) = below.map_or((exploration, ops), |ops| (Exploration::WalkHeld, ops));
        WarpLoop {
            level,
            drawn: *candidates,
            from: Places { word, span },
            except: members(candidates.except).collect(),
            filter: body.filter.clone(),
            exploration,
            looks,
            body: ops,
        }
    }

    fn exploration(&self, leaf: usize, level: Level, ops: &[BitOp]) -> (Exploration, Looks) {
        let walks = self.sharing.local_leaf > 1;
        let lanes = match walks {
            _ if self.nest.emits() => Lanes::One,
            false => Lanes::Words,
            true => hold::lanes(level, ops),
        };
        match level.index() {
            before if before < leaf => (Exploration::Warp, Looks::Cut(level)),
            at if at == leaf => {
                let looks = match lanes {
                    Lanes::Places => Looks::Cut(level),
                    _ if walks => Looks::Stop,
                    _ => Looks::Never,
                };
                (Exploration::Leaf(leaf_of(lanes, ops)), looks)
            }
            _ => (Exploration::Walk, Looks::Never),
        }
    }

    /// The number of members, less matched vertices among them.
    fn size(&self, size: &nest::Size, in_leaf: bool) -> LaneSize<BitWork> {
        let &Candidates { set, below, above, except } =
            size.candidates().expect("a nest with a local graph counts no walks");
        let def = self.nest.set(set);
        let bounds = Bounds { below, above };
        let is_plain = self.range(def.bounds(), bounds) == Range::default();
        let is_inline = in_leaf && !self.slots.contains(&set) && self.is_innermost(set);
        let word = self.word(set, bounds);
        let of = if is_plain && def.expr.row_of() == Some(Level(0)) {
            Number::Read(All)
        } else if is_plain && def.expr.is_joined() && !is_inline {
            Number::Known(set)
        } else {
            Number::Counted(Places { word: word.clone(), span: self.span(set, bounds) })
        };
        let except = members(except).map(|level| (level, word.clone())).collect();
        LaneSize { of, except, minus: size.minus }
    }

    /// Whether a set is defined in the body of the innermost loop, where nothing is named.
    pub(super) fn is_innermost(&self, id: SetId) -> bool {
        let blocks = self.nest.blocks();
        blocks.last().is_some_and(|(_, block)| block.define.contains(&id))
    }
}

/// The root is no member of its own neighborhood.
fn members(levels: Levels) -> impl Iterator<Item = Level> {
    levels.iter().filter(|&level| level != Level(0))
}
