//! Sets as rows of bits over the neighborhood of a root.

use std::mem::take;
use std::ops::Range as Places;
use std::sync::atomic::AtomicBool;

use gpm_plan::nest::{Level, LocalGraph, SetId};
use gpm_plan::program::{BitDef, Bits, Loop, Program, Range, Source, Words as Joined};

use super::{Definition, Exit, Interpreter, Operand};
use crate::cpu::kit::{self, Words};
use crate::cpu::local_graph::{BitMatrix, MatrixBuilder};
use crate::graph::VertexId;
use crate::view::Bound;

/// The local graph of the current root, and the sets made in it.
#[derive(Debug)]
pub(super) struct BitSets<'a> {
    bound: &'a Bound<'a>,
    builder: Option<MatrixBuilder>,
    matrix: BitMatrix,
    members: &'a [VertexId],
    /// Members smaller than the root.
    split: usize,
    /// By level, the place of its vertex among the members.
    places: Vec<usize>,
    /// By set, the place whose row of the matrix it is; of others their words are kept.
    rows: Vec<Option<usize>>,
    words: Vec<Words>,
}

impl<'a> BitSets<'a> {
    pub(super) fn new(bound: &'a Bound<'a>, program: &Program) -> Self {
        let local = program.local.as_ref();
        let longest = bound.max_row().min(LocalGraph::LIMIT) / 64 + 1;
        let words = program.memory.iter().map(|memory| Words::new(if memory.words { longest } else { 0 }));
        BitSets {
            bound,
            builder: local.map(|local| MatrixBuilder::new(bound.num_vertices, local.lower_only)),
            matrix: BitMatrix::default(),
            members: &[],
            split: 0,
            places: vec![0; 32],
            rows: vec![None; program.memory.len()],
            words: words.collect(),
        }
    }

    /// Makes the matrix over `members`, of which `split` are smaller than the root; `None` if `stop` was set meanwhile.
    pub(super) fn build(&mut self, members: &'a [VertexId], split: usize, stop: &AtomicBool) -> Option<()> {
        let builder = self.builder.as_mut().expect("a program with a bit matrix makes one");
        (self.members, self.split) = (members, split);
        builder.build(&mut self.matrix, members, &self.bound.views[0], stop).then_some(())
    }

    fn row(&self, set: SetId) -> &[u64] {
        match self.rows[set.index()] {
            Some(place) => &self.matrix.rows()[place * self.matrix.words()..(place + 1) * self.matrix.words()],
            None => self.words[set.index()].row(),
        }
    }

    fn within(&self, range: &Range) -> Places<usize> {
        let low = |level: &Level| if *level == Level(0) { self.split } else { self.places[level.index()] + 1 };
        let high = |level: &Level| if *level == Level(0) { self.split } else { self.places[level.index()] };
        let first = range.above.iter().map(low).max().unwrap_or(0);
        first..range.below.iter().map(high).min().unwrap_or(self.members.len())
    }

    /// Writes the words made of others, or counts their bits; returns how many there are.
    fn join(&self, words: Joined, places: Places<usize>, trim: bool, out: Option<&mut Words>) -> i64 {
        match (words, out, trim) {
            (Joined::And(a, b), Some(out), true) => kit::and::<true>(self.row(a), self.row(b), places, out),
            (Joined::And(a, b), Some(out), false) => kit::and::<false>(self.row(a), self.row(b), places, out),
            (Joined::And(a, b), None, true) => kit::and_count::<true>(self.row(a), self.row(b), places),
            (Joined::And(a, b), None, false) => kit::and_count::<false>(self.row(a), self.row(b), places),
            (Joined::AndNot(a, b), Some(out), true) => kit::and_not::<true>(self.row(a), self.row(b), places, out),
            (Joined::AndNot(a, b), Some(out), false) => kit::and_not::<false>(self.row(a), self.row(b), places, out),
            (Joined::AndNot(a, b), None, true) => kit::and_not_count::<true>(self.row(a), self.row(b), places),
            (Joined::AndNot(a, b), None, false) => kit::and_not_count::<false>(self.row(a), self.row(b), places),
            (Joined::Not(set), Some(out), true) => kit::not::<true>(self.row(set), places, out),
            (Joined::Not(set), Some(out), false) => kit::not::<false>(self.row(set), places, out),
            (Joined::Not(set), None, true) => kit::not_count::<true>(self.row(set), places),
            (Joined::Not(set), None, false) => kit::not_count::<false>(self.row(set), places),
        }
    }
}

impl Operand for Bits {
    type Def = BitDef;

    fn draw(&self, of: &Interpreter<'_>, elements: &mut Vec<u32>) {
        let places = of.bits.within(&self.range);
        match (self.source, self.trim) {
            (Source::All, _) => elements.extend(places.map(|place| place as u32)),
            (Source::Row(set), true) => {
                let words = kit::words_of::<true>(of.bits.row(set), places);
                elements.extend(words.flat_map(kit::ones).map(|place| place as u32));
            }
            (Source::Row(set), false) => {
                let words = kit::words_of::<false>(of.bits.row(set), places);
                elements.extend(words.flat_map(kit::ones).map(|place| place as u32));
            }
        }
    }

    fn is(element: u32, level: Level, of: &Interpreter<'_>) -> bool {
        of.bits.places[level.index()] == element as usize
    }

    fn bind(element: u32, to: &Loop<BitDef, Bits>, of: &mut Interpreter<'_>) {
        of.bits.places[to.level.index()] = element as usize;
        if to.is_vertex_read {
            of.matched[to.level.index()] = of.bits.members[element as usize];
        }
    }

    fn size(&self, of: &Interpreter<'_>) -> i64 {
        let places = of.bits.within(&self.range);
        match (self.source, self.trim) {
            (Source::All, _) => places.len() as i64,
            (Source::Row(set), true) => kit::count::<true>(of.bits.row(set), places),
            (Source::Row(set), false) => kit::count::<false>(of.bits.row(set), places),
        }
    }

    fn has(&self, level: Level, of: &Interpreter<'_>) -> bool {
        let place = of.bits.places[level.index()];
        let is_set = match self.source {
            Source::All => true,
            Source::Row(set) => kit::has(of.bits.row(set), place) == 1,
        };
        is_set && of.bits.within(&self.range).contains(&place)
    }
}

impl Definition for BitDef {
    fn make(&self, of: &mut Interpreter<'_>) -> Result<(), Exit> {
        match self {
            BitDef::Row { set, of: level } => of.bits.rows[set.index()] = Some(of.bits.places[level.index()]),
            BitDef::Join { set, words, range, trim, is_stored } => {
                let mut out = take(&mut of.bits.words[set.index()]);
                let places = of.bits.within(range);
                let size = of.bits.join(*words, places, *trim, is_stored.then_some(&mut out));
                of.bits.words[set.index()] = out;
                of.sizes[set.index()] = size;
            }
        }
        Ok(())
    }
}
