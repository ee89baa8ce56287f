//! AVX-512 (F, BW, CD, VL, VPOPCNTDQ): blocks of 16, tails by masked loads.

use std::arch::x86_64::*;

use super::{blocked::Blocked, lanes::Lanes, primitives::kernel_table};

kernel_table!(
    "avx512",
    Blocked<Avx512>,
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
);

/// Whether this CPU runs [`KERNELS`].
pub(super) fn is_supported() -> bool {
    super::avx2::is_supported()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

/// Blocks of 16 in a 512-bit register.
pub(super) struct Avx512;

/// The mask of the first `n <= 16` lanes.
#[inline(always)]
fn first_lanes(n: usize) -> __mmask16 {
    Avx512::first(n) as __mmask16
}

/// Lanes of `a` that differ from the same lane of all four `b`.
#[inline(always)]
unsafe fn misses(a: __m512i, b: [__m512i; 4]) -> __mmask16 {
    // SAFETY: the entry point has AVX-512F.
    unsafe {
        let m = _mm512_cmpneq_epi32_mask(a, b[0]);
        let m = _mm512_mask_cmpneq_epi32_mask(m, a, b[1]);
        let m = _mm512_mask_cmpneq_epi32_mask(m, a, b[2]);
        _mm512_mask_cmpneq_epi32_mask(m, a, b[3])
    }
}

impl Lanes for Avx512 {
    const N: usize = 16;
    type Block = __m512i;

    #[inline(always)]
    unsafe fn load(at: *const u32) -> __m512i {
        // SAFETY: 16 elements are readable.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn load_part(at: *const u32, n: usize) -> __m512i {
        // SAFETY: the masked load touches the first `n` elements only.
        unsafe {
            let last = _mm512_set1_epi32(*at.add(n - 1) as i32);
            _mm512_mask_loadu_epi32(last, first_lanes(n), at.cast())
        }
    }

    /// Four lane rotations of `a` against four in-lane rotations of `b`; the one-sided `vp2intersectd` of [Diez-Canas].
    #[inline(always)]
    unsafe fn matches(a: __m512i, b: __m512i) -> u32 {
        // SAFETY: the entry point has AVX-512F.
        unsafe {
            let b1 = _mm512_shuffle_epi32::<0b00_11_10_01>(b);
            let b2 = _mm512_shuffle_epi32::<0b01_00_11_10>(b);
            let b3 = _mm512_shuffle_epi32::<0b10_01_00_11>(b);
            let b = [b, b1, b2, b3];
            let m0 = misses(a, b);
            let m1 = misses(_mm512_alignr_epi32::<4>(a, a), b).rotate_left(4);
            let m2 = misses(_mm512_alignr_epi32::<8>(a, a), b).rotate_left(8);
            let m3 = misses(_mm512_alignr_epi32::<12>(a, a), b).rotate_left(12);
            u32::from(!(m0 & m1 & m2 & m3))
        }
    }

    /// Up to 8 × 8, one conflict detection over `b` (low half) and `a` (high half) replaces 16 compares.
    #[inline(always)]
    unsafe fn match_parts(a: *const u32, na: usize, b: *const u32, nb: usize) -> (__m512i, u32) {
        // SAFETY: the masked loads touch the first `na` and `nb` elements only.
        unsafe {
            if na.max(nb) <= 8 {
                let last = _mm256_set1_epi32(*b.add(nb - 1) as i32);
                let low = _mm256_mask_loadu_epi32(last, first_lanes(nb) as __mmask8, b.cast());
                let high = _mm256_maskz_loadu_epi32(first_lanes(na) as __mmask8, a.cast());
                let both = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
                let equal_to = _mm512_conflict_epi32(both);
                let hits = _mm512_mask_test_epi32_mask(first_lanes(na) << 8, equal_to, _mm512_set1_epi32(0xff));
                return (_mm512_zextsi256_si512(high), u32::from(hits >> 8));
            }
            let block = Self::load_part(a, na);
            (block, Self::matches(block, Self::load_part(b, nb)) & Self::first(na))
        }
    }

    #[inline(always)]
    unsafe fn equals(a: __m512i, x: u32) -> u32 {
        // SAFETY: the entry point has AVX-512F.
        unsafe { u32::from(_mm512_cmpeq_epi32_mask(a, _mm512_set1_epi32(x as i32))) }
    }

    #[inline(always)]
    unsafe fn less(a: __m512i, x: u32) -> u32 {
        // SAFETY: the entry point has AVX-512F.
        unsafe { u32::from(_mm512_cmplt_epu32_mask(a, _mm512_set1_epi32(x as i32))) }
    }

    #[inline(always)]
    unsafe fn at_most(a: __m512i, x: u32) -> u32 {
        // SAFETY: the entry point has AVX-512F.
        unsafe { u32::from(_mm512_cmple_epu32_mask(a, _mm512_set1_epi32(x as i32))) }
    }

    /// Packs in a register: `vpcompressd` to memory is microcoded on Zen 4.
    #[inline(always)]
    unsafe fn pack(out: *mut u32, a: __m512i, mask: u32) {
        // SAFETY: 16 elements are writable.
        unsafe { _mm512_storeu_si512(out.cast(), _mm512_maskz_compress_epi32(mask as __mmask16, a)) }
    }

    /// The masked store makes merges up to 1.3 times slower on Zen 4.
    #[inline(always)]
    unsafe fn pack_exact(out: *mut u32, a: __m512i, mask: u32) {
        // SAFETY: the masked store touches as many elements as the mask has bits.
        unsafe {
            let packed = _mm512_maskz_compress_epi32(mask as __mmask16, a);
            _mm512_mask_storeu_epi32(out.cast(), first_lanes(mask.count_ones() as usize), packed);
        }
    }

    #[inline(always)]
    unsafe fn and_words<const NOT: bool, const WRITE: bool>(
        a: *const u64,
        b: *const u64,
        words: usize,
        out: *mut u64,
    ) -> usize {
        // SAFETY: `each_vector` keeps the masked accesses inside `words`.
        unsafe {
            each_vector(words, |w, lanes| {
                let x = _mm512_maskz_loadu_epi64(lanes, a.add(w).cast());
                let y = _mm512_maskz_loadu_epi64(lanes, b.add(w).cast());
                let word = if NOT { _mm512_andnot_si512(y, x) } else { _mm512_and_si512(x, y) };
                if WRITE {
                    _mm512_mask_storeu_epi64(out.add(w).cast(), lanes, word);
                }
                word
            })
        }
    }

    #[inline(always)]
    unsafe fn and3_words(a: *const u64, b: *const u64, c: *const u64, words: usize) -> usize {
        // SAFETY: as in `and_words`.
        unsafe {
            each_vector(words, |w, lanes| {
                let x = _mm512_maskz_loadu_epi64(lanes, a.add(w).cast());
                let y = _mm512_maskz_loadu_epi64(lanes, b.add(w).cast());
                let z = _mm512_maskz_loadu_epi64(lanes, c.add(w).cast());
                _mm512_and_si512(_mm512_and_si512(x, y), z)
            })
        }
    }
}

/// Sums the population counts of the vectors that `word` makes of eight words at a time; lanes past the end are off.
///
/// # Safety
/// The entry point has AVX-512 VPOPCNTDQ.
#[inline(always)]
unsafe fn each_vector(words: usize, word: impl Fn(usize, __mmask8) -> __m512i) -> usize {
    // SAFETY: as above.
    unsafe {
        let mut bits = _mm512_setzero_si512();
        let mut w = 0;
        while w + 8 <= words {
            bits = _mm512_add_epi64(bits, _mm512_popcnt_epi64(word(w, 0xff)));
            w += 8;
        }
        if w < words {
            let lanes = ((1u32 << (words - w)) - 1) as __mmask8;
            bits = _mm512_add_epi64(bits, _mm512_popcnt_epi64(word(w, lanes)));
        }
        _mm512_reduce_add_epi64(bits) as usize
    }
}
