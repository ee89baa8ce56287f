// walks.cuh: how many walks of three steps lead from a root to each vertex, one counter a vertex in the block's memory, and the
// vertices reached. Only blocks search such roots as teams: warps of their own would share the counters.

// Words that no share has: the root is a block's.
constexpr u64 WORDS_OF_WALKS = ~1ull;

struct Walks {
    const u64* counts;
    List reach;    // in no order

    DEVICE u64 of(u32 v) const { return counts[v]; }
};

// The team counts the walks that go one step beyond those of the codegrees, to the vertices at low .. high - 1. There are at
// most as many as entries in all rows, so that 64 bits hold them. Ends with the team in step.
DEVICE Walks count_walks(Warp& warp, const Codegrees& before, const View& view, u32 low, u32 high) {
    u64* counts = (u64*)(warp.den() + warp.launch.walks_offset);
    u32* reach = warp.den() + warp.launch.walked_offset;
    // All warps know how many vertices were reached before.
    warp.sync_team();
    if (warp.thread() == 0) warp.team()->count = 0;
    warp.sync_team();
    for (u32 i = warp.rank(); i < before.reach.n; i += warp.warps()) {
        const u32 y = before.reach.at[i];
        const u64 walks = before.of(y);
        const List ends = window(row(view, y), low, high);
        for (u32 base = 0; base < ends.n; base += 32) {
            const u32 j = base + warp.lane;
            bool is_new = false;
            u32 v = 0;
            if (j < ends.n) {
                v = ends.at[j];
                is_new = atomicAdd(counts + v, walks) == 0;
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
    return {counts, {reach, warp.team()->count}};
}

// Leaves the block's counters zero again. All warps of the team must be done with them.
DEVICE void forget(Warp& warp, const Walks& walks) {
    u64* counts = (u64*)(warp.den() + warp.launch.walks_offset);
    for (u32 i = warp.thread(); i < walks.reach.n; i += warp.threads()) counts[walks.reach.at[i]] = 0;
    __threadfence_block();
    warp.sync_team();
}
