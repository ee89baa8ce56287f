// tables.cuh: counts by vertex or arc: what a warp counts below its anchors goes to their entry of the launch's table. Several
// warps may add to one entry, those of a team and those that took up what it gave away.

// Adds a number, given by its halves, to an entry, exactly; false if it may have left its bits. One lane. Called, not inlined:
// what surrounds it needs the registers.
__device__ __noinline__ bool add_to_entry(const Arguments& launch, u64 entry, u64 low, i64 high) {
    const u64 old = atomicAdd(launch.table + entry, low);
    if (launch.table_high == nullptr) return high == (i64)low >> 63 && !overflows((i64)old, (i64)low);
    // The low half knows whether it carried, whatever else is added meanwhile.
    const i64 carry = old + low < old;
    const i64 before = (i64)atomicAdd(launch.table_high + entry, (u64)high + carry);
    return !overflows(high, carry) && !overflows(before, high + carry);
}

// Credits what the lanes have counted since the last time to an entry. Called by converged warps.
DEVICE void credit(Warp& warp, u64 entry) {
    const i128 total = sum_lanes(warp.total);
    warp.total = 0;
    if (warp.lane == 0 && total != 0 && !add_to_entry(warp.launch, entry, (u64)total, (i64)(u64)(total >> 64))) {
        warp.frame()->status |= STATUS_OVERFLOW;
    }
}

// The entry of the arc from v to w, which is in the row of v. Called by converged warps.
DEVICE u64 arc_entry(const Warp& warp, const View& view, u32 v, u32 w) {
    const List whole = row(view, v);
    return (u64)(whole.at - view.neighbors) + warp_lower_bound(warp.lane, whole, w);
}
