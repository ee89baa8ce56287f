//! What the templates print around the statements of a kernel: the translation unit and what is prepared for a root.

use gpm_plan::program::Ends;
use serde::Serialize;

use super::model::Statement;

/// A whole translation unit.
#[derive(Serialize)]
pub(super) struct Unit {
    /// The explain text, a line each.
    pub(super) header: Vec<String>,
    /// Preprocessor constants.
    pub(super) sizes: Vec<Size>,
    /// Bounds that are looked up.
    pub(super) cuts: Vec<CutName>,
    /// Device code before the search.
    pub(super) library: String,
    /// Device code after it.
    pub(super) schedule: String,
    /// How a root is prepared.
    pub(super) root: Root,
    /// The search on lists, below the root.
    pub(super) lists: Vec<Statement>,
    /// The search in the root's local graph, if `root.has_local`.
    pub(super) local: Vec<Statement>,
}

/// A translation unit that takes samples.
#[derive(Serialize)]
pub(super) struct SampleUnit {
    /// The explain text, a line each.
    pub(super) header: Vec<String>,
    /// Preprocessor constants.
    pub(super) sizes: Vec<Size>,
    /// Bounds that are looked up.
    pub(super) cuts: Vec<CutName>,
    /// Device code before the search.
    pub(super) library: String,
    /// Device code after it.
    pub(super) schedule: String,
    /// What is done below a root.
    pub(super) body: Vec<Statement>,
}

/// A preprocessor constant.
#[derive(Serialize)]
pub(super) struct Size {
    pub(super) name: &'static str,
    pub(super) value: u64,
    pub(super) what: &'static str,
}

/// A bound that is looked up where it is named.
#[derive(Serialize)]
pub(super) struct CutName {
    pub(super) name: String,
    /// The expression, of the vertex that it is looked up for.
    pub(super) value: String,
}

/// What the warps of a team prepare together.
#[derive(Serialize)]
pub(super) struct Root {
    pub(super) has_min_degree: bool,
    /// Roots with fewer neighbors are dropped.
    pub(super) min_degree: usize,
    /// Rows of the root, with the lists as one lane and as a warp compute them.
    pub(super) rows: Vec<RootRow>,
    /// Whether there is a search on lists.
    pub(super) has_lists: bool,
    pub(super) has_marks: bool,
    /// The row that is marked.
    pub(super) marked: String,
    pub(super) has_reach: bool,
    pub(super) reach: Reach,
    /// Whether work is given away only after as long as the reaches took.
    pub(super) waits: bool,
    /// Whether roots are cut into pieces, and how many candidates there are to cut: known after `words` of the longest row.
    pub(super) is_cut: bool,
    pub(super) candidates: String,
    /// Whether pairs of walks are counted instead.
    pub(super) has_pairs: bool,
    /// Where these end.
    pub(super) pairs: Reach,
    pub(super) has_walks: bool,
    /// The reach of three steps.
    pub(super) walks: Reach,
    /// Whether warps must be in step before the team's structures are taken down.
    pub(super) has_teardown: bool,
    /// Whether short roots are searched side by side.
    pub(super) is_side_by_side: bool,
    pub(super) has_local: bool,
    pub(super) local: Local,
    /// Lanes a candidate of a leaf on lists: a number, or the launch's choice.
    pub(super) leaf_lanes: String,
}

/// A row of the root.
#[derive(Serialize)]
pub(super) struct RootRow {
    pub(super) name: String,
    pub(super) lane_list: String,
    pub(super) warp_list: String,
    pub(super) is_required: bool,
    /// The condition under which there is no match.
    pub(super) too_small: String,
}

/// A reach; empty names where there is none.
#[derive(Serialize, Default)]
pub(super) struct Reach {
    pub(super) name: String,
    pub(super) through: String,
    pub(super) view: u16,
    /// Where walks end.
    pub(super) ends: &'static str,
}

/// Where walks from the root end, as `Ends` of `codegrees.cuh`.
pub(super) fn ends_of(ends: Ends) -> &'static str {
    match ends {
        Ends::Anywhere => "Ends{0, NONE, false}",
        Ends::BelowRoot => "Ends{0, v0, false}",
        Ends::AboveRoot => "Ends{v0 + 1, NONE, false}",
        Ends::BelowBoth => "Ends{0, v0, true}",
    }
}

/// The local graph; empty names where there is none.
#[derive(Serialize, Default)]
pub(super) struct Local {
    pub(super) universe: String,
    pub(super) lower_only: bool,
    /// Whether it is read, not made.
    pub(super) is_written: bool,
    /// What says how many words of shared memory it takes.
    pub(super) words: &'static str,
}
