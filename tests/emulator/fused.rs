//! Fused nests: every total is that of its part by itself.

use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::Semantics;
use gpm_plan::query::Query;
use gpm_runtime::cpu::Interpreter;
use gpm_runtime::cuda::kernel::Kernel;
use gpm_runtime::view::Bound;

use crate::expected::SEMANTICS;
use crate::fused_nests;
use crate::library::Emulated;
use crate::random_graphs;
use crate::suite::{Graphs, built, configs_of, options};

/// Of five vertices, one meaning has as many loops as are of interest.
fn fused(size: usize) -> Vec<LoopNest> {
    let semantics = if size < 5 { &SEMANTICS[..] } else { &[Semantics::EdgeInduced] };
    semantics.iter().flat_map(|&semantics| fused_nests::of_size(size, semantics)).collect()
}

fn totals(nest: &LoopNest, bound: &Bound<'_>) -> Vec<i128> {
    let mut interpreter = Interpreter::new(nest, bound);
    for index in 0..bound.num_roots() {
        let flow = interpreter.run_root(bound.root(index), &mut |_| unreachable!("nothing is listed"));
        assert!(flow.is_continue());
    }
    interpreter.totals().expect("small numbers")
}

#[test]
fn fused_nests_count_what_their_parts_do() {
    let graphs: Graphs = built(random_graphs::undirected());
    let nests: Vec<LoopNest> = (3..=5).flat_map(fused).collect();
    assert!(nests.iter().any(|nest| nest.num_totals() > 2 && nest.both_ways != nest.parts()[1].both_ways));
    let kernels: Vec<Kernel> =
        nests.iter().enumerate().map(|(i, nest)| Kernel::render(nest, &[], &options(i, 4))).collect();
    let emulated = Emulated::build(&kernels).unwrap_or_else(|error| panic!("{error}"));
    for (kernel, nest) in nests.iter().enumerate() {
        for (turn, (sample, graph)) in graphs.iter().enumerate() {
            let bound = Bound::new(graph, nest).expect("any graph will do");
            let alone: Vec<i128> = nest.parts().iter().flat_map(|part| totals(part, &bound)).collect();
            assert_eq!(totals(nest, &bound), alone, "interpreted on {}:\n{nest}", sample.name);
            for (name, config) in configs_of(kernel + turn, &Query::from(nest.pattern.clone())) {
                let found =
                    emulated.run(kernel, &bound, &config).unwrap_or_else(|flaw| panic!("{name}: {flaw}\n{nest}"));
                assert_eq!(found.status, 0);
                if !config.stopped {
                    assert_eq!(found.totals, alone, "{name} on {}:\n{nest}", sample.name);
                }
            }
        }
    }
}
