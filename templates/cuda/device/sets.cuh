// sets.cuh: intersections and differences of lists. A shorter list is streamed, each lane looking its element up in the
// other. Cost: (elements streamed) / lanes x one probe (marks) or log2(n) loads (lists).

// A plain list as something to look elements up in.
DEVICE Marks unmarked(List list) { return {list, nullptr, NONE, NONE}; }

// What looking an element up in a set costs, in loads: a probe in shared memory about as much as the element's own load; a search in
// a list is loads that wait for each other.
DEVICE u32 search_cost(u32 n) { return 3 * log2_ceil(n + 1); }
DEVICE u32 look_up_cost(const Marks& set) { return set.is_probed() ? 1 : search_cost(set.list.n); }

// What it costs the lanes to stream a list and to look its elements up, at such a cost for each.
DEVICE u64 scan_cost(u32 lanes, List list, u32 look_up) { return (u64)((list.n + lanes - 1) / lanes) * (1 + look_up); }

// Whether to stream b and look its elements up in a, or the other way round.
DEVICE bool streams_second(u32 lanes, const Marks& a, List b) {
    return scan_cost(lanes, b, look_up_cost(a)) <= scan_cost(lanes, a.list, search_cost(b.n));
}

// The cheaper of the two.
DEVICE u64 join_cost(u32 lanes, const Marks& a, List b) {
    const u64 second = scan_cost(lanes, b, look_up_cost(a)), first = scan_cost(lanes, a.list, search_cost(b.n));
    return second < first ? second : first;
}

// ---- whole warps, storing

// The elements of `list` that are (`keep`) or are not in `set`, ascending, at `out`. Returns how many.
DEVICE u32 filter(u32 lane, List list, const Marks& set, bool keep, u32* out) {
    u32 n = 0;
    for (u32 base = 0; base < list.n; base += 32) {
        const u32 i = base + lane;
        u32 v = 0;
        bool take = false;
        if (i < list.n) {
            v = list.at[i];
            DID(READ, 1);
            take = set.has(v) == keep;
        }
        const u32 taken = __ballot_sync(FULL, take);
        if (take) out[n + __popc(taken & bits_below(lane))] = v;
        n += __popc(taken);
    }
    __syncwarp();
    return n;
}

// a ∩ b in a slot. `a` may be marked: then its list is the marked one, and bounds were put on b.
DEVICE List intersect(Warp& warp, u32 slot, const Marks& a, List b) {
    const u32 shorter = min_of(a.list.n, b.n);
    if (shorter == 0) return {nullptr, 0};
    u32* out = warp.room(slot, shorter);
    if (out == nullptr) return {nullptr, 0};
    const bool stream_b = streams_second(32, a, b);
    const u32 n = stream_b ? filter(warp.lane, b, a, true, out) : filter(warp.lane, a.list, unmarked(b), true, out);
    return {out, n};
}

// a - b in a slot.
DEVICE List difference(Warp& warp, u32 slot, List a, const Marks& b) {
    if (a.n == 0) return {nullptr, 0};
    u32* out = warp.room(slot, a.n);
    if (out == nullptr) return {nullptr, 0};
    return {out, filter(warp.lane, a, b, false, out)};
}

// ---- parts of warps, counting

// How many elements of `list` below a bound are in `set`, of those that this lane of the group looks at. The bound is not searched for:
// the list ends there.
DEVICE u32 part_in(const Group& group, List list, const Marks& set, u32 bound) {
    u32 n = 0;
    for (Quads quads(list, group.lane, group.lanes, bound); quads.any(); quads.next()) n += __popc(set.among(quads.quad, quads.wanted()));
    return n;
}

// |a ∩ b| below a bound, by a lane alone: both lists are merged, or the elements of the shorter one searched for in the longer.
DEVICE u32 common_of_lane(List a, List b, u32 bound) {
    const List shorter = a.n < b.n ? a : b, longer = a.n < b.n ? b : a;
    u32 n = 0;
    if (shorter.n == 0) return n;
    if (shorter.n * (1 + log2_ceil(longer.n + 1)) < shorter.n + longer.n) {
        for (u32 i = 0; i < shorter.n; ++i) {
            const u32 v = shorter.at[i];
            DID(READ, 1);
            if (v >= bound) break;
            n += contains(longer, v);
        }
        return n;
    }
    u32 i = 0, j = 0, u = shorter.at[0], v = longer.at[0];
    while (u < bound && v < bound) {
        n += u == v;
        const bool next_u = u <= v, next_v = v <= u;
        DID(READ, next_u + next_v);
        i += next_u;
        j += next_v;
        if (i == shorter.n || j == longer.n) break;
        if (next_u) u = shorter.at[i];
        if (next_v) v = longer.at[j];
    }
    return n;
}
DEVICE u32 common_part(const OneLane&, const Marks& a, List b, u32 bound) { return common_of_lane(a.list, b, bound); }

// The lane's part of |a ∩ b| below a bound, and of |a - b|.
DEVICE u32 common_part(const Group& group, const Marks& a, List b, u32 bound) {
    const bool stream_b = streams_second(group.lanes, a, b);
    return stream_b ? part_in(group, b, a, bound) : part_in(group, a.list, unmarked(b), bound);
}
template <class Lanes> DEVICE i64 difference_part(const Lanes& group, List a, const Marks& b) {
    return (group.lane == 0 ? (i64)a.n : 0) - common_part(group, b, a, NONE);
}

// |a ∩ b| below a bound.
template <class Lanes> DEVICE u32 count_common(const Lanes& group, const Marks& a, List b, u32 bound) {
    return group.sum(common_part(group, a, b, bound));
}

// |a - b|.
template <class Lanes> DEVICE u32 count_difference(const Lanes& group, List a, const Marks& b) { return a.n - count_common(group, b, a, NONE); }
