//! From a nest to CUDA text: a model of plain names, expressions and numbers, printed by the templates of `templates/cuda`.

mod count;
mod credit;
mod filters;
mod lists;
mod local;
mod model;
mod polynomial;
mod registry;

use gpm_plan::exec::{Execution, Leaf};
use gpm_plan::nest::{Block, Kind, Level, LoopNest, SetExpr, SetId, Step};

use super::kernel::{ALWAYS_LOCAL, Kernel, KernelOptions, Layout, SHORT, marks_words, shared_local_words};
use filters::Filters;
use lists::{By, Lists};
use local::LocalSets;
use model::{Local, Reach, Root, RootRow, Size, Unit};

/// Renders the kernel of a nest.
pub(super) fn render(nest: &LoopNest, kinds: &[Kind], options: &KernelOptions) -> Kernel {
    let execution = Execution::new(nest);
    let filters = Filters { kinds, tests: nest.tests(kinds) };
    let [Step::For { body, .. }] = &nest.root.steps[..] else { unreachable!("verified: a nest has one root loop") };
    // What leaves 64 bits is made in 128.
    let max_size = nest.largest_size(options.max_size as f64) as u64;
    let lists = Lists { nest, execution: &execution, max_size, filters: &filters };
    let local = nest.local.map(|graph| LocalSets {
        nest,
        execution: &execution,
        max_size: options.max_size,
        filters: &filters,
        slots: local::slots(nest, &execution),
        lower_only: graph.lower_only,
    });
    let has_lists = has_lists(nest, options);
    let credits = has_lists.then(|| lists.credits()).into_iter().chain(local.as_ref().map(LocalSets::credits));
    let gathered = credits.map(|credits| credits.gathered()).max().unwrap_or(0);
    let layout = layout(nest, &execution, options, gathered);
    let unit = Unit {
        header: header(nest, &execution),
        sizes: sizes(nest, &execution, &layout, options, gathered),
        library: registry::library(&layout),
        schedule: registry::schedule().to_owned(),
        root: root(nest, &execution, &lists, body, layout.lists),
        lists: if layout.lists { lists.below_root(body) } else { Vec::new() },
        local: local.map_or_else(Vec::new, |local| local.below_root(body)),
    };
    Kernel { source: registry::print(&unit), layout }
}

/// Entries of the table of a warp that holds a set for probing while a leaf runs.
const LEAF_MARKS: u32 = 2048;

/// Warps resident on a multiprocessor, for nests of up to so many loops: deep ones need more registers a thread, 80, 96, 128
/// or 255 of the 65,536 there are.
const RESIDENT: [(usize, u32); 4] = [(2, 24), (3, 20), (8, 16), (usize::MAX, 8)];

/// Whether neighborhoods are searched on lists: all, or those too large for a matrix.
fn has_lists(nest: &LoopNest, options: &KernelOptions) -> bool {
    nest.local.is_none() || options.max_size > ALWAYS_LOCAL
}

fn emits(nest: &LoopNest) -> bool {
    nest.blocks().iter().any(|(_, block)| block.steps.contains(&Step::Emit))
}

/// Whether the search below a root is split as it runs: where it may take long, and where a root may need more memory
/// than a warp has.
fn splits(nest: &LoopNest, execution: &Execution, options: &KernelOptions) -> bool {
    let lists = u32::from(nest.local.is_none());
    let loops = execution.num_loops.saturating_sub(1) as u32 + lists;
    let steps = options.max_size.checked_pow(loops).unwrap_or(u64::MAX);
    emits(nest) || execution.reach.is_some() || options.max_size > SHORT || steps > options.few_steps
}

/// What `root_words` says of a root with a row of this size.
fn root_words(nest: &LoopNest, execution: &Execution, size: u64) -> u32 {
    let words = match nest.local {
        Some(_) => shared_local_words(size),
        None if execution.marked.is_some() => marks_words(size),
        None => size,
    };
    words as u32
}

/// Pieces are worth having from this part of the longest row on.
const BIG: u64 = 8;

/// What the host must provide; `gathered` are the levels that a warp gathers counts for.
fn layout(nest: &LoopNest, execution: &Execution, options: &KernelOptions, gathered: usize) -> Layout {
    // A long tail is a polynomial in many sizes, which all have to be held.
    let depth = execution.num_loops + usize::from(nest.tail > 2);
    let (_, resident) = RESIDENT[RESIDENT.partition_point(|(loops, _)| *loops < depth)];
    // Two blocks where they fit: while one waits at a barrier the other works.
    let warps = options.warps.min((resident / 2).max(8));
    let bit_slots = nest.local.map_or(0, |_| local::slots(nest, execution).len().max(1)) as u32;
    // As struct Shared of warp.cuh: bit rows and places, own marks, gathered counts, team states, counters, frames.
    let local = if bit_slots > 0 { bit_slots * 32 + 256 } else { 0 };
    let frame = 3 * execution.num_loops as u32 + 9;
    let has_lists = has_lists(nest, options);
    let own_marks = if has_lists && execution.leaf_marked.is_some() { LEAF_MARKS } else { 0 };
    let splits = splits(nest, execution, options);
    let fixed_words = (warps * (local + own_marks + 4 * gathered as u32 + 8 + frame) + 8 + 14).next_multiple_of(4);
    Layout {
        warps,
        min_blocks: (resident / warps).max(1),
        task_words: 3 + execution.num_loops as u32,
        match_words: nest.num_positions() as u32,
        slots: if has_lists { execution.slots.clone() } else { Vec::new() },
        bit_slots,
        fixed_words,
        marks: has_lists && execution.marked.is_some(),
        leaf_marks: own_marks,
        codegrees: execution.reach.is_some(),
        walks: nest.reach_of(3).is_some(),
        local: nest.local.is_some(),
        columns: (nest.columns().len() + nest.entries.len()) as u32,
        lists: has_lists,
        per: nest.per,
        totals: nest.num_totals(),
        emits: emits(nest),
        splits,
        least_share: if splits { 0 } else { warps * root_words(nest, execution, options.max_size).next_multiple_of(4) },
    }
}

fn header(nest: &LoopNest, execution: &Execution) -> Vec<String> {
    let patterns: Vec<String> = nest.parts().iter().map(|part| part.pattern.to_string()).collect();
    let pattern = format!("{} of {}", nest.semantics, patterns.join(" and of "));
    let text = format!("{pattern}\n\n{nest}\n{execution}\n");
    text.lines().map(|line| format!("// {line}").trim_end().to_owned()).collect()
}

fn sizes(
    nest: &LoopNest,
    execution: &Execution,
    layout: &Layout,
    options: &KernelOptions,
    gathered: usize,
) -> Vec<Size> {
    let size = |name, value: usize, what| Size { name, value: value as u64, what };
    let columns =
        (layout.columns > 0).then(|| size("GPM_COLUMNS", layout.columns as usize, "columns of attributes, and tables"));
    let always = vec![
        size("GPM_WARPS", layout.warps as usize, "warps a block"),
        size("GPM_BLOCKS", layout.min_blocks as usize, "blocks a multiprocessor that registers are limited for"),
        size("GPM_LEVELS", execution.num_loops, "loop levels"),
        size("GPM_POSITIONS", nest.num_positions(), "vertices of a match"),
        size("GPM_SLOTS", layout.slots.len().max(1), "lists a warp stores"),
        size("GPM_BIT_SLOTS", layout.bit_slots as usize, "bit rows a warp stores"),
        size("GPM_LEAF_MARKS", layout.leaf_marks as usize, "entries of a warp's own table"),
        size("GPM_VIEWS", nest.views.len().max(1), "adjacency relations"),
        size("GPM_SPLITS", layout.splits.into(), "whether work below a root is given away"),
    ];
    let totals = (layout.totals > 1).then(|| size("GPM_TOTALS", layout.totals, "numbers counted"));
    let gathered =
        (gathered > 0).then(|| size("GPM_GATHERED", gathered, "credited levels that a warp gathers counts for"));
    // Without a loop below the root there is nothing to cut.
    let big = if execution.num_loops > 1 { root_words(nest, execution, options.max_size / BIG) } else { u32::MAX };
    let big = (!layout.splits).then(|| size("GPM_BIG_WORDS", big as usize, "a root of more is cut into pieces"));
    always.into_iter().chain(big).chain(columns).chain(totals).chain(gathered).collect()
}

fn root(nest: &LoopNest, execution: &Execution, lists: &Lists<'_>, body: &Block, has_lists: bool) -> Root {
    let is_row = |id: &&SetId| matches!(nest.set(**id).expr, SetExpr::Neighbors { of: Level(0), .. });
    let rows = body.define.iter().filter(is_row).map(|&id| RootRow {
        name: id.to_string(),
        lane_list: lists.row(id, By::Lane),
        warp_list: lists.row(id, By::Warp),
        is_required: nest.set(id).required,
        too_small: lists::too_small(&format!("{id}.n"), execution.min_size[id.index()]),
    });
    let name = |id: Option<SetId>| id.map_or_else(String::new, |id| id.to_string());
    Root {
        has_min_degree: execution.min_root_degree > 0,
        min_degree: execution.min_root_degree,
        rows: rows.collect(),
        has_lists,
        has_marks: has_lists && execution.marked.is_some(),
        marked: name(execution.marked),
        has_reach: execution.reach.is_some(),
        reach: execution.reach.map_or_else(Reach::default, |id| reach(nest, id)),
        has_walks: nest.reach_of(3).is_some(),
        walks: nest.reach_of(3).map_or_else(Reach::default, |id| reach(nest, id)),
        has_teardown: execution.marked.is_some() || execution.reach.is_some(),
        has_local: nest.local.is_some(),
        local: nest.local.map_or_else(Local::default, |local| Local {
            universe: local.universe.to_string(),
            lower_only: local.lower_only,
        }),
        leaf_lanes: leaf_lanes(execution),
    }
}

/// A reach, bounded by the root if at all.
fn reach(nest: &LoopNest, id: SetId) -> Reach {
    let def = nest.set(id);
    let SetExpr::Reach { through, view } = def.expr else { unreachable!("the caller has a reach") };
    Reach {
        name: id.to_string(),
        through: through.to_string(),
        view: view.0,
        low: if def.above.is_empty() { "0".to_owned() } else { "v0 + 1".to_owned() },
        high: if def.below.is_empty() { "NONE".to_owned() } else { "v0".to_owned() },
        is_required: def.required,
    }
}

/// The data vertices of a match in pattern-vertex order.
fn vertices(nest: &LoopNest, name: impl Fn(Level) -> String) -> Vec<String> {
    let mut vertices = vec![String::new(); nest.num_positions()];
    nest.order.iter().enumerate().for_each(|(level, &u)| vertices[u] = name(Level(level as u8)));
    vertices
}

/// How many lanes a candidate of the leaf on lists gets.
fn leaf_lanes(execution: &Execution) -> String {
    match execution.leaf {
        Some(Leaf::Lanes) => "launch.leaf_lanes".to_owned(),
        Some(Leaf::Lane) | None => "1".to_owned(),
    }
}
