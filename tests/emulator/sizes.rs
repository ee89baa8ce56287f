//! What a root takes of shared memory is computed twice, by kernels from its row and by the host from a bound of all rows: both
//! get the same.

use gpm_plan::cost::GraphStats;
use gpm_plan::exec::{local_graph_words, marks_words, matrix_words};
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::view::Bound;

use crate::config::ROOMY;
use crate::library::Emulated;
use crate::random_graphs;

const SIZES: [u64; 14] = [1, 2, 15, 16, 17, 63, 100, 127, 128, 129, 1_000, 4_095, 4_096, 0x7fff];

/// A function that adds the number of sizes for which the device computes something else.
fn check(name: &str, device: &str, host: impl Fn(u64) -> u64) -> String {
    let list = |numbers: Vec<u64>| numbers.iter().map(|number| format!("{number}ull")).collect::<Vec<_>>().join(", ");
    let (sizes, words) = (list(SIZES.to_vec()), list(SIZES.iter().map(|&size| host(size)).collect()));
    format!(
        "const u64 {name}_sizes[] = {{ {sizes} }}, {name}_of_host[] = {{ {words} }};\n\
         for (u32 i = 0; i < {}; ++i) wrong += {device}((u32){name}_sizes[i]) != {name}_of_host[i];\n",
        SIZES.len()
    )
}

#[test]
fn host_and_device_agree_on_shared_memory() {
    let query = Query::from("clique:4".parse::<Pattern>().expect("a pattern"));
    let plan = Plan::new(query, &GraphStats::typical()).expect("a clique can be planned");
    let nest = plan.first_nest();
    let Kernel { source, layout } = Kernel::render(nest, &[], &KernelOptions { warps: 1, ..KernelOptions::default() });
    let checks = check("marks", "marks_words", marks_words)
        + &check("local", "local_graph_words", local_graph_words)
        + &check("matrix", "matrix_words", matrix_words);
    let head = "DEVICE void search(Warp& warp) {\n";
    // Each root that is searched counts a million, and what is wrong.
    let body = format!("{head}u64 wrong = 0;\n{checks}if (warp.lane == 0) warp.add(1000000 + wrong);\nreturn;\n");
    let source = source.replacen(head, &body, 1);
    assert!(source.contains("1000000"), "the kernel has a search");
    let emulated = Emulated::build(&[Kernel { source, layout }]).expect("the kernel compiles");
    let graph = random_graphs::undirected()[1].graph();
    let bound = Bound::new(&graph, nest).expect("a clique fits every graph");
    let total = emulated.run(0, &bound, &ROOMY).expect("the kernel runs").totals[0];
    assert!(total > 0 && total % 1_000_000 == 0, "{total}");
}
