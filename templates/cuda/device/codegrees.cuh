// codegrees.cuh: how many two-hop paths lead from a root to each vertex [ChibaNishizeki1985], and the vertices reached:
// a hash table in the team's shared memory where it is large enough for every path to end elsewhere, else one counter a
// vertex in the block's memory.

struct Codegrees {
    const u32* keys;    // null: counters of all vertices
    const u32* counts;
    u32 log2;
    List reach;         // in no order

    DEVICE u32 of(u32 v) const {
        if (keys == nullptr) return counts[v];
        const u32 place = find(keys, log2, v);
        return place == NONE ? 0 : counts[place];
    }
};

// Words for `paths` paths: keys, counts, reach.
DEVICE u64 codegrees_words(u64 paths) {
    return paths > 0x1000000 ? ~0ull : (2ull << table_log2((u32)paths)) + paths;
}

// The part of a row at low .. high - 1.
DEVICE List window(List list, u32 low, u32 high) {
    if (low > 0) list = above(list, low - 1);
    if (high != NONE) list = below(list, high);
    return list;
}

// How many paths lead through every `step`-th member from `first` to vertices at low .. high - 1; one lane.
DEVICE u64 count_paths(List members, const View& view, u32 low, u32 high, u32 first, u32 step) {
    u64 paths = 0;
    for (u32 i = first; i < members.n; i += step) paths += window(row(view, members.at[i]), low, high).n;
    return paths;
}

// The team counts the paths through `members` to the vertices at low .. high - 1. Ends with the team in step.
DEVICE Codegrees count_codegrees(Warp& warp, List members, const View& view, u32 low, u32 high, u32*& memory, u32& words) {
    if (warp.thread() == 0) warp.team()->count = 0;
    u64 paths = count_paths(members, view, low, high, warp.lane, 32);
    for (u32 distance = 16; distance > 0; distance >>= 1) paths += __shfl_xor_sync(FULL, paths, distance);
    const u64 needed = codegrees_words(paths);
    const bool is_hashed = needed <= words;
    const u32 log2 = is_hashed ? table_log2((u32)paths) : 0;
    u32* keys = memory;
    u32* counts = is_hashed ? memory + (1u << log2) : warp.den() + warp.launch.codegrees_offset;
    u32* reach = is_hashed ? memory + (2u << log2) : warp.den() + warp.launch.reach_offset;
    if (is_hashed) {
        memory += needed;
        words -= (u32)needed;
        for (u32 i = warp.thread(); i < 1u << log2; i += warp.threads()) {
            keys[i] = EMPTY;
            counts[i] = 0;
        }
    }
    warp.sync_team();
    for (u32 i = warp.rank(); i < members.n; i += warp.warps()) {
        const List ends = window(row(view, members.at[i]), low, high);
        for (u32 base = 0; base < ends.n; base += 32) {
            const u32 j = base + warp.lane;
            bool is_new = false;
            u32 v = 0;
            if (j < ends.n) {
                v = ends.at[j];
                if (is_hashed) {
                    const u32 place = find_or_put(keys, log2, v, is_new);
                    atomicAdd(counts + place, 1);
                } else {
                    is_new = atomicAdd(counts + v, 1) == 0;
                }
            }
            const u32 fresh_lanes = __ballot_sync(FULL, is_new);
            if (fresh_lanes == 0) continue;
            u32 at = 0;
            if (warp.lane == 0) at = atomicAdd(&warp.team()->count, __popc(fresh_lanes));
            at = __shfl_sync(FULL, at, 0);
            if (is_new) reach[at + __popc(fresh_lanes & bits_below(warp.lane))] = v;
        }
    }
    __threadfence_block();
    warp.sync_team();
    return {is_hashed ? keys : nullptr, counts, log2, {reach, warp.team()->count}};
}

// Leaves the block's counters zero again. All warps of the team must be done with them.
DEVICE void forget(Warp& warp, const Codegrees& codegrees) {
    if (codegrees.keys != nullptr) return;
    u32* counts = warp.den() + warp.launch.codegrees_offset;
    for (u32 i = warp.thread(); i < codegrees.reach.n; i += warp.threads()) counts[codegrees.reach.at[i]] = 0;
    __threadfence_block();
    warp.sync_team();
}
