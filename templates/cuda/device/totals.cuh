// totals.cuh: the totals of a fused nest after its first. A lane adds them up in 64 bits, for the sake of registers; what those
// no longer hold goes to the launch's totals.

// No 64-bit value and no sum kept is larger than this, so that the two together fit.
constexpr i64 MOST_KEPT = 1ll << 62;

// Called, not inlined: it is rare. One lane.
__device__ __noinline__ void give_total(const Arguments& launch, u32 index, u64 low, u64 high) {
    u64* total = launch.control->more[index];
    const i128 value = (i128)high << 64 | low;
    if (add_halves(total, total + 1, value)) atomicOr(&launch.control->status, STATUS_OVERFLOW);
}

DEVICE void add_more(Warp& warp, u32 index, i64 value) {
    i64& sum = warp.more[index];
    sum += value;
    if (sum <= MOST_KEPT && sum >= -MOST_KEPT) return;
    give_total(warp.launch, index, (u64)sum, (u64)(sum >> 63));
    sum = 0;
}

// The same for a value whose magnitude, known as a float too, may be too large for 128 bits.
DEVICE void add_more_wide(Warp& warp, u32 index, i128 value, double magnitude) {
    // A magnitude that is no number has left even the floats.
    if (!(magnitude <= 2.5e36)) warp.frame()->status |= STATUS_OVERFLOW;
    give_total(warp.launch, index, (u64)value, (u64)(value >> 64));
}
