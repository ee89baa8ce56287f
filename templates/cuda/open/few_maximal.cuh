// few_maximal.cuh: maximal cliques below a node of few candidates. What is excluded is a set of candidates, and a list of rows of other
// vertices in shared memory, each a word: those of a node come first, those of the nodes above behind them.

// A node below it, or the node itself.
struct FewNode {
    u32 possible;
    u32 excluded;  // candidates that were gone on with
    u32 next;      // candidates to go on with
    u32 number;    // excluded vertices that are no candidates
    u32 held;      // vertices chosen below the node
    u32 chosen;
};

// Of a lane: the highest number of candidates that one of its rows has, and which.
struct FewPivot {
    u32 count;
    u32 row;
};

// Lists the rows that exclude cliques below a node with `left` candidates, first by index: those of its excluded members, and those that
// `settle` is told of; those without a candidate are left out. False if nothing below it is maximal; `number` is NONE if they are too many.
DEVICE bool list_rows(const Search& search, Node node, const Opened& opened, u32& number) {
    const u32 words = search.words, lane = search.lane, members = search.members;
    const bool is_new = opened.v == NONE;
    u32* const listed = search.listed();
    number = 0;
    // Members first, then the others.
    const u32 inner = is_new ? 0 : 32 * words;
    ROLLED
    for (u32 from = 0; from < inner + opened.beside; from += 32) {
        u32 index = NONE;
        if (from < inner) {
            const u32 bits = node.own()[from / 32];
            if (bits == 0) continue;
            if (bits >> lane & 1) index = from + lane;
        } else if (from - inner + lane < opened.beside) {
            const u32 at = from - inner + lane;
            index = is_new ? members + at : search.outer()[at];
            if (!is_new && !has(search.outer_row(index), opened.v)) index = NONE;
        }
        u32 n = 0;
        if (index != NONE) n = common(search.outer_row(index), node.possible(), words);
        if (__any_sync(FULL, n == opened.left)) return false;
        const u32 some = __ballot_sync(FULL, n > 0);
        if (number + __popc(some) > FEW_LISTED) {
            number = NONE;
            return true;
        }
        if (n > 0) listed[number + __popc(some & bits_below(lane))] = index;
        number += __popc(some);
    }
    __syncwarp();
    // As words.
    ROLLED
    for (u32 at = lane; at < number; at += 32) listed[at] = ranked(search.outer_row(listed[at]), node.possible(), words);
    __syncwarp();
    return true;
}

// Keeps what has all of `needed` and some candidate: of the first rows of the list, and of the candidates that are excluded. False if one of
// them is adjacent to all candidates, so that nothing below is maximal.
DEVICE bool narrow_few(const Search& search, const Few& few, FewNode& node, u32 needed, FewPivot& best, u32& seen) {
    const u32 lane = search.lane, number = node.number, left = __popc(node.possible);
    u32* const listed = search.listed();
    const bool is_excluded = (node.excluded >> lane & 1) && (few.row & needed) == needed;
    const u32 own = __popc(few.row & node.possible);
    if (__any_sync(FULL, is_excluded && own == left)) return false;
    node.excluded = __ballot_sync(FULL, is_excluded && own > 0);
    best = {0, 0};
    seen = 0;
    if (is_excluded) {
        best = {own, few.row};
        seen = few.row;
    }
    u32 kept = 0;
    ROLLED
    for (u32 from = 0; from < number; from += 32) {
        const u32 here = min_of(number - from, 32);
        const bool is_in = lane < here;
        const u32 row = is_in ? listed[from + lane] : 0;
        bool is_kept = is_in && (row & needed) == needed;
        const u32 n = __popc(row & node.possible);
        if (__any_sync(FULL, is_kept && n == left)) return false;
        is_kept = is_kept && n > 0;
        if (is_kept) {
            if (n > best.count) best = {n, row};
            seen |= row;
        }
        const u32 keep = __ballot_sync(FULL, is_kept), more = __popc(keep);
        if (keep != 0 && (kept < from || more < here)) {
            // See `narrow_outer`.
            const u32 moved = min_of(more, from - kept), old = lane < moved ? listed[kept + lane] : 0;
            __syncwarp();
            if (is_kept) listed[kept + __popc(keep & bits_below(lane))] = row;
            else if (is_in) listed[max_of(from, kept + more) + __popc(~keep & bits_below(lane))] = row;
            if (lane < moved) listed[from + here - moved + lane] = old;
            __syncwarp();
        }
        kept += more;
    }
    node.number = kept;
    return true;
}

// Answers what needs no branching below a node that was just made by choosing all of `needed`, and finds out which candidates to go on with;
// false if there are none. `counted` is, of a lane, how many cliques have one vertex more below the node of few than that.
DEVICE bool settle_few(Search& search, Node above, const Few& few, FewNode& node, u32 needed, u32& counted) {
    const u32 lane = search.lane, size = above.size(), min_size = search.launch.min_size;
    FewPivot best;
    u32 seen, own, is_left;
    for (;;) {
        if (size + node.held + __popc(node.possible) < min_size) return false;
        if (!narrow_few(search, few, node, needed, best, seen)) return false;
        const u32 left = __popc(node.possible);
        if (left == 0) {
            if (lane + 1 == node.held) ++counted;
            note_few(search, above, few, size + node.held, node.chosen, NONE);
            return false;
        }
        is_left = node.possible >> lane & 1;
        own = __popc(few.row & node.possible);
        needed = __ballot_sync(FULL, is_left != 0 && own + 1 == left);
        if (needed == 0) break;
        // What is adjacent to all others is in every clique below.
        node.held += __popc(needed);
        node.chosen |= needed;
        node.possible ^= needed;
    }
    const u32 lonely = __ballot_sync(FULL, is_left != 0 && own == 0);
    if (lonely != 0) {
        // Each is an answer, unless an excluded vertex is adjacent to it.
        node.possible ^= lonely;
        const u32 last = lonely & ~__reduce_or_sync(FULL, seen);
        if (last != 0 && size + node.held + 1 >= min_size) {
            if (lane == node.held) counted += __popc(last);
            note_few(search, above, few, size + node.held + 1, node.chosen, __ffs(last) - 1);
        }
        is_left = node.possible >> lane & 1;
    }
    const u32 left = __popc(node.possible);
    if (left == 0 || size + node.held + left < min_size) return false;
    if (node.number == 0 && node.excluded == 0 && __all_sync(FULL, is_left == 0 || own + 2 == left)) {
        // Candidates that miss one other each: as many answers as there are ways to choose one of each pair.
        const u32 held = node.held + left / 2;
        if (size + held < min_size) return false;
        if (lane + 1 == held) counted += 1u << (left / 2);
        const u32 earlier = node.possible & ~few.row & bits_below(lane);
        const u32 firsts = __ballot_sync(FULL, is_left != 0 && earlier == 0);
        note_few(search, above, few, size + held, node.chosen | firsts, NONE);
        return false;
    }
    if (is_left != 0 && own > best.count) best = {own, few.row};
    const u32 most = __reduce_max_sync(FULL, best.count);
    const u32 who = __ffs(__ballot_sync(FULL, best.count == most)) - 1;
    node.next = node.possible & ~__shfl_sync(FULL, best.row, who);
    return true;
}

// Searches all that is below a node of few candidates, whose excluded rows are listed.
DEVICE void search_few(Search& search, Node above, const Few& few, u32 number) {
    const u32 lane = search.lane;
    // That of level `lane`.
    FewNode open = {0, 0, 0, 0, 0, 0};
    FewNode node = {few.possible, 0, 0, number, 0, 0};
    u32 counted = 0, needed = 0, depth = 0;
    for (u32 round = 1; !is_told_to_stop(search, round); ++round) {
        if (settle_few(search, above, few, node, needed, counted)) {
            if (lane == depth) open = node;
            ++depth;
        }
        u32 next = 0;
        while (depth > 0 && (next = __shfl_sync(FULL, open.next, depth - 1)) == 0) --depth;
        if (depth == 0) break;
        const u32 top = depth - 1, v = __ffs(next) - 1;
        needed = 1u << v;
        const u32 row = __shfl_sync(FULL, few.row, v);
        node.possible = __shfl_sync(FULL, open.possible, top) & row;
        node.excluded = __shfl_sync(FULL, open.excluded, top) & row;
        node.number = __shfl_sync(FULL, open.number, top);
        node.held = __shfl_sync(FULL, open.held, top) + 1;
        node.chosen = __shfl_sync(FULL, open.chosen, top) | needed;
        if (lane == top) {
            open.next ^= needed;
            open.possible ^= needed;
            open.excluded |= needed;
        }
    }
    if (counted > 0) tally(search.launch, numbers_of(search.launch) + above.size() + 1 + lane, counted);
}
