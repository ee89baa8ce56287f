// columns.cuh: the columns that filters read, and arithmetic on their values. One lane; nothing here writes.
//
// An integer beyond +-(2^63 - 1), a division of integers by zero and not-a-number are no value: arithmetic on no value gives
// none, and no comparison with it holds. Sums and products are taken as a whole and do not depend on the order of what they
// are made of. Floats are rounded after each operation, as on a CPU: a product and a sum must not be contracted.

constexpr i64 MAX_INTEGER = 0x7fffffffffffffffll;
constexpr i64 NO_INTEGER = -MAX_INTEGER - 1;

// Where the value of the edge from u to v lies; there is one.
DEVICE u64 edge_at(const View& edges, u32 u, u32 v) { return row_begin(edges, u) + lower_bound(row(edges, u), v); }

DEVICE i64 integer_at(const u64* column, u64 at) { return (i64)__ldg(column + at); }
DEVICE double float_at(const u64* column, u64 at) { return __longlong_as_double((i64)__ldg(column + at)); }

DEVICE i64 integer_negative(i64 a) { return (i64)(0 - (u64)a); }

// Integers added up in 128 bits.
template <u32 N> DEVICE i64 integer_sum(const i64 (&terms)[N]) {
    i128 sum = 0;
    bool has_none = false;
#pragma unroll
    for (u32 i = 0; i < N; ++i) {
        has_none |= terms[i] == NO_INTEGER;
        sum += terms[i];
    }
    return has_none || sum > MAX_INTEGER || sum < -MAX_INTEGER ? NO_INTEGER : (i64)sum;
}

// Integers multiplied one by one. Without a zero magnitudes only grow: what does not fit on the way does not fit at the end.
template <u32 N> DEVICE i64 integer_product(const i64 (&factors)[N]) {
    i64 product = 1;
    bool has_none = false, is_zero = false, fits = true;
#pragma unroll
    for (u32 i = 0; i < N; ++i) {
        has_none |= factors[i] == NO_INTEGER;
        is_zero |= factors[i] == 0;
        const i128 next = (i128)product * factors[i];
        fits &= next <= MAX_INTEGER && next >= -MAX_INTEGER;
        product = (i64)next;
    }
    return has_none ? NO_INTEGER : is_zero ? 0 : fits ? product : NO_INTEGER;
}

DEVICE i64 integer_quotient(i64 a, i64 b) { return a == NO_INTEGER || b == NO_INTEGER || b == 0 ? NO_INTEGER : a / b; }
DEVICE i64 integer_remainder(i64 a, i64 b) { return a == NO_INTEGER || b == NO_INTEGER || b == 0 ? NO_INTEGER : a % b; }

// What puts floats in an order in which every two of them have one.
DEVICE i64 rank_of(double a) {
    const i64 bits = __double_as_longlong(a);
    return bits ^ (i64)((u64)(bits >> 63) >> 1);
}

// Puts floats in ascending order, in registers.
template <u32 N> DEVICE void sort(double (&values)[N]) {
#pragma unroll
    for (u32 round = 0; round < N; ++round) {
#pragma unroll
        for (u32 i = round & 1; i + 1 < N; i += 2) {
            const double a = values[i], b = values[i + 1];
            const bool swaps = rank_of(b) < rank_of(a);
            values[i] = swaps ? b : a;
            values[i + 1] = swaps ? a : b;
        }
    }
}

// Floats added up in ascending order; of two the order does not matter.
template <u32 N> DEVICE double float_sum(const double (&terms)[N]) {
    double values[N];
#pragma unroll
    for (u32 i = 0; i < N; ++i) values[i] = terms[i];
    if (N > 2) sort(values);
    double sum = values[0];
#pragma unroll
    for (u32 i = 1; i < N; ++i) sum = __dadd_rn(sum, values[i]);
    return sum;
}

template <u32 N> DEVICE double float_product(const double (&factors)[N]) {
    double values[N];
#pragma unroll
    for (u32 i = 0; i < N; ++i) values[i] = factors[i];
    if (N > 2) sort(values);
    double product = values[0];
#pragma unroll
    for (u32 i = 1; i < N; ++i) product = __dmul_rn(product, values[i]);
    return product;
}

DEVICE double to_float(i64 a) { return a == NO_INTEGER ? __longlong_as_double(0x7ff8000000000000ll) : (double)a; }

// How an integer and a float are ordered, exactly: -1, 0 or 1, and 2 where one has no value. Rounding the integer keeps the
// order but where it gives the float itself.
DEVICE int order(i64 a, double b) {
    const double rounded = to_float(a);
    if (rounded < b) return -1;
    if (rounded > b) return 1;
    if (!(rounded == b)) return 2;
    if (b == 9223372036854775808.0) return -1;
    const i64 same = (i64)b;
    return a < same ? -1 : a > same;
}

DEVICE bool integers_less(i64 a, i64 b) { return a != NO_INTEGER && b != NO_INTEGER && a < b; }
DEVICE bool integers_less_or_equal(i64 a, i64 b) { return a != NO_INTEGER && b != NO_INTEGER && a <= b; }
DEVICE bool integers_equal(i64 a, i64 b) { return a != NO_INTEGER && a == b; }
DEVICE bool integers_differ(i64 a, i64 b) { return a != NO_INTEGER && b != NO_INTEGER && a != b; }
DEVICE bool floats_differ(double a, double b) { return a < b || a > b; }
DEVICE bool orders_differ(int order) { return order == -1 || order == 1; }
