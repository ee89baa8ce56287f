//! Every table this host runs, against `BTreeSet`: all small lengths, extreme ratios, in place, and at page ends.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Bitmap, Kernels, SLACK};

/// Ascending ids, about one in `spread` of a range, from a small generator: cheap enough for exhaustive loops.
fn sample(len: usize, spread: u32, seed: u64) -> Vec<u32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = 0u32;
    let mut step = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as u32 % spread
    };
    (0..len)
        .map(|_| {
            let x = next + step();
            next = x + 1;
            x
        })
        .collect()
}

/// Runs `run(out)` on a buffer with exactly the promised slack, behind which a canary must survive.
fn with_out(capacity: usize, run: impl FnOnce(*mut u32) -> usize) -> Vec<u32> {
    const CANARY: u32 = 0xDEAD_BEEF;
    let mut out = vec![CANARY; capacity + SLACK + 8];
    let len = run(out.as_mut_ptr());
    assert!(len <= capacity, "{len} results for a capacity of {capacity}");
    assert!(out[capacity + SLACK..].iter().all(|&x| x == CANARY), "wrote past the slack");
    out.truncate(len);
    out
}

/// As [`with_out`], in place: the buffer starts with `a`.
fn in_place(a: &[u32], run: impl FnOnce(*mut u32) -> usize) -> Vec<u32> {
    with_out(a.len(), |out| {
        // SAFETY: the buffer has room for `a`.
        unsafe { std::ptr::copy_nonoverlapping(a.as_ptr(), out, a.len()) };
        run(out)
    })
}

#[track_caller]
fn check_sets(k: &Kernels, a: &[u32], b: &[u32]) {
    let (sa, sb): (BTreeSet<u32>, BTreeSet<u32>) = (a.iter().copied().collect(), b.iter().copied().collect());
    let both: Vec<u32> = sa.intersection(&sb).copied().collect();
    let only: Vec<u32> = sa.difference(&sb).copied().collect();
    let (pa, na, pb, nb) = (a.as_ptr(), a.len(), b.as_ptr(), b.len());
    let what = format!("{} {na}/{nb}", k.name);
    // SAFETY: the slices are readable, `with_out` gives the promised capacity.
    unsafe {
        assert_eq!(with_out(na.min(nb), |out| (k.intersect)(pa, na, pb, nb, out)), both, "{what}");
        assert_eq!(in_place(a, |out| (k.intersect)(out, na, pb, nb, out)), both, "{what} in place");
        assert_eq!((k.intersect_count)(pa, na, pb, nb), both.len(), "{what}");
        assert_eq!(with_out(na, |out| (k.difference)(pa, na, pb, nb, out)), only, "{what}");
        assert_eq!(in_place(a, |out| (k.difference)(out, na, pb, nb, out)), only, "{what} in place");
        assert_eq!((k.difference_count)(pa, na, pb, nb), only.len(), "{what}");
    }
}

#[track_caller]
fn check_find(k: &Kernels, a: &[u32], x: u32) {
    for below in [k.num_below(a, x), k.num_below_near(a, x)] {
        assert_eq!(below, a.iter().filter(|&&y| y < x).count(), "{} {} < {x}", k.name, a.len());
    }
    assert_eq!(k.is_in(a, x), a.binary_search(&x).is_ok(), "{} {} has {x}", k.name, a.len());
}

#[track_caller]
fn check_probe(k: &Kernels, marked: &[u32], a: &[u32]) {
    let num_ids = a.last().max(marked.last()).map_or(1, |&x| x as usize + 1);
    let mut bits = Bitmap::new(num_ids);
    k.mark_in(&mut bits, marked);
    assert_eq!(bits.count(), marked.len());
    let set: BTreeSet<u32> = marked.iter().copied().collect();
    let (hit, miss): (Vec<u32>, Vec<u32>) = a.iter().partition(|x| set.contains(x));
    let (words, pa, na) = (bits.words().as_ptr(), a.as_ptr(), a.len());
    // SAFETY: `bits` covers both lists.
    unsafe {
        assert_eq!(with_out(na, |out| (k.probe)(words, pa, na, out)), hit, "{}", k.name);
        assert_eq!(in_place(a, |out| (k.probe)(words, out, na, out)), hit, "{} in place", k.name);
        assert_eq!((k.probe_count)(words, pa, na), hit.len());
        assert_eq!(with_out(na, |out| (k.probe_difference)(words, pa, na, out)), miss, "{}", k.name);
        assert_eq!(in_place(a, |out| (k.probe_difference)(words, out, na, out)), miss, "{} in place", k.name);
        assert_eq!((k.probe_difference_count)(words, pa, na), miss.len());
    }
    k.unmark_in(&mut bits, marked);
    assert_eq!(bits.count(), 0);
}

#[track_caller]
fn check_words(k: &Kernels, a: &[u64], b: &[u64], c: &[u64]) {
    let words = a.len().min(b.len()).min(c.len());
    let rows = || a.iter().zip(b).zip(c).take(words);
    let and: Vec<u64> = rows().map(|((x, y), _)| x & y).collect();
    let andnot: Vec<u64> = rows().map(|((x, y), _)| x & !y).collect();
    let ones = |row: &[u64]| row.iter().map(|w| w.count_ones() as usize).sum::<usize>();
    let (pa, pb, pc) = (a.as_ptr(), b.as_ptr(), c.as_ptr());
    let mut out = vec![7u64; words + 1];
    // SAFETY: all rows have `words` words.
    unsafe {
        assert_eq!((k.and_count)(pa, pb, words), ones(&and));
        assert_eq!((k.andnot_count)(pa, pb, words), ones(&andnot));
        assert_eq!((k.and_into)(pa, pb, words, out.as_mut_ptr()), ones(&and));
        assert_eq!((&out[..words], out[words]), (&and[..], 7));
        assert_eq!((k.andnot_into)(pa, pb, words, out.as_mut_ptr()), ones(&andnot));
        assert_eq!((&out[..words], out[words]), (&andnot[..], 7));
        let three = rows().map(|((x, y), z)| (x & y & z).count_ones() as usize).sum::<usize>();
        assert_eq!((k.and3_count)(pa, pb, pc, words), three);
    }
}

#[test]
fn all_small_lengths() {
    for k in Kernels::all_supported() {
        for na in 0..=80 {
            for nb in 0..=80 {
                for spread in [1, 2, 3, 40] {
                    check_sets(k, &sample(na, spread, na as u64 * 81 + 1), &sample(nb, spread, nb as u64 * 97 + 2));
                }
            }
        }
    }
}

/// Every pair of subsets of 0..6, moved up so that ids at both ends of the `u32` range take part.
#[test]
fn all_subsets_of_six() {
    for k in Kernels::all_supported() {
        for base in [0, 0x7FFF_FFFD, u32::MAX - 5] {
            let subset = |bits: u32| (0..6).filter(|t| bits >> t & 1 == 1).map(|t| base + t).collect::<Vec<_>>();
            for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
                check_sets(k, &subset(x), &subset(y));
            }
        }
    }
}

#[test]
fn extreme_ratios() {
    for k in Kernels::all_supported() {
        for short in 0..=40 {
            for long in [64, 129, 300, 1000, 5000] {
                // Spreads that put the short list over all, over the front only, and behind the end of the long one.
                for (s, l) in [(2 * long as u32 / (short as u32 + 1), 2), (3, 2), (long as u32, 1)] {
                    let (a, b) = (sample(short, s.max(1), 3 + short as u64), sample(long, l, 5));
                    check_sets(k, &a, &b);
                    check_sets(k, &b, &a);
                }
            }
        }
    }
}

#[test]
fn find_in_all_small_lengths() {
    for k in Kernels::all_supported() {
        for n in 0..=80 {
            let a: Vec<u32> = (0..n).map(|i| 2 * i + 1).collect();
            (0..=2 * n + 2).chain([u32::MAX]).for_each(|x| check_find(k, &a, x));
        }
        check_find(k, &[u32::MAX - 1, u32::MAX], u32::MAX);
        check_find(k, &[0, 0x8000_0000], 0x7FFF_FFFF);
    }
}

#[test]
fn probes_of_small_lengths() {
    for k in Kernels::all_supported() {
        for n in 0..=80 {
            for spread in [1, 3, 100] {
                check_probe(k, &sample(n, spread, 11), &sample(n / 2 + 7, spread, 13));
            }
        }
    }
}

#[test]
fn words_of_small_lengths() {
    for k in Kernels::all_supported() {
        for n in 0..40usize {
            let row = |seed: u64| (0..n as u64).map(|i| (i + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
            let (a, b, c): (Vec<u64>, Vec<u64>, Vec<u64>) = (row(1), row(1000), row(77));
            check_words(k, &a, &b, &c);
        }
    }
}

#[test]
fn slices_reuse_their_buffer() {
    for k in Kernels::all_supported() {
        let mut out = Vec::new();
        k.intersect_into(&[1, 3, 5], &[3, 4, 5], &mut out);
        assert_eq!((&out[..], k.count_intersect(&[1, 3, 5], &[3, 4, 5])), (&[3, 5][..], 2));
        k.difference_into(&[1, 3, 5], &[3, 4, 5], &mut out);
        assert_eq!((&out[..], k.count_difference(&[1, 3, 5], &[3, 4, 5])), (&[1][..], 1));
        let mut bits = Bitmap::new(6);
        k.mark_in(&mut bits, &[3, 5]);
        k.probe_into(&bits, &[1, 3], &mut out);
        assert_eq!((&out[..], k.count_probe(&bits, &[1, 3])), (&[3][..], 1));
        k.probe_difference_into(&bits, &[1, 3], &mut out);
        assert_eq!((&out[..], k.count_and(&bits, &bits)), (&[1][..], 2));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_sets(
        a in prop::collection::btree_set(0..3000u32, 0..400),
        b in prop::collection::btree_set(0..3000u32, 0..400),
        x in 0..3100u32,
    ) {
        let (a, b): (Vec<u32>, Vec<u32>) = (a.into_iter().collect(), b.into_iter().collect());
        for k in Kernels::all_supported() {
            check_sets(k, &a, &b);
            check_probe(k, &a, &b);
            check_find(k, &a, x);
        }
    }

    #[test]
    fn random_words(rows in prop::collection::vec(any::<[u64; 3]>(), 0..70)) {
        let column = |t: usize| rows.iter().map(|row| row[t]).collect::<Vec<_>>();
        for k in Kernels::all_supported() {
            check_words(k, &column(0), &column(1), &column(2));
        }
    }

    /// Slices that break the contract give some answer: no access out of bounds, which the allocator or the mask would
    /// turn into a crash or a lost canary.
    #[test]
    fn unsorted_slices_do_no_harm(
        a in prop::collection::vec(0..20u32, 0..200),
        b in prop::collection::vec(0..20u32, 0..200),
    ) {
        let mut out = Vec::new();
        for k in Kernels::all_supported() {
            k.intersect_into(&a, &b, &mut out);
            k.intersect_into(&b, &a[..a.len() / 20], &mut out);
            k.difference_into(&a, &b, &mut out);
            k.difference_into(&b, &a[..a.len() / 40], &mut out);
            k.count_difference(&a, &b);
        }
    }
}

/// Inputs whose last byte is the last byte before an unreadable page.
#[cfg(unix)]
mod page_end {
    use super::*;

    /// Two pages, the second of which cannot be touched.
    struct Guarded {
        pages: *mut libc::c_void,
        page_bytes: usize,
    }

    impl Guarded {
        fn new() -> Self {
            // SAFETY: a fresh anonymous mapping; the second page of it is made unreadable.
            unsafe {
                let page_bytes = libc::sysconf(libc::_SC_PAGESIZE) as usize;
                let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
                let pages =
                    libc::mmap(std::ptr::null_mut(), 2 * page_bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
                assert_ne!(pages, libc::MAP_FAILED);
                assert_eq!(libc::mprotect(pages.byte_add(page_bytes), page_bytes, libc::PROT_NONE), 0);
                Self { pages, page_bytes }
            }
        }

        /// Copies `items` to the end of the first page.
        fn place<T: Copy>(&mut self, items: &[T]) -> &[T] {
            assert!(size_of_val(items) <= self.page_bytes);
            // SAFETY: the items fit into the first page, and their size keeps them aligned at its end.
            unsafe {
                let at = self.pages.byte_add(self.page_bytes - size_of_val(items)).cast::<T>();
                std::ptr::copy_nonoverlapping(items.as_ptr(), at, items.len());
                std::slice::from_raw_parts(at, items.len())
            }
        }
    }

    impl Drop for Guarded {
        fn drop(&mut self) {
            // SAFETY: unmaps what `new` mapped.
            unsafe { libc::munmap(self.pages, 2 * self.page_bytes) };
        }
    }

    #[test]
    fn no_primitive_reads_past_its_input() {
        let (mut left, mut right, mut third) = (Guarded::new(), Guarded::new(), Guarded::new());
        for k in Kernels::all_supported() {
            for na in 0..=50 {
                for nb in [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 777] {
                    let (a, b) = (left.place(&sample(na, 3, 1)), right.place(&sample(nb, 3, 2)));
                    check_sets(k, a, b);
                    check_sets(k, b, a);
                    (0..nb as u32).step_by(5).for_each(|x| check_find(k, b, x));
                    check_probe(k, b, a);
                }
            }
            for n in 0..40u64 {
                let row: Vec<u64> = (0..n).map(|i| i.wrapping_mul(0x0123_4567_89AB_CDEF)).collect();
                check_words(k, left.place(&row), right.place(&row), third.place(&row));
            }
        }
    }
}
