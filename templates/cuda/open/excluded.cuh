// excluded.cuh: X, the vertices adjacent to all that is chosen which were gone on with before, or are larger than the root. X of a node is
// two sets: bits of members, and indexes of the rows of larger neighbors, the first ones of a warp's list: a node below has fewer of
// them, which are moved to the front. Vertices without a candidate are left out.

// Keeps the members in `own` that are adjacent to all of `needed` and to some candidate; false if one is adjacent to all `left`
// candidates, so that nothing below is maximal.
DEVICE bool narrow_inner(const Search& search, Node node, const u32* needed, u32 left, Pivot& best) {
    const u32 words = search.words;
    ROLLED
    for (u32 word = 0; word < words; ++word) {
        const u32 bits = node.own()[word], member = 32 * word + search.lane;
        if (bits == 0) continue;
        bool is_kept = false, covers = false;
        if (bits >> search.lane & 1) {
            const u32* const row = search.row(member);
            const u32 n = common(row, node.possible(), words);
            is_kept = n > 0 && (needed == nullptr || contains(row, needed, words));
            covers = is_kept && n == left;
            if (is_kept && n > best.count) best = {n, member};
        }
        if (__any_sync(FULL, covers)) return false;
        const u32 kept = __ballot_sync(FULL, is_kept);
        if (search.lane == 0) node.own()[word] = kept;
    }
    __syncwarp();
    return true;
}

// The same for the first `number` rows of the list, of those that have all of `needed`, or else member `v`. `is_new`: the list is not made yet.
DEVICE bool narrow_outer(
    const Search& search, Node node, u32 number, bool is_new, const u32* needed, u32 v, u32 left, Pivot& best) {
    const u32 lane = search.lane, words = search.words;
    u32* const list = search.outer();
    u32 kept = 0;
    ROLLED
    for (u32 from = 0; from < number; from += 32) {
        const u32 here = min_of(number - from, 32);
        const bool is_in = lane < here;
        u32 index = search.members + from + lane;
        if (!is_new && is_in) index = list[from + lane];
        bool is_kept = false, covers = false;
        if (is_in) {
            const u32* const row = search.outer_row(index);
            if (needed == nullptr ? has(row, v) : contains(row, needed, words)) {
                const u32 n = common(row, node.possible(), words);
                is_kept = n > 0;
                covers = is_kept && n == left;
                if (n > best.count) best = {n, index};
            }
        }
        if (__any_sync(FULL, covers)) return false;
        // The kept ones go where left out ones of before lie, which move behind: the list stays what it was, in another order.
        const u32 keep = __ballot_sync(FULL, is_kept), drop = __ballot_sync(FULL, is_in && !is_kept);
        const u32 more = __popc(keep), moved = min_of(more, from - kept);
        const u32 old = lane < moved ? list[kept + lane] : 0;
        __syncwarp();
        if (is_kept) list[kept + __popc(keep & bits_below(lane))] = index;
        else if (is_in) list[max_of(from, kept + more) + __popc(drop & bits_below(lane))] = index;
        if (lane < moved) list[from + here - moved + lane] = old;
        kept += more;
        __syncwarp();
    }
    if (lane == 0) node.beside() = kept;
    __syncwarp();
    return true;
}

// Whether one of the first `number` rows of the list has member `v`.
DEVICE bool is_seen_outside(const Search& search, u32 number, u32 v) {
    ROLLED
    for (u32 from = 0; from < number; from += 32) {
        const u32 at = from + search.lane;
        if (__any_sync(FULL, at < number && has(search.outer_row(search.outer()[at]), v))) return true;
    }
    return false;
}

// Takes out of `set`, candidates, those that an excluded vertex is adjacent to.
DEVICE void drop_seen(const Search& search, Node node, u32* set) {
    const u32 words = search.words, number = node.beside();
    ROLLED
    for (u32 word = 0; word < words; ++word) {
        const u32 bits = set[word];
        if (bits == 0) continue;
        bool is_seen = false;
        if (bits >> search.lane & 1) {
            const u32* const row = search.row(32 * word + search.lane);
            ROLLED
            for (u32 other = 0; other < words && !is_seen; ++other) is_seen = (row[other] & node.own()[other]) != 0;
        }
        const u32 seen = __ballot_sync(FULL, is_seen);
        if (search.lane == 0) set[word] = bits & ~seen;
    }
    __syncwarp();
    ROLLED
    for (u32 at = search.lane; at < number; at += 32) {
        const u32* const row = search.outer_row(search.outer()[at]);
        ROLLED
        for (u32 word = 0; word < words; ++word) {
            const u32 seen = row[word] & fresh(set + word);
            if (seen != 0) atomicAnd(set + word, ~seen);
        }
    }
    __syncwarp();
}
