// numbers.cuh: arithmetic of counting polynomials.

// Whether a + b leaves 64 signed bits.
DEVICE bool overflows(i64 a, i64 b) {
    const u64 sum = (u64)a + (u64)b;
    return (i64)(((u64)a ^ sum) & ((u64)b ^ sum)) < 0;
}

// Whether a + b leaves 128 signed bits.
DEVICE bool overflows(i128 a, i128 b) {
    const unsigned __int128 sum = (unsigned __int128)a + (unsigned __int128)b;
    return (i128)(((unsigned __int128)a ^ sum) & ((unsigned __int128)b ^ sum)) < 0;
}

// Adds to a number of 128 bits in two halves to which others add; whether it may have left its bits then: a sum beyond them has
// taken the high half beyond 64 at some addition, which sees it.
DEVICE bool add_halves(u64* low, u64* high, i128 value) {
    // The low half knows whether it carried, whatever else is added meanwhile.
    const u64 old = atomicAdd(low, (u64)value);
    const i64 more = (i64)(u64)(value >> 64) + (old + (u64)value < old);
    const i64 before = (i64)atomicAdd(high, (u64)more);
    return overflows(before, more);
}

// C(n, k) for k >= 2, where the falling product fits.
DEVICE i64 choose(i64 n, u32 k) {
    if (n < (i64)k) return 0;
    i64 product = n, factorial = 1;
    for (u32 i = 1; i < k; ++i) {
        product *= n - (i64)i;
        factorial *= i + 1;
    }
    return product / factorial;
}

// The quotient by a few bits, digit by digit, which the hardware has no instruction for.
DEVICE unsigned __int128 divided(unsigned __int128 value, u32 by) {
    const u64 high = (u64)(value >> 64), low = (u64)value;
    if (high == 0) return low / by;
    const u64 middle = (high % by) << 32 | low >> 32;
    const u64 last = (middle % by) << 32 | (low & 0xffffffffull);
    return (unsigned __int128)(high / by) << 64 | ((middle / by) << 32 | last / by);
}

// C(n, k) for k >= 1, of a number of vertices: of `i + 1` numbers in a row one divides by `i + 1`, so that nothing on the way
// is larger than k times the result (or, if that is less, than 2^64).
DEVICE i128 choose(i128 n, u32 k) {
    if (n < (i128)k) return 0;
    const u64 size = (u64)n;
    unsigned __int128 product = size;
#pragma unroll 1
    for (u32 i = 1; i < k; ++i) product = divided(product * (size - i), i + 1);
    return (i128)product;
}

// The magnitude of C(n, k) and of what is met on the way.
DEVICE double ways(i64 n, u32 k) {
    if (n < (i64)k) return 0;
    double product = (double)n * k;
#pragma unroll 1
    for (u32 i = 1; i < k; ++i) product *= (double)(n - (i64)i) / (double)(i + 1);
    return product;
}

// A sum of products of binomials, and its magnitude.
struct Placements {
    i128 number;
    double magnitude;
};

// Adds up products of C(free(region), k), whose factors come one after the other: ten bits for the region, five for k and one
// that is set at the last factor of a product.
template <class Free> DEVICE Placements placements(const u16 *factors, u32 count, Free free) {
    Placements sum{0, 0};
    i128 product = 1;
    double magnitude = 1;
#pragma unroll 1
    for (u32 i = 0; i < count; ++i) {
        const u32 factor = factors[i], k = factor >> 1 & 31;
        const i64 n = free(factor >> 6);
        product *= choose((i128)n, k);
        magnitude *= ways(n, k);
        if (factor & 1) {
            sum.number += product;
            sum.magnitude += magnitude;
            product = 1;
            magnitude = 1;
        }
    }
    return sum;
}

// n^k for magnitudes.
DEVICE double power(i64 n, u32 k) {
    const double base = n < 0 ? -(double)n : (double)n;
    double product = 1;
    for (u32 i = 0; i < k; ++i) product *= base;
    return product;
}
