//! Cutting the roots into tasks: big neighborhoods first, split by root edges; small ones in groups.

use gpm_plan::nest::RootCut;

use crate::view::Bound;

/// A piece of the search: some roots, or some root edges of one root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// Roots `first..last`, as indices into the list of roots.
    pub(super) first: u64,
    pub(super) last: u64,
    /// Candidates for level 1, `from..to`; all for a group of roots.
    pub(super) from: u64,
    pub(super) to: u64,
    /// Share of the work, for progress.
    pub(super) weight: u64,
}

/// Most entries of rows that a group of small roots has together.
const GROUP: u64 = 4096;
/// Most root edges times row length of one task of a big root.
const PIECE: u64 = 1 << 16;
/// Tasks are made smaller than that until there are about so many a thread: a search below few roots may be long.
const TASKS_PER_THREAD: u64 = 128;
/// A root is cut into at most this many pieces a thread: each one computes the root's own sets again.
const PIECES_PER_THREAD: u64 = 32;
const LOCAL_PIECES_PER_THREAD: u64 = 2;

/// All tasks, biggest roots first. Vertices of a degree-ordered graph are met in that order anyhow; others are sorted.
pub(super) fn tasks(cut: RootCut, bound: &Bound<'_>, threads: usize) -> Vec<Task> {
    let num_roots = bound.num_roots() as u64;
    // The row that level 1 draws from decides how a root can be cut. A nest that does not loop there has no root edges: its
    // roots must not be cut, or each piece would count all of them.
    let (has_root_edges, max_pieces) = match cut {
        RootCut::Whole { has_loop } => (has_loop, 1),
        RootCut::Edges => (true, PIECES_PER_THREAD * threads as u64),
        RootCut::LocalGraph => (true, LOCAL_PIECES_PER_THREAD * threads as u64),
    };
    let rows = bound.views.first().filter(|_| has_root_edges);
    let degree = |index: u64| rows.map_or(1, |rows| rows.row(bound.root(index as usize)).len() as u64);
    let (entries, squares) =
        (0..num_roots).map(degree).fold((0, 0), |(sum, squares), own| (sum + own, squares + own * own));
    let wanted = TASKS_PER_THREAD * threads as u64;
    let (group, piece) = ((entries / wanted).clamp(1, GROUP), (squares / wanted).clamp(1, PIECE));
    let mut tasks = Vec::new();
    let mut first = 0;
    while first < num_roots {
        let own = degree(first);
        if own * own > piece && has_root_edges {
            let length = (piece / own).max(own.div_ceil(max_pieces)).max(1);
            let cuts = (0..own).step_by(length as usize);
            tasks.extend(cuts.map(|from| {
                let to = (from + length).min(own);
                // The last piece is open: level 1 may draw from another row than the one measured.
                let to = if to == own { u64::MAX } else { to };
                Task { first, last: first + 1, from, to, weight: length * own }
            }));
            first += 1;
            continue;
        }
        let (mut last, mut entries, mut weight) = (first, 0, 0);
        while last < num_roots && entries < group {
            let own = degree(last);
            if own * own > piece && has_root_edges {
                break;
            }
            entries += own + 1;
            weight += own * own + 1;
            last += 1;
        }
        tasks.push(Task { first, last, from: 0, to: u64::MAX, weight });
        first = last;
    }
    tasks.sort_by_key(|task| std::cmp::Reverse(task.weight));
    tasks
}
