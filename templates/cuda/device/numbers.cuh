// numbers.cuh: arithmetic of counting polynomials.

// C(n, k) for k >= 2: a falling product, one of whose factors is zero if 0 <= n < k.
template <class Int> DEVICE Int choose(Int n, u32 k) {
    if (n < (Int)k) return 0;
    Int product = n, factorial = 1;
    for (u32 i = 1; i < k; ++i) {
        product *= n - (Int)i;
        factorial *= i + 1;
    }
    return product / factorial;
}

// n^k for magnitudes.
DEVICE double power(i64 n, u32 k) {
    const double base = n < 0 ? -(double)n : (double)n;
    double product = 1;
    for (u32 i = 0; i < k; ++i) product *= base;
    return product;
}
