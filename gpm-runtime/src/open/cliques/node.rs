//! An open node of a search for maximal cliques.

use crate::open::width::{Width, has};

/// The sets that the search carries \[BronKerbosch1973\], as bits over the members of a local graph.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Vertices of the clique so far, those that all below the root have included.
    pub(super) size: usize,
    /// Four sets, one after the other: [`Sets`].
    words: Vec<u64>,
    /// X: of each vertex that would make a clique below this node not maximal, the candidates that it is adjacent to. Those adjacent to
    /// none are left out.
    pub(super) excluded: Rows,
}

/// The sets of a node.
pub(super) struct Sets<'n> {
    /// R: members of the clique so far.
    pub(super) chosen: &'n mut [u64],
    /// P: members that may follow: adjacent to all that are chosen, and not done with.
    pub(super) possible: &'n mut [u64],
    /// Those of them that the search still goes on with.
    pub(super) next: &'n mut [u64],
    /// The union of the rows in `excluded`.
    pub(super) seen: &'n mut [u64],
}

impl Node {
    /// Makes it one of sets of this width; whoever calls this fills them.
    #[inline(always)]
    pub(super) fn reset<W: Width>(&mut self, width: W) {
        self.words.resize(4 * width.words(), 0);
        self.excluded.clear();
    }

    /// Bytes that it has taken.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        8 * (self.words.capacity() + self.excluded.words.capacity())
    }

    /// Its sets, and the rows of those that are excluded.
    #[inline(always)]
    pub(super) fn sets<W: Width>(&mut self, width: W) -> (Sets<'_>, &mut Rows) {
        let words = width.words();
        let (chosen, rest) = self.words[..4 * words].split_at_mut(words);
        let (possible, rest) = rest.split_at_mut(words);
        let (next, seen) = rest.split_at_mut(words);
        (Sets { chosen, possible, next, seen }, &mut self.excluded)
    }

    /// The members that it has not gone on with; none in a new node.
    #[inline(always)]
    pub(super) fn next(&mut self, words: usize) -> &mut [u64] {
        self.words.get_mut(2 * words..3 * words).unwrap_or_default()
    }

    /// How many members it has not gone on with.
    pub(super) fn num_next(&self, words: usize) -> usize {
        let next = self.words.get(2 * words..3 * words).unwrap_or_default();
        next.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// Bit rows, one after the other. Memory that was used once is kept.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    words: Vec<u64>,
    /// Words that are in use.
    used: usize,
}

impl Rows {
    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The rows.
    #[inline(always)]
    pub(super) fn iter<W: Width>(&self, width: W) -> impl Iterator<Item = &[u64]> {
        self.words[..self.used].chunks_exact(width.words())
    }

    /// One more row, which has no bit yet.
    #[inline(always)]
    pub(super) fn push_empty(&mut self, words: usize) -> &mut [u64] {
        let row = self.used..self.used + words;
        if self.words.len() < row.end {
            self.words.resize(row.end.next_power_of_two(), 0);
        }
        self.used = row.end;
        let row = &mut self.words[row];
        row.fill(0);
        row
    }

    /// Takes the last row off.
    pub(super) fn pop(&mut self, words: usize) {
        self.used -= words;
    }

    /// Makes these the rows of `from` that have member `v`, as far as they are in `possible`, and `seen` their union; `false` if one of them
    /// has all of it.
    #[inline(always)]
    pub(super) fn narrow<W: Width>(
        &mut self,
        width: W,
        from: &Rows,
        v: usize,
        possible: &[u64],
        seen: &mut [u64],
    ) -> bool {
        let words = width.words();
        if self.words.len() < from.used {
            self.words.resize(from.used.next_power_of_two(), 0);
        }
        self.used = 0;
        for row in from.iter(width) {
            let own = &mut self.words[self.used..self.used + words];
            let (mut met, mut missed) = (0, 0);
            for w in 0..words {
                own[w] = row[w] & possible[w];
                met |= own[w];
                missed |= own[w] ^ possible[w];
            }
            let is_adjacent = has(row, v);
            if is_adjacent && missed == 0 {
                return false;
            }
            // Without a branch, which would be predicted wrong half of the time.
            let is_kept = is_adjacent & (met != 0);
            let mask = u64::from(is_kept).wrapping_neg();
            for w in 0..words {
                seen[w] |= own[w] & mask;
            }
            self.used += usize::from(is_kept) * words;
        }
        true
    }

    /// Keeps the rows that have all of `chosen`, as far as they are in `possible`, and makes `seen` their union.
    #[inline(always)]
    pub(super) fn keep<W: Width>(&mut self, width: W, chosen: &[u64], possible: &[u64], seen: &mut [u64]) {
        let words = width.words();
        let (mut kept, mut at) = (0, 0);
        seen.fill(0);
        while at < self.used {
            let (mut met, mut missed) = (0, 0);
            for w in 0..words {
                let row = self.words[at + w];
                missed |= chosen[w] & !row;
                self.words[kept + w] = row & possible[w];
                met |= row & possible[w];
            }
            if missed == 0 && met != 0 {
                let row = &self.words[kept..kept + words];
                seen.iter_mut().zip(row).for_each(|(seen, row)| *seen |= row);
                kept += words;
            }
            at += words;
        }
        self.used = kept;
    }
}
