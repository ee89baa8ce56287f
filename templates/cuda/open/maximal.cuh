// maximal.cuh: the rule for maximal cliques: that of gpm-runtime/src/open/cliques/maximal.rs. Of a node, `own` are the excluded members and
// `beside` the number of other excluded vertices.

// What was gone on with is excluded from what is below later candidates.
constexpr bool EXCLUDES = true;
// Excluded vertices that are no members which a task has at most.
constexpr u32 LISTED = 128;

// Counts so many cliques of one size.
DEVICE void tally_size(const Search& search, u32 size, u64 number) {
    if (search.lane == 0 && size >= search.launch.min_size) tally(search.launch, numbers_of(search.launch) + size, number);
}

// Makes `spare` a set with the first of each pair of candidates that are not adjacent, where each misses one other.
DEVICE void first_of_pairs(const Search& search, Node node, u32* spare) {
    ROLLED
    for (u32 word = 0; word < search.words; ++word) {
        const u32 bits = node.possible()[word], member = 32 * word + search.lane;
        bool is_first = bits >> search.lane & 1;
        if (is_first) {
            const u32* const row = search.row(member);
            ROLLED
            for (u32 other = 0; other <= word; ++other) {
                const u32 before = other < word ? FULL : bits_below(search.lane);
                is_first = is_first && (node.possible()[other] & ~row[other] & before) == 0;
            }
        }
        const u32 firsts = __ballot_sync(FULL, is_first);
        if (search.lane == 0) spare[word] = firsts | node.chosen()[word];
    }
    __syncwarp();
}

// Makes the node below `above` that chooses candidate `v`.
DEVICE Opened choose(Search& search, Node above, Node node, u32 v) {
    const CliqueLaunch& launch = search.launch;
    const u32 words = search.words, lane = search.lane, size = above.size() + 1;
    const u32* const row = search.row(v);
    u32 left = 0, inner = 0;
    ROLLED
    for (u32 word = lane; word < words; word += 32) {
        const u32 possible = above.possible()[word] & row[word], excluded = above.own()[word] & row[word];
        node.chosen()[word] = above.chosen()[word] | (word == v / 32 ? 1u << (v & 31) : 0);
        node.possible()[word] = possible;
        node.own()[word] = excluded;
        left += __popc(possible);
        inner |= excluded;
    }
    if (lane == 0) node.size() = size;
    __syncwarp();
    left = __reduce_add_sync(FULL, left);
    if (size + left < launch.min_size) return CLOSED;
    if (left == 0) {
        if (__any_sync(FULL, inner != 0) || is_seen_outside(search, above.beside(), v)) return CLOSED;
        tally_size(search, size, 1);
        note(search, size, node.chosen(), NONE);
    }
    return {left, above.beside(), v};
}

// Opens the first node of a root, whose sets are those of a node that excludes nothing.
DEVICE Opened first(Search& search, Node node) {
    const u32 members = search.members, number = search.degree - members;
    if (members == 0 && number == 0) {
        // It is a clique that is maximal as it has no neighbors at all.
        tally_size(search, node.size(), 1);
        note(search, node.size(), nullptr, NONE);
    }
    return {members, number, NONE};
}

// Puts what else is excluded in a node behind its sets in a cell, if that is little: to find it again takes a look at all neighbors of the root.
DEVICE void pack(const Search& search, Node node, u32* cell) {
    const u32 number = node.beside();
    u32* const list = cell + search.launch.cell_words - LISTED;
    if (number > LISTED) return;
    ROLLED
    for (u32 at = search.lane; at < number; at += 32) list[at] = search.outer()[at];
}

// Takes it from there; false if it is to be found again.
DEVICE bool unpack(const Search& search, Node node, const u32* cell) {
    const u32 number = node.beside();
    const u32* const list = cell + search.launch.cell_words - LISTED;
    if (number > LISTED) return false;
    ROLLED
    for (u32 at = search.lane; at < number; at += 32) search.outer()[at] = fresh(list + at);
    return true;
}

// Finds what else is excluded in the node of a task; false if nothing below it is maximal.
DEVICE bool resume(Search& search, Node node) {
    Pivot best = {0, NONE};
    const u32 left = count(node.possible(), search.words, search.lane);
    return narrow_outer(search, node, search.degree - search.members, true, node.chosen(), 0, left, best);
}

// Answers what needs no branching below a node, and finds out which candidates to go on with; false if there are none. `spare` is a set to
// work with.
DEVICE bool settle(Search& search, Node node, u32* spare, Opened opened) {
    const u32 words = search.words, lane = search.lane;
    u32 size = node.size(), left = opened.left;
    if (left <= search.launch.few && search.has_list()) {
        u32 number;
        if (!list_rows(search, node, opened, number)) return false;
        if (number != NONE) {
            search_few(search, node, few_of(search, node, left), number);
            return false;
        }
    }
    // Of what is excluded, that is kept which has all of a set, or `opened.v`.
    bool is_new = opened.v == NONE;
    const u32* needed = is_new ? node.chosen() : nullptr;
    Pivot best = {0, NONE};
    u32 beside = opened.beside;
    Degrees found;
    for (;;) {
        if (!narrow_inner(search, node, needed, left, best)) return false;
        if (!narrow_outer(search, node, beside, is_new, needed, opened.v, left, best)) return false;
        found = degrees(search, node, spare, left);
        if (found.universal == 0) break;
        // What is adjacent to all others is in every clique below.
        size += found.universal;
        left -= found.universal;
        choose_next(search, node);
        if (left == 0) {
            tally_size(search, size, 1);
            note(search, size, node.chosen(), NONE);
            return false;
        }
        best = {0, NONE};
        needed = node.next();
        beside = node.beside();
        is_new = false;
    }
    if (found.lonely > 0) {
        // Each is an answer, unless an excluded vertex is adjacent to it.
        drop(search, node, spare);
        drop_seen(search, node, spare);
        const u32 number = count(spare, words, lane);
        if (number > 0) {
            tally_size(search, size + 1, number);
            note(search, size + 1, node.chosen(), first_of(spare));
        }
        left -= found.lonely;
    }
    if (left == 0 || size + left < search.launch.min_size) return false;
    const u32 most = __reduce_max_sync(FULL, found.best.count), least = __reduce_min_sync(FULL, found.least);
    if (most == least && least + 2 == left && node.beside() == 0 && count(node.own(), words, lane) == 0) {
        // Candidates that miss one other each: as many answers as there are ways to choose one of each pair.
        if (left / 2 < 64) tally_size(search, size + left / 2, 1ull << (left / 2));
        else if (lane == 0) atomicOr(&search.launch.control->status, STATUS_OVERFLOW);
        first_of_pairs(search, node, spare);
        note(search, size + left / 2, spare, NONE);
        return false;
    }
    if (best.count > found.best.count) found.best = best;
    go_on_beside(search, node, highest(found.best));
    if (lane == 0) node.size() = size;
    __syncwarp();
    return true;
}
