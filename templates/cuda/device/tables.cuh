// tables.cuh: counts by vertex or arc: what is counted for a vertex or arc goes to its entry of the launch's table. Whole warps
// add up what is counted below one of their loops, and one lane credits it; candidates of a leaf are credited by lanes of their
// own. Many may add to one entry: the warps of a team, those that took up what it gave away, and whoever met the vertex elsewhere.

// Whether an entry may have left its bits when a number is added to it, given by its halves.
DEVICE bool add_to_entry(const Arguments& launch, u64 entry, u64 low, i64 high) {
    const u64 old = atomicAdd(launch.table + entry, low);
    if (launch.table_high == nullptr) return high != (i64)low >> 63 || overflows((i64)old, (i64)low);
    // The low half knows whether it carried, whatever else is added meanwhile.
    const i64 carry = old + low < old;
    const i64 before = (i64)atomicAdd(launch.table_high + entry, (u64)high + carry);
    return overflows(high, carry) || overflows(before, high + carry);
}

// Called, not inlined: what surrounds it needs the registers.
__device__ __noinline__ void credit_entry(const Arguments& launch, u64 entry, u64 low, i64 high) {
    if (add_to_entry(launch, entry, low, high)) shared_memory()->frame[threadIdx.x / 32].status |= STATUS_OVERFLOW;
}

// Credits an amount to an entry, and returns it. Lanes that have nothing to credit call with 0.
DEVICE i128 credit(Warp& warp, u64 entry, i128 amount) {
    if (amount != 0) credit_entry(warp.launch, entry, (u64)amount, (i64)(u64)(amount >> 64));
    return amount;
}

// What the lanes have counted since the last time: the first lane has it, others 0. Called by converged warps.
DEVICE i128 counted(Warp& warp) {
    const i128 amount = sum_lanes(warp.total);
    warp.total = 0;
    return warp.lane == 0 ? amount : 0;
}

#ifdef GPM_GATHERED
// Keeps what was credited, of which the first lane knows, for an outer level that is to be credited too once its loop moves on.
DEVICE void gather(Warp& warp, u32 at, i128 amount) {
    if (warp.lane != 0) return;
    i128& sum = shared_memory()->gathered[warp.index][at];
    if (overflows(sum, amount)) warp.frame()->status |= STATUS_OVERFLOW;
    else sum += amount;
}

// What was gathered for a level since the last time: the first lane has it, others 0.
DEVICE i128 gathered(Warp& warp, u32 at) {
    if (warp.lane != 0) return 0;
    i128& sum = shared_memory()->gathered[warp.index][at];
    const i128 amount = sum;
    sum = 0;
    return amount;
}
#endif

// The entry of the arc from v to w, which is in the row of v. Called by converged warps.
DEVICE u64 arc_entry(const Warp& warp, const View& view, u32 v, u32 w) {
    const List whole = row(view, v);
    return (u64)(whole.at - view.neighbors) + warp_lower_bound(warp.lane, whole, w);
}
