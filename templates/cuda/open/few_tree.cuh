// few_tree.cuh: families of cliques below a node of few candidates.

// A node below it, or the node itself.
struct FewNode {
    u32 possible;
    u32 next;    // candidates to go on with
    u32 pivot;   // the one that is free below itself
    u32 held;
    u32 free;
    u32 chosen;  // candidates held or free
};

// Counts what needs no branching below a node, and finds out which candidates to go on with; false if there are none.
DEVICE bool settle_few(Search& search, Node above, const Few& few, FewNode& node) {
    const CliqueLaunch& launch = search.launch;
    const u32 lane = search.lane;
    const auto leaves = [&](u32 held, u32 free, u32 number, u32 more) {
        if (held + free < launch.min_size) return;
        if (lane == 0) tally(launch, launch.numbers + (u64)held * launch.num_sizes + free, number);
        // Part of a clique is one too.
        note_few(search, above, few, min_of(held + free, launch.max_size), node.chosen, more);
    };
    if (node.held + node.free + __popc(node.possible) < launch.min_size) return false;
    u32 own, is_left;
    for (;;) {
        // What is held has the most vertices that are wanted, or there are no others.
        if (node.possible == 0 || node.held == launch.max_size) {
            leaves(node.held, node.free, 1, NONE);
            return false;
        }
        is_left = node.possible >> lane & 1;
        own = __popc(few.row & node.possible);
        const u32 universal = __ballot_sync(FULL, is_left != 0 && own + 1 == __popc(node.possible));
        if (universal == 0) break;
        node.free += __popc(universal);
        node.chosen |= universal;
        node.possible ^= universal;
    }
    const u32 lonely = __ballot_sync(FULL, is_left != 0 && own == 0);
    if (lonely != 0) {
        node.possible ^= lonely;
        leaves(node.held + 1, node.free, __popc(lonely), __ffs(lonely) - 1);
        if (node.possible == 0) {
            leaves(node.held, node.free, 1, NONE);
            return false;
        }
    }
    const u32 degree = is_left != 0 ? own : 0, most = __reduce_max_sync(FULL, degree);
    const u32 pivot = __ffs(__ballot_sync(FULL, is_left != 0 && degree == most)) - 1;
    node.pivot = 1u << pivot;
    node.next = node.possible & ~__shfl_sync(FULL, few.row, pivot);
    return true;
}

// Searches all that is below a node of few candidates.
DEVICE void search_few(Search& search, Node above, const Few& few) {
    const u32 lane = search.lane;
    // That of level `lane`.
    FewNode open = {0, 0, 0, 0, 0, 0};
    FewNode node = {few.possible, 0, 0, above.size(), above.beside(), 0};
    u32 depth = 0;
    for (u32 round = 1; !is_told_to_stop(search, round); ++round) {
        if (settle_few(search, above, few, node)) {
            if (lane == depth) open = node;
            ++depth;
        }
        u32 next = 0;
        while (depth > 0 && (next = __shfl_sync(FULL, open.next, depth - 1)) == 0) --depth;
        if (depth == 0) break;
        const u32 top = depth - 1, v = __ffs(next) - 1, bit = 1u << v;
        const u32 is_pivot = bit == __shfl_sync(FULL, open.pivot, top);
        node.possible = __shfl_sync(FULL, open.possible, top) & __shfl_sync(FULL, few.row, v);
        node.held = __shfl_sync(FULL, open.held, top) + !is_pivot;
        node.free = __shfl_sync(FULL, open.free, top) + is_pivot;
        node.chosen = __shfl_sync(FULL, open.chosen, top) | bit;
        if (lane == top) {
            open.next ^= bit;
            open.possible ^= bit;
        }
    }
}
