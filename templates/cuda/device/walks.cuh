// walks.cuh: how many walks of three steps lead from a root to each vertex, one counter a vertex in the block's memory, and the
// vertices reached. Only blocks search such roots as teams: warps of their own would share the counters.

// Words that no share has: the root is a block's.
constexpr u64 WORDS_OF_WALKS = ~1ull;

struct Walks {
    const u64* counts;
    List reach;    // in no order

    DEVICE u64 of(u32 v) const { return counts[v]; }
};

// The team counts the walks that go one step beyond those of the codegrees, to where they may end. There are at
// most as many as entries in all rows, so that 64 bits hold them. Ends with the team in step.
DEVICE Walks count_walks(Warp& warp, const Codegrees& before, const View& view, const Ends& where) {
    u64* counts = (u64*)(warp.den() + warp.launch.walks_offset);
    u32* reach = warp.den() + warp.launch.walked_offset;
    // All warps know how many vertices were reached before.
    warp.sync_team();
    if (warp.thread() == 0) warp.team()->count = warp.team()->stopped = 0;
    warp.sync_team();
    for (u32 first = warp.rank(); first < before.reach.n; first += warp.threads()) {
        if (first >= warp.threads() && warp.watch()) break;
        const u32 i = first + warp.lane * warp.warps();
        const bool has_member = i < before.reach.n;
        const u32 y = has_member ? before.reach.at[i] : 0;
        const u64 own = has_member ? before.of(y) : 0;
        const List ends = has_member ? ends_of(view, y, where) : List{nullptr, 0};
        each_end(warp, ends, false, [&](bool is_there, u32 member, u32 v) {
            const u64 walks = __shfl_sync(FULL, own, member);
            DID(READ, is_there);
            DID(ADDED_FAR, is_there);
            const bool is_new = is_there && atomicAdd(counts + v, walks) == 0;
            put_reached(warp, reach, is_new, v);
        });
    }
    warp.tell_team();
    __threadfence_block();
    warp.sync_team();
    warp.hear_team();
    return {counts, {reach, warp.team()->count}};
}

// Leaves the block's counters zero again. All warps of the team must be done with them.
DEVICE void forget(Warp& warp, const Walks& walks) {
    u64* counts = (u64*)(warp.den() + warp.launch.walks_offset);
    for (u32 i = warp.thread(); i < walks.reach.n; i += warp.threads()) counts[walks.reach.at[i]] = 0;
    __threadfence_block();
    warp.sync_team();
}
