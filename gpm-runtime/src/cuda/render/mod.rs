//! From a program for warps to CUDA text: a model of plain names, expressions and numbers, printed by the templates of
//! `templates/cuda`. What is done is decided in `gpm_plan::exec`.

mod count;
mod filters;
mod lists;
mod local;
mod model;
mod number;
mod polynomial;
mod registry;
pub(super) mod samples;
pub(super) mod static_text;
mod steps;
mod unit;

use gpm_plan::exec::{Cut, KernelOptions, PLACES, Pairs, Root, RootRow, SHORT_WORDS, WarpProgram};
use gpm_plan::nest::{Kind, LoopNest, SetId};
use gpm_plan::program::ListDef;

use super::kernel::{Kernel, Layout};
use filters::Filters;
use lists::{By, Lists};
use local::Local;
use steps::Printer;
use unit::{Reach, Size, Unit, ends_of};

/// Renders the kernel of a nest.
pub(super) fn render(nest: &LoopNest, kinds: &[Kind], options: &KernelOptions) -> Kernel {
    let program = WarpProgram::new(nest, options);
    debug_assert_eq!(program.verify(), Ok(()), "{nest}\n{program}");
    let filters = Filters { kinds, tests: nest.tests(kinds) };
    let layout = Layout::new(nest, &program);
    let lists = program.lists.as_ref().map(|lists| {
        let search = Lists { root: &program.root, lists };
        Printer { search, filters: &filters }.below_root(&lists.ops)
    });
    let local = program.local.as_ref().map(|local| {
        let search = Local { local };
        Printer { search, filters: &filters }.below_root(&local.ops)
    });
    let unit = Unit {
        header: header(nest, &program),
        sizes: sizes(nest, &program, &layout),
        cuts: filters::cuts(nest, kinds),
        library: registry::library(&layout),
        schedule: registry::schedule().to_owned(),
        root: root(&program),
        lists: lists.unwrap_or_default(),
        local: local.unwrap_or_default(),
    };
    Kernel { source: registry::print(&unit), layout }
}

fn header(nest: &LoopNest, program: &WarpProgram) -> Vec<String> {
    let patterns: Vec<String> = nest.parts().iter().map(|part| part.pattern.to_string()).collect();
    let pattern = format!("{} of {}", nest.semantics, patterns.join(" and of "));
    let text = format!("{pattern}\n\n{nest}\n{}\n", program.sharing);
    text.lines().map(|line| format!("// {line}").trim_end().to_owned()).collect()
}

fn sizes(nest: &LoopNest, program: &WarpProgram, layout: &Layout) -> Vec<Size> {
    let size = |name, value: usize, what| Size { name, value: value as u64, what };
    let shared = &program.footprint.shared;
    let always = vec![
        size("GPM_WARPS", layout.warps as usize, "warps a block"),
        size("GPM_BLOCKS", layout.min_blocks as usize, "blocks a multiprocessor that registers are limited for"),
        size("GPM_LEVELS", shared.levels as usize, "loop levels"),
        size("GPM_POSITIONS", layout.match_words as usize, "words of what the host is handed, a match mostly"),
        size("GPM_SLOTS", layout.slots.len().max(1), "lists a warp stores"),
        size("GPM_BIT_SLOTS", layout.bit_slots as usize, "bit rows a warp stores"),
        size("GPM_LEAF_MARKS", layout.leaf_marks as usize, "entries of a warp's own table"),
        size("GPM_VIEWS", nest.views.len().max(1), "adjacency relations"),
        size("GPM_SPLITS", layout.splits.into(), "whether work below a root is given away"),
        size("GPM_TOTALS", layout.totals, "numbers counted"),
        size("GPM_SHARED_WORDS", layout.fixed_words as usize, "words of the fixed part of a block's shared memory"),
    ];
    let some = |is_there: bool, size: Size| is_there.then_some(size);
    let has_bits = layout.bit_slots > 0;
    let others = [
        some(has_bits, size("GPM_SHORT_WORDS", SHORT_WORDS as usize, "words of a bit row that is kept there")),
        some(has_bits, size("GPM_PLACES", PLACES as usize, "places a warp unpacks at a time")),
        some(
            program.footprint.side_by_side,
            size("GPM_SIDE_BY_SIDE", 1, "roots with short rows are searched side by side"),
        ),
        some(
            layout.breadth > 0,
            size("GPM_BREADTH", layout.breadth as usize, "levels below the root that are searched breadth-first"),
        ),
        some(
            layout.breadth > 0,
            size(
                "GPM_BREADTH_IN_BLOCKS",
                program.footprint.breadth_in_blocks.into(),
                "whether those of roots that blocks search are",
            ),
        ),
        some(layout.columns > 0, size("GPM_COLUMNS", layout.columns as usize, "columns of attributes, and tables")),
        some(
            shared.gathered > 0,
            size("GPM_GATHERED", shared.gathered as usize, "credited levels that a warp gathers counts for"),
        ),
    ];
    always.into_iter().chain(others.into_iter().flatten()).collect()
}

fn root(program: &WarpProgram) -> unit::Root {
    let Root { min_degree, rows, marked, reaches, pairs, waits, cut } = &program.root;
    let name = |id: Option<SetId>| id.map_or_else(String::new, |id| id.to_string());
    let row = |RootRow { set, list, least }: &RootRow| unit::RootRow {
        name: set.to_string(),
        lane_list: lists::list(list, By::Lane),
        warp_list: lists::list(list, By::Warp),
        is_required: least.is_some(),
        too_small: least.map_or_else(String::new, |least| steps::too_small(&format!("{set}.n"), least)),
    };
    let reach_of = |wanted: u8| reaches.iter().find_map(|reach| reach_of(reach, wanted));
    let (reach, walks) = (reach_of(2), reach_of(3));
    let lanes = program.lists.as_ref().map_or_else(String::new, |lists| lists::lanes(lists.leaf_lanes));
    unit::Root {
        has_min_degree: *min_degree > 0,
        min_degree: *min_degree,
        rows: rows.iter().map(row).collect(),
        has_lists: program.lists.is_some(),
        has_marks: marked.is_some(),
        marked: name(*marked),
        has_teardown: marked.is_some() || reach.is_some(),
        has_reach: reach.is_some(),
        reach: reach.unwrap_or_default(),
        waits: *waits,
        is_cut: cut.is_some(),
        candidates: match cut {
            Some(Cut::List(of)) => format!("{}.n", lists::list(of, By::Lane)),
            Some(Cut::LongestRow) | None => "(u32)words".to_owned(),
        },
        has_pairs: pairs.is_some(),
        pairs: pairs.map_or_else(Reach::default, |Pairs { through, view, ends }| Reach {
            name: String::new(),
            through: through.to_string(),
            view: view.0,
            ends: ends_of(ends),
        }),
        has_walks: walks.is_some(),
        walks: walks.unwrap_or_default(),
        is_side_by_side: program.footprint.side_by_side,
        has_local: program.local.is_some(),
        local: program.local.as_ref().map_or_else(unit::Local::default, |local| unit::Local {
            universe: local.universe.to_string(),
            lower_only: local.lower_only,
            is_written: local.is_written,
            words: if local.is_written { "matrix_words" } else { "local_graph_words" },
        }),
        leaf_lanes: lanes,
    }
}

/// A reach of so many steps, bounded by the root if at all.
fn reach_of(define: &ListDef, wanted: u8) -> Option<Reach> {
    let &ListDef::Reach { set, through, view, steps, ends } = define else { return None };
    (steps == wanted).then(|| Reach {
        name: set.to_string(),
        through: through.to_string(),
        view: view.0,
        ends: ends_of(ends),
    })
}
