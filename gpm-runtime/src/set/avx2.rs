//! AVX2: blocks of 8.

use std::arch::x86_64::*;

use super::{blocked::Blocked, lanes::Lanes, primitives::kernel_table, words};

kernel_table!("avx2", Blocked<Avx2>, #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);

/// Whether this CPU runs [`KERNELS`].
pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// For each mask, the lane numbers that pack its lanes to the front.
static PACK: [[u32; 8]; 256] = {
    let mut table = [[0u32; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut k) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                table[mask][k] = lane as u32;
                k += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// Eight ones, eight zeros: `FIRST[8 - n..]` selects the first `n` lanes.
static FIRST: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

/// The vector that selects the first `n <= 8` lanes.
#[inline(always)]
unsafe fn first_lanes(n: usize) -> __m256i {
    // SAFETY: `8 - n..16 - n` lies inside the table.
    unsafe { _mm256_loadu_si256(FIRST.as_ptr().add(8 - n).cast()) }
}

#[inline(always)]
unsafe fn mask_of(lanes: __m256i) -> u32 {
    // SAFETY: the entry point has AVX2.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(lanes)) as u32 }
}

#[inline(always)]
unsafe fn packed(a: __m256i, mask: u32) -> __m256i {
    // SAFETY: a mask of 8 lanes is below 256.
    unsafe { _mm256_permutevar8x32_epi32(a, _mm256_loadu_si256(PACK.as_ptr().add(mask as usize).cast())) }
}

/// Lanes of `a` that equal any lane of the same 128-bit half of `b`.
#[inline(always)]
unsafe fn matches_in_halves(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: the entry point has AVX2.
    unsafe {
        let r1 = _mm256_cmpeq_epi32(a, _mm256_shuffle_epi32::<0b00_11_10_01>(b));
        let r2 = _mm256_cmpeq_epi32(a, _mm256_shuffle_epi32::<0b01_00_11_10>(b));
        let r3 = _mm256_cmpeq_epi32(a, _mm256_shuffle_epi32::<0b10_01_00_11>(b));
        _mm256_or_si256(_mm256_or_si256(_mm256_cmpeq_epi32(a, b), r1), _mm256_or_si256(r2, r3))
    }
}

/// Blocks of 8 in a 256-bit register.
pub(super) struct Avx2;

impl Lanes for Avx2 {
    const N: usize = 8;
    type Block = __m256i;

    #[inline(always)]
    unsafe fn load(at: *const u32) -> __m256i {
        // SAFETY: eight elements are readable.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn load_part(at: *const u32, n: usize) -> __m256i {
        // SAFETY: the masked load touches the first `n` elements only.
        unsafe {
            let first = first_lanes(n);
            let last = _mm256_set1_epi32(*at.add(n - 1) as i32);
            _mm256_blendv_epi8(last, _mm256_maskload_epi32(at.cast(), first), first)
        }
    }

    /// Eight rotations of `b`, four of them inside the 128-bit halves.
    #[inline(always)]
    unsafe fn matches(a: __m256i, b: __m256i) -> u32 {
        // SAFETY: the entry point has AVX2.
        unsafe {
            let swapped = _mm256_permute2x128_si256::<1>(b, b);
            mask_of(_mm256_or_si256(matches_in_halves(a, b), matches_in_halves(a, swapped)))
        }
    }

    #[inline(always)]
    unsafe fn equals(a: __m256i, x: u32) -> u32 {
        // SAFETY: the entry point has AVX2.
        unsafe { mask_of(_mm256_cmpeq_epi32(a, _mm256_set1_epi32(x as i32))) }
    }

    #[inline(always)]
    unsafe fn less(a: __m256i, x: u32) -> u32 {
        // SAFETY: the entry point has AVX2.
        unsafe { Self::at_most(a, x) & !Self::equals(a, x) }
    }

    /// There is no unsigned compare: `min(a, x) == a`.
    #[inline(always)]
    unsafe fn at_most(a: __m256i, x: u32) -> u32 {
        // SAFETY: the entry point has AVX2.
        unsafe { mask_of(_mm256_cmpeq_epi32(_mm256_min_epu32(a, _mm256_set1_epi32(x as i32)), a)) }
    }

    #[inline(always)]
    unsafe fn pack(out: *mut u32, a: __m256i, mask: u32) {
        // SAFETY: eight elements are writable.
        unsafe { _mm256_storeu_si256(out.cast(), packed(a, mask)) }
    }

    /// The masked store is microcoded on AMD: merges take 1.6 times as long.
    #[inline(always)]
    unsafe fn pack_exact(out: *mut u32, a: __m256i, mask: u32) {
        // SAFETY: the masked store touches as many elements as the mask has bits.
        unsafe { _mm256_maskstore_epi32(out.cast(), first_lanes(mask.count_ones() as usize), packed(a, mask)) }
    }

    #[inline(always)]
    unsafe fn and_words<const NOT: bool, const WRITE: bool>(
        a: *const u64,
        b: *const u64,
        words: usize,
        out: *mut u64,
    ) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { words::and::<NOT, WRITE>(a, b, words, out) }
    }

    #[inline(always)]
    unsafe fn and3_words(a: *const u64, b: *const u64, c: *const u64, words: usize) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { words::and3(a, b, c, words) }
    }
}
