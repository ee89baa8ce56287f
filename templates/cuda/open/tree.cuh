// tree.cuh: the rule for all cliques by size: the tree of pivots of gpm-runtime/src/open/cliques/tree.rs. A node stands for all cliques that have
// the vertices held, any of those that are free, and any that are found below it. Of a node, `size` is the number of vertices held, `beside`
// that of free ones, and `own` has the pivot alone.

constexpr bool EXCLUDES = false;

// Counts so many families that hold so many vertices and leave so many free; `more` is a member of one of them beside the chosen ones.
DEVICE void leaves(Search& search, u32 held, u32 free, u64 number, const u32* chosen, u32 more) {
    const CliqueLaunch& launch = search.launch;
    if (held + free < launch.min_size) return;
    if (search.lane == 0) tally(launch, launch.numbers + (u64)held * launch.num_sizes + free, number);
    // Part of a clique is one too.
    note(search, min_of(held + free, launch.max_size), chosen, more);
}

// Makes the node below `above` in which `v` is free if it is the pivot, else held.
DEVICE Opened choose(Search& search, Node above, Node node, u32 v) {
    const u32 words = search.words, lane = search.lane;
    const u32* const row = search.row(v);
    const bool is_pivot = has(above.own(), v);
    const u32 held = above.size() + !is_pivot, free = above.beside() + is_pivot;
    u32 left = 0;
    ROLLED
    for (u32 word = lane; word < words; word += 32) {
        const u32 possible = above.possible()[word] & row[word];
        node.chosen()[word] = above.chosen()[word] | (word == v / 32 ? 1u << (v & 31) : 0);
        node.possible()[word] = possible;
        left += __popc(possible);
    }
    if (lane == 0) {
        node.size() = held;
        node.beside() = free;
    }
    __syncwarp();
    left = __reduce_add_sync(FULL, left);
    if (left == 0) leaves(search, held, free, 1, node.chosen(), NONE);
    return {left, 0, v};
}

// Opens the first node of a root.
DEVICE Opened first(Search& search, Node node) {
    if (search.lane == 0) node.beside() = 0;
    __syncwarp();
    if (search.members == 0) leaves(search, node.size(), 0, 1, nullptr, NONE);
    return {search.members, 0, NONE};
}

// There is nothing beside.
DEVICE void pack(const Search&, Node, u32*) {}
DEVICE bool unpack(const Search&, Node, const u32*) { return true; }
DEVICE bool resume(Search&, Node) { return true; }

// Counts what needs no branching below a node, and finds out which candidates to go on with; false if there are none. `spare` is a set to
// work with.
DEVICE bool settle(Search& search, Node node, u32* spare, Opened opened) {
    const CliqueLaunch& launch = search.launch;
    const u32 held = node.size();
    u32 free = node.beside(), left = opened.left;
    if (held + free + left < launch.min_size) return false;
    if (left <= launch.few) {
        search_few(search, node, few_of(search, node, left));
        return false;
    }
    Degrees found;
    for (;;) {
        // What is held has the most vertices that are wanted, or there are no others.
        if (left == 0 || held == launch.max_size) {
            leaves(search, held, free, 1, node.chosen(), NONE);
            return false;
        }
        found = degrees(search, node, spare, left);
        if (found.universal == 0) break;
        free += found.universal;
        left -= found.universal;
        choose_next(search, node);
    }
    if (found.lonely > 0) {
        drop(search, node, spare);
        leaves(search, held + 1, free, found.lonely, node.chosen(), first_of(spare));
        left -= found.lonely;
        if (left == 0) {
            leaves(search, held, free, 1, node.chosen(), NONE);
            return false;
        }
    }
    const u32 pivot = highest(found.best);
    go_on_beside(search, node, pivot);
    ROLLED
    for (u32 word = search.lane; word < search.words; word += 32) node.own()[word] = word == pivot / 32 ? 1u << (pivot & 31) : 0;
    if (search.lane == 0) node.beside() = free;
    __syncwarp();
    return true;
}
