//! Whether the innermost loop can give each candidate lanes of its own.

use crate::nest::{Block, Level, Levels, LoopNest, SetExpr, SetId, Source, Step};

/// A loop whose candidates have lanes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// How many each has.
    pub lanes: Lanes,
    /// Whether lanes sum up their parts, which are added to the total when the loop is done.
    pub sums: bool,
    /// A set that the warp holds for probing while the loop runs.
    pub marks: Option<SetId>,
}

/// What lanes read of another lane when they take over the candidates below that lane's candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The level of that lane's candidate.
    pub level: Level,
    /// Rows of the matrix.
    pub rows: Vec<SetId>,
    /// Sets in registers.
    pub held: Vec<SetId>,
    /// Numbers.
    pub numbers: Vec<SetId>,
}

/// How many lanes a candidate of a leaf gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// One: its body looks up and computes, or hands the match over.
    One,
    /// A few, which stream a row together.
    Streaming,
    /// The same, which go on with the next candidate's row where theirs ends ([`Flow`](super::Flow)).
    Flowing,
    /// A few, which share the words of a bit row.
    Words,
    /// One if there are enough candidates, else more: they walk a further loop.
    Walking,
    /// The same, each of which has all words of what is walked, and goes through a share of its members.
    Holding,
    /// One, whose number is that of the candidate's place: nearly all places are candidates.
    Places,
}

/// The leaf of a nest that runs on lists, if it has one: sets of the innermost body must be rows, or counted without
/// being stored.
pub(super) fn of(nest: &LoopNest) -> Option<Lanes> {
    let (level, from, body) = nest.innermost();
    if body.steps.iter().any(|step| matches!(step, Step::For { .. })) {
        return None;
    }
    if level == Level(0) || matches!(from, Source::Vertices(_)) {
        return None;
    }
    let mut kind = Lanes::One;
    for &id in &body.define {
        match nest.set(id).expr {
            SetExpr::Neighbors { .. } => {}
            SetExpr::Reach { .. } => return None,
            SetExpr::Intersect(a, b) | SetExpr::Difference(a, b) => {
                let is_list = |operand: SetId| nest.set(operand).expr.is_row() || !body.define.contains(&operand);
                if body.steps.contains(&Step::Emit) || !is_list(a) || !is_list(b) {
                    return None;
                }
                kind = Lanes::Streaming;
            }
        }
    }
    Some(kind)
}

/// Whether a set of the leaf's body is counted as it is streamed.
pub(super) fn counts_only(nest: &LoopNest, leaf: Option<Lanes>, id: SetId) -> bool {
    leaf.is_some() && nest.innermost().2.define.contains(&id)
}

/// Whether the lanes of a candidate of the last loop but one can walk the last loop by themselves: what they add up there are
/// sizes of sets that need nothing stored. Neither loop is credited: its vertices would want the parts that lanes have added up for each of
/// them. Two loops of whole warps stay above, for balance, or that of roots alone where lanes are soon done since they hold what they walk.
pub(super) fn is_walkable(nest: &LoopNest) -> bool {
    let blocks = nest.blocks();
    let [_, _, above @ .., (Some(second), outer), (Some(last), inner)] = &blocks[..] else { return false };
    if above.is_empty() && !holds_what_it_walks(nest) {
        return false;
    }
    if [*second, *last].into_iter().any(|level| nest.credited.contains(level)) {
        return false;
    }
    let ([Step::For { .. }], [Step::Count(product)]) = (&outer.steps[..], &inner.steps[..]) else { return false };
    let [polynomial] = &product[..] else { return false };
    let is_linear = polynomial.terms.iter().all(|term| match term.factors[..] {
        [] => true,
        [factor] => factor.choose == 1,
        _ => false,
    });
    is_linear
        && polynomial.regions.is_empty()
        && polynomial.sizes.iter().all(|size| size.candidates().is_some_and(|of| inner.define.contains(&of.set)))
}

/// Whether lanes take the members of the local graph, and hold what they walk below each, as far as the nest tells: the words decide.
fn holds_what_it_walks(nest: &LoopNest) -> bool {
    let blocks = nest.blocks();
    let [_, (_, root), (_, outer), (Some(last), inner)] = &blocks[..] else { return false };
    let drawn = |block: &Block| match block.steps[..] {
        [Step::For { from: Source::Set(candidates), .. }] => Some(candidates),
        _ => None,
    };
    let (Some(members), Some(walked)) = (drawn(root), drawn(outer)) else { return false };
    let is_below = |id: SetId| {
        let operands = match nest.set(id).expr {
            SetExpr::Intersect(a, b) => [a, b].contains(&walked.set),
            SetExpr::Difference(a, _) => a == walked.set,
            SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => false,
        };
        operands && nest.set(id).below.contains(*last)
    };
    nest.set(members.set).expr.row_of() == Some(Level(0))
        && walked.except == Levels::NONE
        && [outer, inner].iter().all(|block| block.filter.is_empty())
        && inner.define.iter().any(|&id| is_below(id))
}

/// The stored or deeper set that the leaf's sets are intersected with, if the team has not marked it. Of two at one depth a row is taken: what
/// was made of it is found by looking up in both, as a scan does.
pub(super) fn marked(nest: &LoopNest, by_team: Option<SetId>) -> Option<SetId> {
    let body = nest.innermost().2;
    let outer = |id: SetId| !body.define.contains(&id) && Some(id) != by_team;
    let candidates = body.define.iter().flat_map(|&id| match nest.set(id).expr {
        SetExpr::Intersect(a, b) if Some(a) != by_team && Some(b) != by_team => vec![a, b],
        SetExpr::Difference(_, b) => vec![b],
        SetExpr::Intersect(..) | SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => Vec::new(),
    });
    candidates.filter(|&id| outer(id)).max_by_key(|&id| (nest.depth(id), nest.set(id).expr.is_row()))
}
