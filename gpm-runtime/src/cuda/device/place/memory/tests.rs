//! Memory plans of small and huge graphs.

use gpm_plan::cost::GraphStats;
use gpm_plan::nest::{LoopNest, SetExpr, SetId};
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use super::*;
use crate::graph::Graph;
use crate::view::Bound;

const GIB: u64 = 1 << 30;

fn nest(pattern: &str) -> LoopNest {
    let query = Query::from(pattern.parse::<Pattern>().unwrap());
    Plan::new(query, &GraphStats::typical()).unwrap().first_nest().clone()
}

/// A layout that stores every intersection.
fn layout(nest: &LoopNest) -> Layout {
    let is_stored = |id: &SetId| matches!(nest.set(*id).expr, SetExpr::Intersect(..));
    let slots = nest.set_ids().filter(is_stored).collect();
    let (local, bit_slots) = (nest.local.is_some(), if nest.local.is_some() { 3 } else { 0 });
    Layout {
        warps: 16,
        min_blocks: 2,
        task_words: 4,
        match_words: 4,
        slots,
        bit_slots,
        fixed_words: 512,
        marks: false,
        leaf_marks: 0,
        codegrees: false,
        pairs: false,
        walks: false,
        lists: true,
        local,
        reads_matrices: false,
        columns: 0,
        totals: 1,
        emits: false,
        splits: true,
        breadth: 0,
        least_share: 0,
        least_piece: 0,
        samples: false,
        per: gpm_plan::nest::Per::Total,
    }
}

/// Rows of a graph with `hubs` vertices of this many leaves.
fn sizes(hubs: u32, leaves: u32) -> Vec<RowSizes> {
    // Hubs come last, so that the parts of their rows below them are long.
    let edges = (0..hubs).flat_map(|hub| (0..leaves).map(move |leaf| (leaves + hub, leaf)));
    let graph = Graph::from_edges((hubs + leaves) as usize, edges).unwrap();
    let nest = nest("triangle");
    Bound::new(&graph, &nest).unwrap().views.iter().map(RowSizes::of).collect()
}

fn plan(pattern: &str, sizes: &[RowSizes], budget: Budget) -> Result<MemoryPlan, MemoryError> {
    let nest = nest(pattern);
    MemoryPlan::new(&nest, &layout(&nest), sizes, 264, budget)
}

#[test]
fn small_graphs_have_room_for_all_lists() {
    let plan = plan("a-b, b-c, c-d, d-a, a-c, d-e, e-a", &sizes(2, 500), Budget::of_free(80 * GIB)).unwrap();
    assert_eq!((plan.blocks, plan.num_arenas, plan.arena_words), (264, 0, 0));
    // Lists of rows without a hub's leaves are short; the others have room for all of them.
    assert!(plan.slots.iter().any(|slot| (500..=512).contains(&slot.capacity)), "{:?}", plan.slots);
    assert!(plan.slots.iter().all(|slot| slot.capacity <= 512 && slot.offset % 32 == 0), "{:?}", plan.slots);
}

#[test]
fn huge_lists_go_to_arenas() {
    let sizes = sizes(2, 3_000_000);
    let budget = Budget::of_free(80 * GIB);
    let plan = plan("a-b, b-c, c-d, d-a, a-c, d-e, e-a", &sizes, budget).unwrap();
    assert_eq!(plan.blocks, 264);
    assert!(plan.slots.iter().any(|slot| slot.capacity == 16_384), "{:?}", plan.slots);
    assert!(plan.slots.iter().all(|slot| slot.capacity <= 16_384), "{:?}", plan.slots);
    assert!(plan.num_arenas >= 1 && plan.arenas_bytes() <= budget.arenas);
    let end = plan.slots.iter().map(|slot| slot.arena_offset + 3_000_000).max().unwrap();
    assert!(end <= plan.arena_words);
    assert!(plan.slots_bytes() + plan.dens_bytes() <= budget.work);
}

#[test]
fn only_one_arena_if_it_is_over_its_budget() {
    let sizes = sizes(2, 3_000_000);
    let tight = Budget { work: GIB, most: GIB, arenas: 1 << 20, total: 2 * GIB };
    assert_eq!(plan("a-b, b-c, c-d, d-a, a-c, d-e, e-a", &sizes, tight).unwrap().num_arenas, 1);
    let tighter = Budget { total: 240 << 20, ..tight };
    let plan = |budget| plan("a-b, b-c, c-d, d-a, a-c, d-e, e-a", &sizes, budget);
    let fewer = plan(tighter).unwrap();
    assert!(fewer.blocks < 264 && fewer.num_arenas == 1, "{fewer}");
    assert!(fewer.slots_bytes() + fewer.arenas_bytes() <= 240 << 20);
    let error = plan(Budget { total: 8 << 20, ..tight }).unwrap_err();
    assert!(matches!(error, MemoryError::Arena { needed, available } if needed > available), "{error}");
}

#[test]
fn tables_of_many_vertices_take_fewer_blocks() {
    let nest = nest("cycle:4");
    let layout = Layout { marks: true, codegrees: true, ..layout(&nest) };
    let sizes = [RowSizes { vertices: 5_000_000, ..sizes(2, 100)[0] }];
    let plan = MemoryPlan::new(&nest, &layout, &sizes, 528, Budget::of_free(139 * GIB)).unwrap();
    // 20 GiB.
    assert_eq!((plan.blocks, plan.warning()), (528, None));
    // More than is used of a device that shows others some courtesy.
    let budget = Budget::of_free(30 * GIB);
    let dear = MemoryPlan::new(&nest, &layout, &sizes, 528, budget).unwrap();
    assert_eq!((dear.blocks, dear.warning()), (528, None));
    assert!(dear.dens_bytes() + dear.slots_bytes() > budget.work);
    let small = MemoryPlan::new(&nest, &layout, &sizes, 528, Budget::of_free(10 * GIB)).unwrap();
    assert!((100..264).contains(&small.blocks) && small.dens_bytes() <= 10 * GIB / 4 * 3, "{small}");
    let warning = small.warning().expect("more than half of the device would be idle");
    assert!(warning.contains(&format!("only {} of 528 blocks", small.blocks)), "{warning}");
    assert!(small.to_string().contains(&format!("({} of 528 blocks of 16)", small.blocks)), "{small}");
    assert_eq!(plan.codegrees_offset, 5_000_000u64.div_ceil(32).next_multiple_of(32));
    assert_eq!(plan.reach_offset - plan.codegrees_offset, 5_000_000);
    let error = MemoryPlan::new(&nest, &layout, &sizes, 528, Budget::of_free(1 << 20)).unwrap_err();
    assert!(matches!(error, MemoryError::Block { .. }));
    assert!(error.to_string().contains("run on the CPU"), "{error}");
}

#[test]
fn bit_matrices_shrink_before_blocks_do() {
    let sizes = sizes(3, 20_000);
    let roomy = plan("clique:5", &sizes, Budget::of_free(139 * GIB)).unwrap();
    assert_eq!((roomy.local_limit, roomy.blocks), (8_192, 264));
    assert_eq!(roomy.den_words, local_words(8_192));
    let tight = plan("clique:5", &sizes, Budget::of_free(GIB)).unwrap();
    assert!((1_024..8_192).contains(&tight.local_limit) && tight.local_limit.is_multiple_of(32));
    assert_eq!(tight.blocks, 264);
    assert_eq!(plan("clique:5", &self::sizes(3, 100), Budget::of_free(GIB)).unwrap().local_limit, 128);
}

#[test]
fn nothing_stored_takes_nothing() {
    let plan = plan("wedge", &sizes(2, 10), Budget::of_free(GIB)).unwrap();
    assert_eq!((plan.blocks, plan.slots_bytes(), plan.dens_bytes(), plan.arenas_bytes()), (264, 0, 0, 0));
}

#[test]
fn a_plan_is_readable() {
    let text = plan("clique:5", &sizes(3, 20_000), Budget::of_free(139 * GIB)).unwrap().to_string();
    assert!(text.contains("264 of 264 blocks of 16") && text.contains("8192 vertices"), "{text}");
    assert_eq!(text.lines().count(), 3);
}
