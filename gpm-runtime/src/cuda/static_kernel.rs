//! Static kernels: their text is not generated, but the same for all queries and graphs, so that a process compiles them once. What each is told
//! stands in the file of its name.

use super::cliques::{self, Rule};
use super::kernel::Form;
use super::{ceilings, frequent, labelled, trees};

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticKernel {
    /// Measures what a device does at most.
    Ceilings,
    /// Searches for cliques.
    Cliques(Rule),
    /// Settles candidate patterns.
    Frequent,
    /// Counts matches of labelled patterns.
    Labelled,
    /// Matches trees at random.
    Trees,
}

impl StaticKernel {
    /// All of them.
    pub const ALL: [StaticKernel; 6] = [
        StaticKernel::Ceilings,
        StaticKernel::Cliques(Rule::Maximal),
        StaticKernel::Cliques(Rule::All),
        StaticKernel::Frequent,
        StaticKernel::Labelled,
        StaticKernel::Trees,
    ];

    /// How it is launched.
    pub fn form(self) -> Form {
        let Block { warps, fixed_words, .. } = self.block();
        let prepare = matches!(self, StaticKernel::Cliques(_)).then_some(cliques::ROWS);
        Form { prepare, waits: false, warps, fixed_words, least_share: 0 }
    }

    /// Blocks a multiprocessor that registers are limited for.
    pub fn min_blocks(self) -> u32 {
        self.block().per_multiprocessor
    }

    fn block(self) -> Block {
        let (warps, per_multiprocessor, fixed_words) = match self {
            StaticKernel::Ceilings => (ceilings::WARPS, ceilings::MIN_BLOCKS, ceilings::FIXED_WORDS),
            StaticKernel::Cliques(_) => (cliques::WARPS, cliques::MIN_BLOCKS, cliques::FIXED_WORDS),
            StaticKernel::Frequent => (frequent::WARPS, frequent::MIN_BLOCKS, frequent::FIXED_WORDS),
            StaticKernel::Labelled => (labelled::WARPS, labelled::MIN_BLOCKS, labelled::FIXED_WORDS),
            StaticKernel::Trees => (trees::WARPS, trees::MIN_BLOCKS, trees::FIXED_WORDS),
        };
        Block { warps, per_multiprocessor, fixed_words }
    }
}

/// The shape of a block.
struct Block {
    warps: u32,
    per_multiprocessor: u32,
    fixed_words: u32,
}

#[cfg(test)]
mod tests {
    use gpm_plan::pattern::MAX_VERTICES;

    use super::*;
    use crate::cuda::abi::{OPERATION_GROUPS, OPERATION_KINDS};
    use crate::spanning::PAIRS;

    /// Numbers of the host that stand in the text too.
    fn numbers(kernel: StaticKernel) -> Vec<String> {
        match kernel {
            StaticKernel::Ceilings => vec![
                format!("NEAR_LOG2 = {};", ceilings::FIXED_WORDS.ilog2()),
                format!("FAR_LOG2 = {};", ceilings::FAR_WORDS.ilog2()),
                format!("OPERATION_KINDS = {OPERATION_KINDS};"),
                format!("OPERATION_GROUPS = {OPERATION_GROUPS};"),
            ],
            StaticKernel::Cliques(rule) => {
                let listed = (rule == Rule::Maximal).then(|| format!("LISTED = {};", cliques::LISTED));
                let others = [
                    "SHARED_SIZES = 512;".to_owned(),
                    "CLIQUE_FIXED_WORDS = 2 * SHARED_SIZES + 4;".to_owned(),
                    format!("LARGEST_WORDS = {};", cliques::LARGEST_WORDS),
                    format!("void {}(", cliques::ROWS),
                ];
                others.into_iter().chain(listed).collect()
            }
            StaticKernel::Frequent => vec![format!("PATTERN_SIZE = {MAX_VERTICES};")],
            StaticKernel::Labelled => vec![
                format!("LABELLED_SIZE = {MAX_VERTICES};"),
                format!("BUSY_LOG2 = {};", labelled::BUSY_LOG2),
                format!("LABELLED_SHARED_WORDS == {},", labelled::SHARED_WORDS),
                format!("SUBSET_KEYS = {};", labelled::KEYS),
                format!("FRAME_WORDS = {};", labelled::FRAMES_WORDS / MAX_VERTICES as u64),
            ],
            StaticKernel::Trees => vec![
                format!("TREE_SIZE = {};", trees::SIZE),
                format!("TREE_PAIRS = {PAIRS};"),
                "SHARED_CODES = 1024;".to_owned(),
            ],
        }
    }

    #[test]
    fn numbers_are_those_of_the_kernel() {
        for kernel in StaticKernel::ALL {
            let text = kernel.source();
            let limits = [format!("_WARPS = {};", kernel.form().warps), format!("_BLOCKS = {};", kernel.min_blocks())];
            for line in numbers(kernel).into_iter().chain(limits) {
                assert!(text.contains(&line), "`{line}` is not in the text of {kernel:?}");
            }
        }
    }
}
