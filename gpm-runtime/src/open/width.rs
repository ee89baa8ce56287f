//! How many words a set of a local graph has, as far as possible when the code is compiled.

/// A number of words.
pub(super) trait Width: Copy {
    /// The number.
    fn words(self) -> usize;
}

/// Known when the code is compiled, so that loops over words are unrolled and sets of one word are kept in registers.
#[derive(Clone, Copy)]
pub(super) struct Fixed<const WORDS: usize>;

impl<const WORDS: usize> Width for Fixed<WORDS> {
    #[inline(always)]
    fn words(self) -> usize {
        WORDS
    }
}

/// Known when the code runs.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) usize);

impl Width for Words {
    #[inline(always)]
    fn words(self) -> usize {
        self.0
    }
}

/// Calls a function with the width of so many words, compiled for it where there are few.
macro_rules! with_width {
    ($words:expr, |$width:ident| $call:expr) => {
        match $words {
            1 => {
                let $width = Fixed::<1>;
                $call
            }
            2 => {
                let $width = Fixed::<2>;
                $call
            }
            4 => {
                let $width = Fixed::<4>;
                $call
            }
            words => {
                let $width = Words(words);
                $call
            }
        }
    };
}
pub(super) use with_width;

/// Words for a set of so many: those that code is compiled for, or multiples of four.
pub(super) fn words_for(members: usize) -> usize {
    match members.div_ceil(64) {
        0 | 1 => 1,
        2 => 2,
        words => words.next_multiple_of(4),
    }
}

/// Whether a set has a member.
#[inline(always)]
pub(super) fn has(set: &[u64], member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 == 1
}

/// Puts a member into a set.
#[inline(always)]
pub(super) fn insert(set: &mut [u64], member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

/// Takes a member off a set.
#[inline(always)]
pub(super) fn remove(set: &mut [u64], member: usize) {
    set[member / 64] &= !(1 << (member % 64));
}

/// How many members two sets have in common.
#[inline(always)]
pub(super) fn common<W: Width>(width: W, left: &[u64], right: &[u64]) -> usize {
    let words = width.words();
    left[..words].iter().zip(&right[..words]).map(|(left, right)| (left & right).count_ones() as usize).sum()
}

/// The members of a set, ascending.
#[inline(always)]
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| crate::set::ones((at * 64, word)))
}
