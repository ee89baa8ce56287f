//! The texts of static kernels: parts of the library, then their own files.

use super::registry::{DRAWS, LIBRARY, template};
use crate::cuda::cliques::Rule;
use crate::cuda::static_kernel::StaticKernel;

/// A file of `templates/cuda`, and its text.
type File = (&'static str, &'static str);

/// What all of them have of the library.
const OF_ALL: [&str; 3] = ["device/types.cuh", "device/prelude.cuh", "device/lanes.cuh"];

const CEILINGS: &[File] = &[template!("ceilings.cuh")];
/// What is before the rule of a search for cliques.
const CLIQUES: &[File] = &[
    template!("open/launch.cuh"),
    template!("open/rows.cuh"),
    template!("open/node.cuh"),
    template!("open/answers.cuh"),
    template!("open/degrees.cuh"),
    template!("open/few.cuh"),
];
const MAXIMAL_CLIQUES: &[File] =
    &[template!("open/excluded.cuh"), template!("open/few_maximal.cuh"), template!("open/maximal.cuh")];
const ALL_CLIQUES: &[File] = &[template!("open/few_tree.cuh"), template!("open/tree.cuh")];
/// What is behind it.
const CLIQUE_SEARCH: &[File] = &[template!("open/tasks.cuh"), template!("open/search.cuh")];
const FREQUENT: &[File] = &[
    template!("frequent/launch.cuh"),
    template!("frequent/rows.cuh"),
    template!("frequent/narrow.cuh"),
    template!("frequent/search.cuh"),
];
const LABELLED: &[File] = &[
    template!("labelled/launch.cuh"),
    template!("labelled/numbers.cuh"),
    template!("labelled/matcher.cuh"),
    template!("labelled/leaves.cuh"),
    template!("labelled/parts.cuh"),
    template!("labelled/giving.cuh"),
    template!("labelled/search.cuh"),
];
const TREES: &[File] = &[template!("spanning/launch.cuh"), template!("spanning/search.cuh")];

/// The text of a kernel.
pub(crate) fn of(kernel: StaticKernel) -> String {
    // Names of parts of the library, in any order; files, in theirs.
    let (needed, own): (&[&str], &[&[File]]) = match kernel {
        StaticKernel::Ceilings => (&["device/operations.cuh", "device/words.cuh"], &[CEILINGS]),
        StaticKernel::Cliques(Rule::Maximal) => (&[], &[CLIQUES, MAXIMAL_CLIQUES, CLIQUE_SEARCH]),
        StaticKernel::Cliques(Rule::All) => (&[], &[CLIQUES, ALL_CLIQUES, CLIQUE_SEARCH]),
        StaticKernel::Frequent => (&[], &[FREQUENT]),
        StaticKernel::Labelled => (&["device/numbers.cuh"], &[LABELLED]),
        StaticKernel::Trees => (&[], &[&[DRAWS], TREES]),
    };
    let library = LIBRARY.iter().filter(|(name, _)| OF_ALL.contains(name) || needed.contains(name));
    library.chain(own.iter().copied().flatten()).map(|(_, text)| *text).collect::<Vec<_>>().join("\n")
}
