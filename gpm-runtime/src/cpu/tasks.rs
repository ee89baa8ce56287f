//! Cutting the search into tasks: big roots one by one, small ones in groups.

use gpm_plan::nest::RootCut;

use crate::view::Bound;

/// A part of the search: some roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Task {
    /// Roots `first..last`, as indices into the list of roots.
    pub(super) first: u64,
    pub(super) last: u64,
    /// Share of the work, for progress.
    pub(super) weight: u64,
}

/// The whole search.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    /// One big root each, which several workers may search together.
    pub(super) roots: Vec<Task>,
    /// What one worker searches alone.
    pub(super) groups: Vec<Task>,
    /// How the candidates of a big root are cut.
    pub(super) cut: PieceCut,
}

/// How the candidates for level 1 of a big root are cut into pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceCut {
    /// Most candidates of one piece times those of the root.
    weight: u64,
    /// Most pieces of a root.
    number: u64,
}

/// Most entries of rows that a group of small roots has together. *guess*
const GROUP: u64 = 4096;
/// Most root edges times row length of one piece of a big root. *guess*
const PIECE: u64 = 1 << 16;
/// Tasks are made smaller than that until there are about so many a thread: a search below few roots may be long. *guess*
const TASKS_PER_THREAD: u64 = 128;
/// A root is cut into at most this many pieces a thread: to begin a piece takes some time, too. *guess*
const PIECES_PER_THREAD: u64 = 32;

impl PieceCut {
    /// Pieces of at most this weight, and at most so many of them.
    pub(super) fn new(weight: u64, number: u64) -> Self {
        PieceCut { weight, number }
    }

    /// How many candidates a piece has, of so many.
    pub(super) fn step(self, candidates: u64) -> u64 {
        (self.weight / candidates.max(1)).max(candidates.div_ceil(self.number.max(1))).max(1)
    }
}

/// All tasks, of each kind the biggest first.
pub(super) fn tasks(cut: RootCut, bound: &Bound<'_>, threads: usize) -> Tasks {
    let num_roots = bound.num_roots() as u64;
    let (has_loop, is_cut) = match cut {
        RootCut::Whole { has_loop } => (has_loop, false),
        RootCut::Pieces { .. } => (true, true),
    };
    // A guess: level 1 may draw from a part of that row, or from another set.
    let rows = bound.views.first().filter(|_| has_loop);
    let degree = |index: u64| rows.map_or(1, |rows| rows.row(bound.root(index as usize)).len() as u64);
    let (entries, squares) =
        (0..num_roots).map(degree).fold((0, 0), |(sum, squares), own| (sum + own, squares + own * own));
    let wanted = TASKS_PER_THREAD * threads as u64;
    let (group, piece) = ((entries / wanted).clamp(1, GROUP), (squares / wanted).clamp(1, PIECE));
    let is_big = |own: u64| has_loop && own * own > piece;
    let (mut roots, mut groups) = (Vec::new(), Vec::new());
    let mut first = 0;
    while first < num_roots {
        let own = degree(first);
        if is_big(own) {
            let task = Task { first, last: first + 1, weight: own * own };
            if is_cut {
                roots.push(task)
            } else {
                groups.push(task)
            }
            first += 1;
            continue;
        }
        let (mut last, mut entries, mut weight) = (first, 0, 0);
        while last < num_roots && entries < group {
            let own = degree(last);
            if is_big(own) {
                break;
            }
            entries += own + 1;
            weight += own * own + 1;
            last += 1;
        }
        groups.push(Task { first, last, weight });
        first = last;
    }
    for tasks in [&mut roots, &mut groups] {
        tasks.sort_by_key(|task| std::cmp::Reverse(task.weight));
    }
    Tasks { roots, groups, cut: PieceCut::new(piece, PIECES_PER_THREAD * threads as u64) }
}
