//! Kernels whose text is the same for all queries and graphs, so that a process compiles them once. What each does, and what it is told, stands
//! in the file of its name.

use super::cliques::{self, Rule};
use super::kernel::Form;
use super::{ceilings, frequent, labelled, trees};

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixedKernel {
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

impl FixedKernel {
    /// All of them.
    pub const ALL: [FixedKernel; 6] = [
        FixedKernel::Ceilings,
        FixedKernel::Cliques(Rule::Maximal),
        FixedKernel::Cliques(Rule::All),
        FixedKernel::Frequent,
        FixedKernel::Labelled,
        FixedKernel::Trees,
    ];

    /// How it is launched.
    pub fn form(self) -> Form {
        let (warps, fixed_words) = match self {
            FixedKernel::Ceilings => (ceilings::WARPS, ceilings::FIXED_WORDS),
            FixedKernel::Cliques(_) => (cliques::WARPS, cliques::FIXED_WORDS),
            FixedKernel::Frequent => (frequent::WARPS, frequent::FIXED_WORDS),
            FixedKernel::Labelled => (labelled::WARPS, labelled::FIXED_WORDS),
            FixedKernel::Trees => (trees::WARPS, trees::FIXED_WORDS),
        };
        let prepare = matches!(self, FixedKernel::Cliques(_)).then_some(cliques::ROWS);
        Form { prepare, warps, fixed_words, least_share: 0 }
    }

    /// Blocks a multiprocessor that registers are limited for.
    pub fn min_blocks(self) -> u32 {
        match self {
            FixedKernel::Ceilings => ceilings::MIN_BLOCKS,
            FixedKernel::Cliques(_) => cliques::MIN_BLOCKS,
            FixedKernel::Frequent => frequent::MIN_BLOCKS,
            FixedKernel::Labelled => labelled::MIN_BLOCKS,
            FixedKernel::Trees => trees::MIN_BLOCKS,
        }
    }
}

#[cfg(test)]
mod tests {
    use gpm_plan::pattern::MAX_VERTICES;

    use super::*;
    use crate::cuda::abi::{OPERATION_GROUPS, OPERATION_KINDS};
    use crate::spanning::PAIRS;

    /// Numbers of the host that stand in the text too.
    fn numbers(kernel: FixedKernel) -> Vec<String> {
        match kernel {
            FixedKernel::Ceilings => vec![
                format!("NEAR_LOG2 = {};", ceilings::FIXED_WORDS.ilog2()),
                format!("FAR_LOG2 = {};", ceilings::FAR_WORDS.ilog2()),
                format!("OPERATION_KINDS = {OPERATION_KINDS};"),
                format!("OPERATION_GROUPS = {OPERATION_GROUPS};"),
            ],
            FixedKernel::Cliques(rule) => {
                let listed = (rule == Rule::Maximal).then(|| format!("LISTED = {};", cliques::LISTED));
                let others = [
                    "SHARED_SIZES = 512;".to_owned(),
                    "CLIQUE_FIXED_WORDS = 2 * SHARED_SIZES + 4;".to_owned(),
                    format!("LARGEST_WORDS = {};", cliques::LARGEST_WORDS),
                    format!("void {}(", cliques::ROWS),
                ];
                others.into_iter().chain(listed).collect()
            }
            FixedKernel::Frequent => vec![format!("PATTERN_SIZE = {MAX_VERTICES};")],
            FixedKernel::Labelled => vec![
                format!("LABELLED_SIZE = {MAX_VERTICES};"),
                format!("BUSY_LOG2 = {};", labelled::BUSY_LOG2),
                format!("LABELLED_SHARED_WORDS == {},", labelled::SHARED_WORDS),
                format!("SUBSET_KEYS = {};", labelled::KEYS),
                format!("FRAME_WORDS = {};", labelled::FRAMES_WORDS / MAX_VERTICES as u64),
            ],
            FixedKernel::Trees => vec![
                format!("TREE_SIZE = {};", trees::SIZE),
                format!("TREE_PAIRS = {PAIRS};"),
                "SHARED_CODES = 1024;".to_owned(),
            ],
        }
    }

    #[test]
    fn numbers_are_those_of_the_kernel() {
        for kernel in FixedKernel::ALL {
            let text = kernel.source();
            let limits = [format!("_WARPS = {};", kernel.form().warps), format!("_BLOCKS = {};", kernel.min_blocks())];
            for line in numbers(kernel).into_iter().chain(limits) {
                assert!(text.contains(&line), "`{line}` is not in the text of {kernel:?}");
            }
        }
    }
}
