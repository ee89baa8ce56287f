// parts.cuh: what is left to match, in parts that have nothing to do with each other. The CPU does the same in gpm-runtime/src/brief/parts.rs.

// What is reached from some vertices among those in `open`, by the masks that lanes have.
DEVICE u32 closure(const Matcher& warp, u32 from, u32 open, u32 mask) {
    u32 reached = from, fresh = from;
    ROLLED
    while (fresh != 0) {
        fresh = warp.union_of(fresh, mask) & open & ~reached;
        reached |= fresh;
    }
    return reached;
}

// The part of the first of some open vertices.
DEVICE u32 part_of(const Matcher& warp, u32 open) {
    return closure(warp, open & (0 - open), open, warp.own.neighbors | warp.own.alike);
}

// Whether no two vertices of a part are adjacent, none has a matched twin, and its matches are counted together.
DEVICE bool is_leaves(const Matcher& warp, u32 part) {
    const bool has = (part >> warp.lane & 1) != 0;
    const bool goes_on = has && ((warp.own.neighbors & part) != 0 || (warp.own.twins & ~part) != 0);
    return __ballot_sync(FULL, goes_on) == 0 && are_counted(warp, part);
}

// The vertex of a part that is matched next.
DEVICE u32 next_of(const Matcher& warp, u32 part) {
    const bool has = (part >> warp.lane & 1) != 0;
    u32 inner = __ballot_sync(FULL, has && (warp.own.neighbors & part) != 0), next = 0, worth = 0;
    // What is joined by edges is matched one after the other: the densest first, in which there is least choice, and of these the smallest.
    ROLLED
    while (inner != 0) {
        const u32 set = closure(warp, inner & (0 - inner), part, warp.own.neighbors);
        inner &= ~set;
        const u32 core = __reduce_max_sync(FULL, (set >> warp.lane & 1) != 0 ? warp.scratch.core[warp.lane] : 0);
        const u32 own = 64 * core + 32 - __popc(set);
        if (next == 0 || own > worth) {
            worth = own;
            next = set;
        }
    }
    bool is_next = (next >> warp.lane & 1) != 0 && (warp.own.neighbors & warp.placed) != 0 && (warp.own.neighbors & part) != 0;
    if (next == 0) {
        // Twins of what is matched go on with those: they are matched in order.
        const u32 twins = __ballot_sync(FULL, has && (warp.own.twins & ~part) != 0);
        is_next = ((twins != 0 ? twins : part) >> warp.lane & 1) != 0;
    }
    constexpr u32 MOST = (1 << 22) - 1;
    const u32 key = (31 - warp.scratch.urgency[warp.lane]) << 27 | min_of(warp.left_n, MOST) << 5 | warp.lane;
    return __reduce_min_sync(FULL, is_next ? key : NONE) & 31;
}
