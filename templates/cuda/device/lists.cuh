// lists.cuh: ascending lists of vertices: rows, parts of rows, slots. Searches are done by one lane alone unless a name says
// `warp`; nothing here writes.

struct List {
    const u32* at;
    u32 n;
};

// Where the row of v begins, and how many of it are smaller than v.
DEVICE u64 row_begin(const View& view, u32 v) { return begin_of(__ldg(view.descriptors + v)); }
DEVICE u32 split(const View& view, u32 v) { return split_of(__ldg(view.descriptors + v)); }

// The row of v.
DEVICE List row(const View& view, u32 v) {
    const u64 begin = row_begin(view, v), end = row_begin(view, v + 1);
    return {view.neighbors + begin, (u32)(end - begin)};
}

// The row of v below v, and above.
DEVICE List row_below(const View& view, u32 v) {
    const u64 descriptor = __ldg(view.descriptors + v);
    return {view.neighbors + begin_of(descriptor), split_of(descriptor)};
}
DEVICE List row_above(const View& view, u32 v) {
    const List whole = row(view, v);
    const u32 smaller = split(view, v);
    return {whole.at + smaller, whole.n - smaller};
}

// How many elements are smaller than v. Cost: log2(n) dependent loads.
DEVICE u32 lower_bound(List list, u32 v) {
    u32 low = 0, high = list.n;
    while (low < high) {
        const u32 middle = (low + high) >> 1;
        DID(SEARCHED, 1);
        if (list.at[middle] < v) low = middle + 1;
        else high = middle;
    }
    return low;
}

DEVICE List below(List list, u32 v) { return {list.at, lower_bound(list, v)}; }
DEVICE List above(List list, u32 v) {
    const u32 skipped = lower_bound(list, v + 1);
    return {list.at + skipped, list.n - skipped};
}

DEVICE bool contains(List list, u32 v) {
    const u32 place = lower_bound(list, v);
    return place < list.n && list.at[place] == v;
}

// The same bounds found by the lanes of a converged warp together. Cost: log33(n) loads.
DEVICE u32 warp_lower_bound(u32 lane, List list, u32 v) {
    u32 low = 0, n = list.n;
    while (n > 0) {
        const u32 stride = n / 33 + 1, probe = (lane + 1) * stride - 1;
        DID(SEARCHED, 1);
        const bool smaller = probe < n && list.at[low + probe] < v;
        const u32 passed = __popc(__ballot_sync(FULL, smaller)) * stride;
        low += passed;
        n = min_of(n - passed, stride - 1);
    }
    return low;
}

DEVICE List warp_below(u32 lane, List list, u32 v) { return {list.at, warp_lower_bound(lane, list, v)}; }
DEVICE List warp_above(u32 lane, List list, u32 v) {
    const u32 skipped = warp_lower_bound(lane, list, v + 1);
    return {list.at + skipped, list.n - skipped};
}
