//! From a nest to a program: one search on lists, and one on a bit matrix where the nest asks for it.

use super::{Local, Memory, Program, bits, lists};
use crate::nest::{Hold, LoopNest, SetId};

impl Program {
    /// Lowers a nest.
    pub fn new(nest: &LoopNest) -> Program {
        let body = nest.root_body();
        let local = nest.local.map(|local| Local {
            universe: lists::row(nest, local.universe),
            lower_only: local.lower_only,
            ops: bits::lower(nest, body),
        });
        let memory = nest.sets.iter().enumerate().map(|(index, set)| {
            let buffer = set.is_stored();
            let is_of_root = nest.is_of_root(SetId(index as u16));
            Memory { buffer, marks: set.hold == Hold::ListAndBits, is_of_root, words: buffer && local.is_some() }
        });
        Program {
            filter: body.filter.clone(),
            memory: memory.collect(),
            cuts: nest.owners_of_cuts(),
            lists: lists::lower(nest, body, true),
            local,
        }
    }

    /// Lowers a nest of which samples are taken: every loop is one, of which some candidates can be visited.
    pub fn for_samples(nest: &LoopNest) -> Program {
        let lists = lists::lower(nest, nest.root_body(), false);
        Program { lists, ..Program::new(nest) }
    }
}
