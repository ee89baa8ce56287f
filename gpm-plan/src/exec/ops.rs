//! The operators of a warp.
//!
//! They follow each other as the loops do. Outside of a leaf, a warp runs them as a whole; in a leaf the lanes of each candidate
//! do, and lanes without a candidate go along.

use std::fmt::{Debug, Display};

use super::leaf::{Handed, Leaf};
use super::pairs::Pairs;
use super::words::{All, Places, Word, WordDef};
use crate::nest::{Candidates, Level, Polynomial, SetId, ViewId, Walk};
use crate::pattern::predicate::Condition;
use crate::program::{Join, List, ListDef, Probe, Range, Remainder};

/// What operators work on.
pub trait Work: Clone + Debug + PartialEq {
    /// How a set is made.
    type Define: Clone + Debug + Display + PartialEq;
    /// What a loop ranges over.
    type From: Clone + Debug + Display + PartialEq;
    /// What can be read of a set that was made, to know its size.
    type Read: Clone + Debug + Display + PartialEq;
    /// What lanes count together, each a part.
    type Counted: Clone + Debug + Display + PartialEq;
    /// What a matched vertex is looked up in.
    type Member: Clone + Debug + Display + PartialEq;
}

/// Work on lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListWork;

impl Work for ListWork {
    type Define = ListDef;
    type From = List;
    type Read = List;
    type Counted = Join;
    type Member = ListMember;
}

/// Work on the bit matrix of a root's neighborhood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitWork;

impl Work for BitWork {
    type Define = WordDef;
    type From = Places;
    type Read = All;
    type Counted = Places;
    type Member = Word;
}

/// An operator of the search on lists.
pub type ListOp = WarpOp<ListWork>;
/// An operator of the search on a bit matrix.
pub type BitOp = WarpOp<BitWork>;

/// An operator of a search, run by a warp. `W` says whether sets are lists or bits.
#[derive(Clone, Debug, PartialEq)]
pub enum WarpOp<W: Work> {
    /// Makes a set.
    Define {
        /// The set, and how its elements are found.
        define: W::Define,
        /// The longest prefix of a task that makes it: with more vertices matched nothing reads it. All do if there is none.
        until: Option<usize>,
    },
    /// Goes on with the next candidate where a set is too small.
    Leave(Leave),
    /// Looks up how many such walks there are.
    LookUp(Walk),
    /// Binds a level to each candidate in turn, by warps or by lanes.
    Loop(WarpLoop<W>),
    /// A loop, where the lanes of a warp share it with those inside it if sets are small.
    Narrow(Box<Narrow<W>>),
    /// Counts pairs of walks from the root.
    Pairs(Pairs),
    /// Counts several sizes while a list is streamed once.
    Scan(Scan<W>),
    /// Adds the lane's part of a number to the sum of the leaf around, in 64 bits.
    Sum(Sum<W>),
    /// Adds a product of polynomials to a total.
    Count(Count<W>),
    /// Writes which elements of a list are in a set as bits, by their places: a row of a matrix.
    Write(Write<W>),
    /// Credits what was counted below a loop of whole warps.
    Credit(Credit),
    /// Hands the match over: for each pattern vertex the level whose vertex it is matched to.
    Emit(Vec<Level>),
}

/// The way out where nothing can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The size that is compared with `least`.
    pub of: Known,
    /// The least that is worth going on with.
    pub least: usize,
    /// The longest prefix of a task that looks. All do if there is none.
    pub until: Option<usize>,
}

/// A size that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The length of this list.
    Length(SetId),
    /// The number that came of making this set.
    Number(SetId),
    /// The number of walks that was looked up.
    Walks(Walk),
}

/// Binds a level to each candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct WarpLoop<W: Work> {
    /// The level that the loop binds.
    pub level: Level,
    /// What the nest says it ranges over.
    pub drawn: Candidates,
    /// What it ranges over.
    pub from: W::From,
    /// Levels whose vertices are left out.
    pub except: Vec<Level>,
    /// Conditions on the vertex bound and others bound before it.
    pub filter: Vec<Condition>,
    /// Who takes the candidates.
    pub exploration: Exploration,
    /// What each round looks for.
    pub looks: Looks,
    /// What is done for each candidate.
    pub body: Vec<WarpOp<W>>,
}

/// A loop with those inside it, twice: for where all sets below it lie in one word, and for elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrow<W: Work> {
    /// The sets do where these ranges of places end within the first word.
    pub within: Vec<Range>,
    /// The loop on one word.
    pub narrow: WarpLoop<W>,
    /// The same on all words.
    pub wide: WarpLoop<W>,
}

/// Which warps or lanes take the candidates of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// A warp, one after the other.
    Warp,
    /// The lanes of a warp, many at a time.
    Leaf(Leaf),
    /// The same, whichever lane's candidate of the loop around they are below: lanes take over from it what they read.
    Deal(Handed),
    /// The lanes of the candidate of the loop around, one after the other.
    Walk,
    /// The same, with the words of the walked set in registers: what is counted below a candidate are bits of these words.
    WalkHeld,
}

impl Exploration {
    /// Whether such a loop stands in a leaf: lanes take its candidates that have taken one of the loop around.
    pub(super) fn is_in_leaf(&self) -> bool {
        matches!(self, Exploration::Deal(_) | Exploration::Walk | Exploration::WalkHeld)
    }
}

/// What each round of a loop looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Whether to give away as tasks what is left of the outermost loop that is not done, down to this level, and whether the run is to end.
    Cut(Level),
    /// Whether the run is to end.
    Stop,
    /// Nothing: it is short.
    Never,
}

/// A number of elements, less what is not to be counted.
pub type LaneSize<W> = Remainder<Number<W>, <W as Work>::Member>;

/// A number of elements, and which lanes count them.
#[derive(Clone, Debug, PartialEq)]
pub enum Number<W: Work> {
    /// It came of making this set.
    Known(SetId),
    /// It was looked up.
    Walks(Walk),
    /// Each lane reads it.
    Read(W::Read),
    /// Lanes count together: each has a part, and they add up.
    Counted(W::Counted),
    /// The same, by the scan before: its count of this number.
    Scanned(usize),
}

/// A weighted sum of sizes, and a constant. The sum is linear: each lane weighs its own parts of the sizes, and what all lanes have is
/// added up.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum<W: Work> {
    /// The sizes that are added up, each times its weight, which may be negative.
    pub terms: Vec<(i64, LaneSize<W>)>,
    /// What is added once for all lanes of the candidate.
    pub constant: i64,
}

/// Several sizes that are counted while a list is streamed once: each of its elements is looked up in all sets, and what is counted are
/// those in some of them. Lanes have a part of each number. Databases call this a shared scan.
#[derive(Clone, Debug, PartialEq)]
pub struct Scan<W: Work> {
    /// The list that is streamed, once for all sizes.
    pub list: W::Read,
    /// What its elements are looked up in.
    pub sets: Vec<W::Member>,
    /// The numbers, the first of which is number `first` of the leaf.
    pub counts: Vec<ScanCount<W>>,
    /// Scans of one leaf number their counts one after the other.
    pub first: usize,
}

/// A number that a scan counts.
#[derive(Clone, Debug, PartialEq)]
pub struct ScanCount<W: Work> {
    /// The sets that its elements are in, by their places among those of the scan.
    pub within: Vec<usize>,
    /// Vertices that its elements are smaller than.
    pub below: Vec<Level>,
    /// Vertices that they are larger than.
    pub above: Vec<Level>,
    /// The same number by itself, for where a scan would take longer.
    pub alone: W::Counted,
}

/// A row that is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Write<W: Work> {
    /// The members whose places become the bits of the row.
    pub members: W::Counted,
    /// In whose matrix. The row is the one of the root, which is as many as there are elements in the list.
    pub owner: Level,
}

/// A product that is added to a total.
#[derive(Clone, Debug, PartialEq)]
pub struct Count<W: Work> {
    /// Factors of the product, whose variables are the sizes; the product of none is 1.
    pub product: Vec<Polynomial>,
    /// The sizes of all its polynomials, one after the other.
    pub sizes: Vec<LaneSize<W>>,
    /// Entries of tables that the value is multiplied with.
    pub entries: Vec<LookUp>,
    /// Whether the value is made in 128 bits, with its magnitude beside it, since 64 may not hold it.
    pub is_wide: bool,
    /// Which lanes or warps add the value, so that it is added once.
    pub once: Once,
    /// The total, and the entry of a table if the candidate is credited.
    pub total: Total,
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// Which of the columns at the launch.
    pub column: usize,
    /// Whose entry: that of a vertex, or of the arc from the first to the second.
    pub at: Vec<Level>,
}

/// Who adds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// Each candidate of the leaf around.
    Candidate,
    /// Each warp that comes here.
    Warp,
    /// One of the warps that come here: with so many levels bound, others of the team may do so too, and a task may have been here
    /// before it was given away.
    Owner(usize),
}

/// Where a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// To the first total, or the only one.
    First,
    /// To one of those that a fused nest has after the first, counted from 0.
    Further(usize),
    /// To the total, and to the entry of the leaf's candidate.
    Credited(Entry),
}

/// Credits what was counted below a loop of whole warps to the entry of its vertex or arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The entry of the table that is counted: that of a vertex or of an arc.
    pub entry: Entry,
    /// Where the number that is added comes from.
    pub amount: Amount,
    /// Where it is gathered for the next credited loop further out, which credits it too.
    pub outer: Option<usize>,
}

/// What was counted below a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// What the lanes have added up: no loop further in is credited by warps.
    Lanes,
    /// What loops further in have gathered here.
    Gathered(usize),
}

/// An entry of the table that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// That of a vertex.
    Vertex(Level),
    /// That of the arc from the root to a vertex.
    Arc {
        /// In whose rows arcs are numbered.
        view: ViewId,
        /// The level whose vertex the arc ends at.
        to: Level,
        /// How its number is known.
        by: Arc,
    },
}

/// How the number of an arc is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arc {
    /// The row of the root is searched.
    Search,
    /// Candidates are the row of the root: by where the candidate stands.
    Candidate,
    /// Places in the local graph are those in the row of the root.
    Place,
}

/// What a matched vertex is looked up in, on lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListMember {
    /// What others are looked up in.
    Probe(Probe),
    /// A list.
    List(List),
    /// Elements that are not stored: both operands are looked into.
    Join(Join),
}

impl<W: Work> WarpOp<W> {
    /// Whether it adds to the sum of the leaf around.
    pub(super) fn is_sum(&self) -> bool {
        match self {
            WarpOp::Sum(_) => true,
            WarpOp::Loop(inner) => inner.exploration.is_in_leaf() && inner.body.iter().any(WarpOp::is_sum),
            WarpOp::Define { .. }
            | WarpOp::Leave(_)
            | WarpOp::LookUp(_)
            | WarpOp::Narrow(_)
            | WarpOp::Pairs(_)
            | WarpOp::Scan(_)
            | WarpOp::Count(_)
            | WarpOp::Write(_)
            | WarpOp::Credit(_)
            | WarpOp::Emit(_) => false,
        }
    }
}
