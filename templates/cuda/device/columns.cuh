// columns.cuh: the columns that filters read, and arithmetic on their values. One lane; nothing here writes.
//
// An integer beyond +-(2^63 - 1), a division of integers by zero and not-a-number are no value: arithmetic on no value gives
// none, and no comparison with it holds. Floats are rounded after each operation, as on a CPU.

constexpr i64 MAX_INTEGER = 0x7fffffffffffffffll;
constexpr i64 NO_INTEGER = -MAX_INTEGER - 1;

// Where the value of the edge from u to v lies; there is one.
DEVICE u64 edge_at(const View& edges, u32 u, u32 v) { return __ldg(edges.offsets + u) + lower_bound(row(edges, u), v); }

DEVICE i64 integer_at(const u64* column, u64 at) { return (i64)__ldg(column + at); }
DEVICE double float_at(const u64* column, u64 at) { return __longlong_as_double((i64)__ldg(column + at)); }

// The integer, if it fits.
DEVICE i64 fit(i128 value) { return value > MAX_INTEGER || value < -MAX_INTEGER ? NO_INTEGER : (i64)value; }

DEVICE i64 integer_negative(i64 a) { return (i64)(0 - (u64)a); }
DEVICE i64 integer_sum(i64 a, i64 b) { return a == NO_INTEGER || b == NO_INTEGER ? NO_INTEGER : fit((i128)a + b); }
DEVICE i64 integer_difference(i64 a, i64 b) { return a == NO_INTEGER || b == NO_INTEGER ? NO_INTEGER : fit((i128)a - b); }
DEVICE i64 integer_product(i64 a, i64 b) { return a == NO_INTEGER || b == NO_INTEGER ? NO_INTEGER : fit((i128)a * b); }
DEVICE i64 integer_quotient(i64 a, i64 b) { return a == NO_INTEGER || b == NO_INTEGER || b == 0 ? NO_INTEGER : a / b; }
DEVICE i64 integer_remainder(i64 a, i64 b) { return a == NO_INTEGER || b == NO_INTEGER || b == 0 ? NO_INTEGER : a % b; }

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
