// codegrees.cuh: how many two-hop paths lead from a root to each vertex [ChibaNishizeki1985], and the vertices reached:
// a hash table in the team's shared memory where it is large enough for every path to end elsewhere, else one counter a
// vertex in the block's memory.

struct Codegrees {
    const u32* keys;    // null: counters of all vertices
    const u32* counts;
    u32 log2;
    List reach;         // in no order

    DEVICE u32 of(u32 v) const {
        if (keys == nullptr) {
            DID(SEARCHED, 1);
            return counts[v];
        }
        const u32 place = find(keys, log2, v);
        return place == NONE ? 0 : counts[place];
    }
};

// Words for `paths` paths: keys, counts, reach.
DEVICE u64 codegrees_words(u64 paths) {
    return paths > 0x1000000 ? ~0ull : (2ull << table_log2((u32)paths)) + paths;
}

// Where walks from a root may end.
struct Ends {
    u32 low;        // at low .. high - 1
    u32 high;
    bool descends;  // and below the middle of a path of two steps
};

// The ends of walks in the row of `middle`.
DEVICE List ends_of(const View& view, u32 middle, const Ends& ends) {
    List list = ends.descends ? row_below(view, middle) : row(view, middle);
    if (ends.low > 0) list = above(list, ends.low - 1);
    if (ends.high != NONE && !(ends.descends && middle <= ends.high)) list = below(list, ends.high);
    return list;
}

// An upper bound of how many paths lead through `members`; what is beyond `most` is not added up to its end. One lane. Where ends lie below the
// middle of a path, their other bound is left out: a lane that searched rows for it would wait for one load after the other.
DEVICE u64 bound_paths(List members, const View& view, const Ends& ends, u64 most) {
    constexpr u32 TOGETHER = 8;
    u64 paths = 0;
    if (ends.descends && ends.low == 0) {
        ROLLED
        for (u32 first = 0; first < members.n && paths <= most; first += TOGETHER) {
            u32 middles[TOGETHER];
#pragma unroll
            for (u32 k = 0; k < TOGETHER; ++k) middles[k] = members.at[min_of(first + k, members.n - 1)];
#pragma unroll
            for (u32 k = 0; k < TOGETHER; ++k) paths += first + k < members.n ? split(view, middles[k]) : 0;
        }
        return paths;
    }
    ROLLED
    for (u32 i = 0; i < members.n && paths <= most; ++i) paths += ends_of(view, members.at[i], ends).n;
    return paths;
}

// So much of a row is walked before the warp looks whether the run was stopped: some tenths of a millisecond.
constexpr u32 LONG_ROW = 4096;

// The ends of paths through up to 32 members, those through each lane's own in `ends`: those of several members side by side if
// that is wanted and they are few, else one member's after another's, which are all different. The converged warp calls
// visit(is_there, member, end), where `member` is a lane. Ends early in a run that was stopped.
template <class Visit> DEVICE void each_end(Warp& warp, List ends, bool side_by_side, const Visit& visit) {
    const u32 lane = warp.lane;
    // Up to the lane's own. Where a sum would be too large, it is large enough.
    const u32 last = sum_up_to(lane, min_of(ends.n, 1u << 26));
    const u32 all = __shfl_sync(FULL, last, 31);
    const auto row_of = [&](u32 member) {
        return List{(const u32*)__shfl_sync(FULL, (u64)ends.at, member), __shfl_sync(FULL, ends.n, member)};
    };
    if (!side_by_side || all >= 32 * 32) {
        for (u32 left = __ballot_sync(FULL, ends.n > 0); left != 0; left &= left - 1) {
            const u32 member = __ffs(left) - 1;
            const List row = row_of(member);
            for (u32 from = 0; from < row.n; from += LONG_ROW) {
                if (from > 0 && warp.watch()) return;
                u32 next = from + lane < row.n ? row.at[from + lane] : NONE;
                for (u32 base = from; base < min_of(row.n, from + LONG_ROW); base += 32) {
                    const u32 end = next, i = base + 32 + lane;
                    next = i < row.n ? row.at[i] : NONE;
                    visit(end != NONE, member, end);
                }
            }
        }
        return;
    }
    if (all == 0) return;
    // Each is read before the one before it is visited.
    u32 member = 0, end = NONE;
    for (u32 base = 0; base < all + 32; base += 32) {
        const u32 next_member = lane_of(last, base + lane);
        const List row = row_of(next_member);
        const u32 i = base + lane - __shfl_sync(FULL, last - ends.n, next_member);
        const u32 next_end = i < row.n ? row.at[i] : NONE;
        if (base > 0) visit(end != NONE, member, end);
        member = next_member;
        end = next_end;
    }
}

// Vertices reached, listed by the warps of a team. Converged warp; `is_new`: of the lane's vertex v.
DEVICE void put_reached(Warp& warp, u32* reach, bool is_new, u32 v) {
    const u32 fresh_lanes = __ballot_sync(FULL, is_new);
    if (fresh_lanes == 0) return;
    u32 at = 0;
    if (warp.lane == 0) at = atomicAdd(&warp.team()->count, __popc(fresh_lanes));
    at = __shfl_sync(FULL, at, 0);
    if (is_new) reach[at + __popc(fresh_lanes & bits_below(warp.lane))] = v;
}

// The team counts the paths through `members`. Ends with the team in step.
DEVICE Codegrees count_codegrees(Warp& warp, List members, const View& view, const Ends& ends, u32*& memory, u32& words) {
    if (warp.thread() == 0) warp.team()->count = warp.team()->stopped = 0;
    const auto ends_through = [&](u32 i) { return i < members.n ? ends_of(view, members.at[i], ends) : List{nullptr, 0}; };
    u64 paths = 0;
    for (u32 i = warp.lane; i < members.n; i += 32) paths += ends_through(i).n;
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
    for (u32 first = warp.rank(); first < members.n; first += warp.threads()) {
        // Most roots have no second round.
        if (first >= warp.threads() && warp.watch()) break;
        // Counters of the block are far away, and adding to the same one at once takes long.
        each_end(warp, ends_through(first + warp.lane * warp.warps()), is_hashed, [&](bool is_there, u32, u32 v) {
            bool is_new = false;
            DID(READ, is_there);
            if (is_there && is_hashed) {
                const u32 place = find_or_put(keys, log2, v, is_new);
                DID(ADDED_NEAR, 1);
                atomicAdd(counts + place, 1);
            } else if (is_there) {
                DID(ADDED_FAR, 1);
                is_new = atomicAdd(counts + v, 1) == 0;
            }
            put_reached(warp, reach, is_new, v);
        });
    }
    warp.tell_team();
    __threadfence_block();
    warp.sync_team();
    warp.hear_team();
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
