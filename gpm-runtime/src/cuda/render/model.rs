//! What the templates print of a search: plain names, expressions and numbers, a variant a partial. Every field is always there.

use serde::Serialize;

/// A set by the lists that its members lie in.
#[derive(Serialize)]
pub(super) struct Members {
    /// All lists, those that members lie in first.
    pub(super) lists: String,
    /// How many these are.
    pub(super) rows: usize,
    /// The least vertex meant, and the one behind the last.
    pub(super) low: String,
    pub(super) high: String,
    /// Who says what must hold of a member beside.
    pub(super) keep: String,
}

/// A loop over lists whose candidates have lanes of their own.
#[derive(Serialize)]
pub(super) struct Leaf {
    pub(super) what: String,
    pub(super) level: u8,
    pub(super) candidates: String,
    /// The candidates as one lane computes them.
    pub(super) lane_candidates: String,
    pub(super) excluded: Vec<String>,
    pub(super) can_cut: bool,
    pub(super) last_cut: u8,
    /// Whether it is never cut, and streams rows: then it looks by itself whether the run was stopped.
    pub(super) streams: bool,
    pub(super) is_sum: bool,
    /// Whether a set is held for probing while the leaf runs, and which.
    pub(super) has_marks: bool,
    pub(super) marked: String,
    pub(super) body: Vec<Statement>,
}

/// One statement, printed by the partial of its name.
#[derive(Serialize)]
#[serde(tag = "partial")]
pub(super) enum Statement {
    /// A row.
    #[serde(rename = "set/neighbors")]
    Neighbors { name: String, guard: String, list: String },
    /// A stored intersection.
    #[serde(rename = "set/intersect")]
    Intersect { name: String, guard: String, slot: usize, probed: String, list: String },
    /// A stored difference.
    #[serde(rename = "set/difference")]
    Difference { name: String, guard: String, slot: usize, list: String, removed: String },
    /// A number: the size of a set that is not stored, or how many walks there are.
    #[serde(rename = "set/size")]
    SetSize { kind: &'static str, name: String, value: String },
    /// A row of the local graph.
    #[serde(rename = "local/row")]
    LocalRow { name: String, place: String },
    /// A stored bit row, and its size.
    #[serde(rename = "local/store")]
    LocalStore { name: String, size: String, guard: String, slot: usize, word: String },
    /// The size of a bit row that is not stored.
    #[serde(rename = "local/size")]
    LocalSize { name: String, group: String, first: String, end: String, word: String },
    /// Leaves the candidate if a required set is empty.
    #[serde(rename = "stmt/skip")]
    Skip { condition: String, leave: &'static str },
    /// Counts pairs of walks.
    #[serde(rename = "stmt/pairs")]
    Pairs { through: String, view: u16, ends: &'static str },
    /// A loop of whole warps.
    #[serde(rename = "stmt/extend")]
    Extend {
        what: String,
        level: u8,
        candidates: String,
        excluded: Vec<String>,
        can_cut: bool,
        /// The innermost level that is cut, if one is.
        last_cut: u8,
        body: Vec<Statement>,
    },
    /// A loop whose candidates have lanes of their own.
    #[serde(rename = "stmt/leaf")]
    Leaf(Leaf),
    /// The same where only sums over the rows of all candidates matter, which are streamed one behind the other.
    #[serde(rename = "stmt/flow")]
    Flow {
        #[serde(flatten)]
        leaf: Leaf,
        /// What rows are looked up in, the row of a candidate, and where it ends.
        set: String,
        row: String,
        bound: String,
    },
    /// The same where rows of the candidates' matrices are written: those of some are dealt to other devices.
    #[serde(rename = "stmt/dealt")]
    Dealt(Leaf),
    /// A loop of whole warps over places.
    #[serde(rename = "local/extend")]
    LocalExtend { what: String, level: u8, word: String, excluded: Vec<String>, body: Vec<Statement> },
    /// A loop over places that have lanes of their own.
    #[serde(rename = "local/leaf")]
    LocalLeaf {
        what: String,
        level: u8,
        word: String,
        excluded: Vec<String>,
        lanes: String,
        /// How many candidates a warp takes at a time.
        piece: &'static str,
        /// Whether candidates walk a further loop.
        walks: bool,
        is_sum: bool,
        body: Vec<Statement>,
    },
    /// A loop over places by the lanes of an outer loop's candidate.
    #[serde(rename = "local/walk")]
    LocalWalk {
        what: String,
        level: u8,
        first: String,
        end: String,
        word: String,
        excluded: Vec<String>,
        body: Vec<Statement>,
    },
    /// The candidates of an innermost loop, or of the one around a walk, by the lanes of their places.
    #[serde(rename = "local/places")]
    LocalPlaces { what: String, level: u8, word: String, excluded: Vec<String>, is_sum: bool, body: Vec<Statement> },
    /// A walk whose lanes hold the words of what they walk, `most` at a time, and sum up what they count below each member.
    #[serde(rename = "local/hold")]
    LocalHold {
        what: String,
        level: u8,
        leaf: usize,
        most: &'static str,
        share: String,
        end: String,
        word: String,
        rows: Vec<Statement>,
        value: String,
    },
    /// A loop with those inside it, on one word and on all.
    #[serde(rename = "narrow/either")]
    Narrow { condition: String, narrow: Vec<Statement>, wide: Vec<Statement> },
    /// A set that a lane holds, and its size.
    #[serde(rename = "narrow/keep")]
    Keep { name: String, size: String, word: String },
    /// A loop over the places in a word, which have a lane each.
    #[serde(rename = "narrow/leaf")]
    NarrowLeaf {
        what: String,
        level: u8,
        word: String,
        excluded: Vec<String>,
        /// Whether lanes walk a loop below the candidates that they are dealt.
        walks: bool,
        is_sum: bool,
        body: Vec<Statement>,
    },
    /// The same over those below the candidates of all lanes.
    #[serde(rename = "narrow/deal")]
    Deal {
        what: String,
        level: u8,
        word: String,
        excluded: Vec<String>,
        /// The place of the candidate around, and what was made for it.
        around: String,
        rows: Vec<String>,
        held: Vec<Named>,
        numbers: Vec<String>,
        body: Vec<Statement>,
    },
    /// The same by the lane that has the candidate around.
    #[serde(rename = "narrow/walk")]
    NarrowWalk { what: String, level: u8, word: String, excluded: Vec<String>, body: Vec<Statement> },
    /// Counts several numbers while a list is streamed once, or each by itself where that is cheaper.
    #[serde(rename = "stmt/scan")]
    Scan {
        what: String,
        /// All numbers, none counted.
        declared: String,
        /// The lanes that stream it together.
        group: String,
        list: String,
        /// Where it ends; NONE if all of it is streamed.
        end: String,
        /// Whether an element is in each set, and what it is looked up in.
        sets: Vec<Named>,
        /// What looking an element up in all of them costs, and what the sets cost one by one.
        look_up_cost: String,
        alone_cost: String,
        counts: Vec<Scanned>,
    },
    /// Adds a value to the total.
    #[serde(rename = "stmt/count")]
    Count {
        is_conditional: bool,
        condition: String,
        sizes: Vec<Named>,
        placements: Vec<Placements>,
        /// Adds the value to the total, and where a candidate is credited by its lanes, to its entry.
        addition: String,
        adder: String,
    },
    /// Adds the lane's part of a value to the sum of a leaf (`is_sum`), whose lanes are added up when it is done.
    #[serde(rename = "stmt/sum")]
    Sum { level: usize, value: String },
    /// Writes a row of an owner's matrix.
    #[serde(rename = "stmt/write")]
    Write { owner: String, list: String, set: String },
    /// Credits what was counted for a vertex or arc to its entry of the table.
    #[serde(rename = "stmt/credit")]
    Credit {
        entry: String,
        counted: String,
        /// Whether it is gathered for an outer level too, and where.
        has_outer: bool,
        outer: usize,
    },
    /// A row, of each lane for itself.
    #[serde(rename = "sample/row")]
    SampleRow { name: String, live: String, list: String },
    /// The size of a set that lanes have no list of.
    #[serde(rename = "sample/number")]
    SampleNumber { name: String, members: Members },
    /// Ends the walks of lanes whose set is empty.
    #[serde(rename = "sample/leave")]
    SampleLeave { live: String, members: Members },
    /// A loop of which some candidates are visited.
    #[serde(rename = "sample/visit")]
    SampleVisit {
        what: String,
        level: u8,
        /// What a walk stands for outside of the loop.
        weight: String,
        members: Members,
        excluded: Vec<String>,
        is_filtered: bool,
        filter: String,
        body: Vec<Statement>,
    },
    /// Adds a value to the sum of a walk.
    #[serde(rename = "sample/add")]
    SampleAdd {
        live: String,
        weight: String,
        sizes: Vec<Named>,
        numbers: Vec<SizedSet>,
        value: String,
        magnitude: String,
    },
    /// Writes the match of each lane for which `condition` holds.
    #[serde(rename = "stmt/emit")]
    Emit { condition: &'static str, vertices: Vec<String> },
}

/// The value of a polynomial with regions, from tables: a list of factors, and a row of weights a region.
#[derive(Serialize)]
pub(super) struct Placements {
    pub(super) name: String,
    pub(super) factors: String,
    /// Number of factors.
    pub(super) count: usize,
    pub(super) regions: String,
    /// Numbers a region.
    pub(super) width: usize,
    /// How many of the region are free whose row is `part`.
    pub(super) free: String,
}

/// A number that is counted in a scan: the lane's part of it.
#[derive(Serialize)]
pub(super) struct Scanned {
    pub(super) name: String,
    /// Whether an element counts.
    pub(super) condition: String,
    /// The lane's part of the number, counted by itself.
    pub(super) alone: String,
}

/// A named number that lanes count.
#[derive(Serialize)]
pub(super) struct SizedSet {
    pub(super) name: String,
    pub(super) members: Members,
}

/// A named number.
#[derive(Serialize)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) value: String,
}
