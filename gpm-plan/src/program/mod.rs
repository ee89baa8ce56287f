//! DO: a nest lowered to typed operators, in which nothing about the search is left to decide.
//!
//! Lowering settles how each set is made (a row, a merge, a probe of a marked set, an AND of bit rows over a range of words, a
//! look-up), where it is held, which bounds are still to be put on an operand, what counts without being stored, and where a
//! loop looks whether the run is to end. The back ends of the CPU print a [`Program`] and decide nothing: the interpreter runs
//! it as it is, `crate::rust` prints Rust tokens, the runtime prints native code. Since the interpreter runs programs, the
//! tests that compare it with brute force test lowering too.
//!
//! A nest has up to two programs, which count the same: one on lists, and one on the bit matrix of the root's neighborhood for
//! roots where that fits.

mod bits;
mod ends;
mod lists;
mod lower;
mod print;
mod verify;

use crate::nest::{Level, Polynomial, SetId, ViewId, Walk};
use crate::pattern::predicate::Condition;

pub use ends::Ends;
pub(crate) use lists::{cut, row as row_of, row_within};
pub(crate) use print::{bounds, counted, listed};
pub(crate) use verify::{Check, Definition, Made, Operand};

/// What is done below each root.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Conditions that the root must satisfy.
    pub filter: Vec<Condition>,
    /// What each set of the nest takes of a worker's memory.
    pub memory: Vec<Memory>,
    /// Bounds that are looked up, each with the level whose vertex it is looked up for.
    pub cuts: Vec<(Level, Level)>,
    /// The search on lists.
    pub lists: Vec<ListOp>,
    /// The search on a bit matrix, for roots whose neighborhood fits one.
    pub local: Option<Local>,
}

/// The search on a bit matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The members: rows and columns of the matrix.
    pub universe: List,
    /// Whether the matrix has its lower triangle only.
    pub lower_only: bool,
    /// Operators below one root, in the order in which they run.
    pub ops: Vec<BitOp>,
}

/// What a set takes of a worker's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// A list of as many elements as the longest row has.
    pub buffer: bool,
    /// One bit a data vertex.
    pub marks: bool,
    /// Whether the set depends on the root alone, so that its marks are shared by all who search the root.
    pub is_of_root: bool,
    /// A row of bits, one a member of the local graph.
    pub words: bool,
}

/// An operator of the search on lists.
pub type ListOp = Op<ListDef, List>;
/// An operator of the search on a bit matrix.
pub type BitOp = Op<BitDef, Bits>;

/// One operator. `D` defines sets, `O` is a set as operators read it.
#[derive(Clone, Debug, PartialEq)]
pub enum Op<D, O> {
    /// Makes a set.
    Define(D),
    /// Goes on with the next candidate of the loop around if the set just made has no element.
    LeaveIfEmpty(SetId),
    /// Looks up how many such walks there are.
    LookUp(Walk),
    /// Holds sets that depend on the root alone for probing until the root is left. All who search it read the same marks.
    MarkRoot(Vec<SetId>),
    /// Holds sets for probing while `body` runs, however that is left.
    Mark {
        /// Rows.
        sets: Vec<SetId>,
        /// What runs meanwhile.
        body: Vec<Op<D, O>>,
    },
    /// Binds a level to each candidate in turn.
    Loop(Loop<D, O>),
    /// Adds a product of polynomials to a total.
    Count {
        /// Which total: 0 but for nests that stand for several.
        total: usize,
        /// Factors of the product, whose variables are the sizes; the product of none is 1.
        product: Vec<Polynomial>,
        /// The sizes of all its polynomials, one after the other.
        sizes: Vec<Size<O>>,
    },
    /// Adds how many elements of the rows of some vertices are marked, all rows together.
    CountRows(CountRows),
    /// Hands the match over.
    Emit,
}

/// The innermost loop where all that is counted is how much of each row is marked: as one operator it knows which rows come
/// next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountRows {
    /// The total that is added to: 0 but for nests that stand for several.
    pub total: usize,
    /// The level whose vertices they are.
    pub level: Level,
    /// The candidates whose rows are counted.
    pub from: List,
    /// In which relation their rows are.
    pub view: ViewId,
    /// Which part of each row is meant.
    pub part: Part,
    /// Only elements smaller than the vertices of all of these levels.
    pub below: Vec<Level>,
    /// Only elements greater than the vertices of all of these.
    pub above: Vec<Level>,
    /// The set, marked as one bit a data vertex, in which elements of the rows are looked up.
    pub marked: SetId,
}

/// Binds a level to each element of a set in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop<D, O> {
    /// The level that the loop binds.
    pub level: Level,
    /// What it ranges over.
    pub from: O,
    /// Levels whose vertices are left out.
    pub except: Vec<Level>,
    /// Conditions on the vertex bound and others bound before it.
    pub filter: Vec<Condition>,
    /// Whether each round looks whether the run is to end: it has a loop or reads long lists.
    pub looks: bool,
    /// Whether the data vertex is asked for and not only its place in the local graph. Always so on lists.
    pub is_vertex_read: bool,
    /// Whose row it ranges over part of, so that where an element lies says which entry of all rows it is.
    pub row_of: Option<Level>,
    /// What is done for each.
    pub body: Vec<Op<D, O>>,
}

/// The size of a set as the CPU finds it.
pub type Size<O> = Remainder<Counted<O>, Member<O>>;

/// The size of a set, less what is not to be counted. `N` says how the size is found, `M` how it is found out whether a vertex
/// is in the set.
#[derive(Clone, Debug, PartialEq)]
pub struct Remainder<N, M> {
    /// The size before anything is taken off.
    pub of: N,
    /// Matched vertices that do not count if they are in the set.
    pub except: Vec<(Level, M)>,
    /// Matched vertices that are in the set for certain.
    pub minus: u8,
}

/// What a size counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Counted<O> {
    /// The elements of an operand.
    Elements(O),
    /// A number that came of making this set.
    Number(SetId),
    /// A number of walks that was looked up.
    Walks(Walk),
}

/// How it is found out whether a vertex is in a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Member<O> {
    /// The set is marked.
    Marked(SetId),
    /// It is looked up.
    In(O),
    /// The set is the intersection of two, which are looked into.
    Both(Box<[Member<O>; 2]>),
}

/// An ascending list, and the bounds that are still to be put on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The list before its bounds are applied.
    pub base: Base,
    /// Only elements smaller than the vertices of all of these levels.
    pub below: Vec<Level>,
    /// Only elements greater than the vertices of all of these.
    pub above: Vec<Level>,
}

/// A list without bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A set made before.
    Set(SetId),
    /// The row of a matched vertex.
    Row {
        /// The relation, with the target class, that the row is of.
        view: ViewId,
        /// The level whose vertex owns the row.
        of: Level,
        /// Which part of it. The graph knows where a row splits.
        part: Part,
    },
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// Neighbors smaller than its vertex.
    Below,
    /// Neighbors greater than its vertex.
    Above,
}

/// How a set is made on lists.
#[derive(Clone, Debug, PartialEq)]
pub enum ListDef {
    /// A name for a part of a row.
    Row {
        /// The set of the nest that is made here.
        set: SetId,
        /// The part of the row that is meant, with its bounds.
        list: List,
    },
    /// Some elements of a list, chosen by those of another.
    Join {
        /// The set of the nest that is made here.
        set: SetId,
        /// The two operands, and whether common elements are kept or taken away.
        join: Join,
        /// Whether they are stored, or only counted.
        is_stored: bool,
    },
    /// The vertices that walks from the root reach, with the number of walks to each.
    Reach {
        /// The set of the nest that is made here.
        set: SetId,
        /// Members of the step before; of walks of two steps, the neighbors of the root.
        through: SetId,
        /// The relation of the last step.
        view: ViewId,
        /// Steps of a walk.
        steps: u8,
        /// Which vertices are reached.
        ends: Ends,
    },
}

/// Two lists joined: one is streamed, and its elements are looked up in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Join {
    /// The elements of `list` that are also in `with`.
    Meet {
        /// The operand in which the elements of `list` are looked up.
        with: Probe,
        /// The operand that is streamed, element by element.
        list: List,
    },
    /// The elements of `list` that are not in `without`.
    Subtract {
        /// The operand that is streamed, element by element.
        list: List,
        /// The operand whose elements are left out of the result.
        without: Probe,
    },
}

/// The operand that elements are looked up in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// A marked set: one bit read an element. Where it is much shorter than the other operand, it is streamed instead.
    Marked(SetId),
    /// A list: both are merged, or the shorter one's elements are searched in the longer one.
    List(List),
}

/// A set of members of the local graph, and the part of it that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// Which words hold the bits.
    pub source: Source,
    /// The places of members that count; bits outside of it do not.
    pub range: Range,
    /// Whether the first and the last word of the range may hold bits outside of it.
    pub trim: bool,
}

/// Where bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nowhere: all members.
    All,
    /// In a row of the matrix, or one that was stored, which this set names.
    Row(SetId),
}

/// Places of members: greater than those of `above`, smaller than those of `below`; of the root, where it would stand. Without
/// levels, the first place or the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Levels: places after those of all their vertices. No bound if empty.
    pub above: Vec<Level>,
    /// Levels: places before those of all their vertices. No bound if empty.
    pub below: Vec<Level>,
}

/// How a set is made on a bit matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum BitDef {
    /// A name for the row of a member.
    Row {
        /// The set of the nest that is made here.
        set: SetId,
        /// The level whose vertex owns the row.
        of: Level,
    },
    /// Words made of others.
    Join {
        /// The set of the nest that is made here.
        set: SetId,
        /// The two sets whose words are combined.
        words: Words,
        /// The places of members that are combined; the result has none outside.
        range: Range,
        /// Whether bits outside of the range must be cleared in its first and last word.
        trim: bool,
        /// Whether they are stored, or only counted.
        is_stored: bool,
    },
}

/// Words made of the rows of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Bits of both.
    And(SetId, SetId),
    /// Bits of the first that the second has not.
    AndNot(SetId, SetId),
    /// Bits that it has not.
    Not(SetId),
}

impl Program {
    /// Whether all that is done for a candidate is to count how much of its row is marked.
    pub fn counts_rows(&self) -> bool {
        fn has(ops: &[ListOp]) -> bool {
            ops.iter().any(|op| match op {
                Op::CountRows(_) => true,
                Op::Mark { body, .. } => has(body),
                Op::Loop(inner) => has(&inner.body),
                Op::Define(_) | Op::LeaveIfEmpty(_) | Op::LookUp(_) | Op::MarkRoot(_) | Op::Count { .. } | Op::Emit => {
                    false
                }
            })
        }
        has(&self.lists)
    }
}

impl ListDef {
    /// The name of what is made.
    pub fn set(&self) -> SetId {
        match self {
            ListDef::Row { set, .. } | ListDef::Join { set, .. } | ListDef::Reach { set, .. } => *set,
        }
    }
}

impl BitDef {
    /// The name of what is made.
    pub fn set(&self) -> SetId {
        match self {
            BitDef::Row { set, .. } | BitDef::Join { set, .. } => *set,
        }
    }
}

#[cfg(test)]
mod tests;
