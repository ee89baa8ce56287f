// settle.cuh: what of a node needs no branching is answered, and a pivot is chosen for the rest: the rules of
// gpm-runtime/src/open/cliques/maximal.rs.

// Counts so many cliques of one size.
DEVICE void tally(const Search& search, u32 size, u64 number) {
    if (search.lane != 0 || size < search.launch.min_size) return;
    const u64 before = atomicAdd(numbers_of(search.launch) + size, number);
    if (before + number < before) atomicOr(&search.launch.control->status, STATUS_OVERFLOW);
}

// Where a warp notes the largest clique that it met.
DEVICE u32* largest_of(const CliqueLaunch& launch) {
    return launch.largest + (u64)(blockIdx.x * CLIQUE_WARPS + threadIdx.x / 32) * launch.largest_words;
}

// Notes a clique if it is the largest so far: `chosen`, and `more` unless that is NONE.
DEVICE void note(Search& search, u32 size, const u32* chosen, u32 more) {
    if (size <= search.largest || size < search.launch.min_size) return;
    if (__shfl_sync(FULL, fresh(largest_met()), 0) >= size) return;
    u32* const largest = largest_of(search.launch);
    __syncwarp();
    search.largest = size;
    if (search.lane == 0) {
        atomicMax(largest_met(), size);
        largest[0] = size;
        largest[1] = search.root;
        largest[2] = more;
    }
    ROLLED
    for (u32 word = search.lane; word < search.words; word += 32) largest[LARGEST_WORDS + word] = chosen[word];
    __syncwarp();
}

// The first member of a set that is not empty.
DEVICE u32 first_of(const u32* set) {
    u32 word = 0;
    while (set[word] == 0) ++word;
    return 32 * word + __ffs(set[word]) - 1;
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

// Answers what needs no branching below a node with `left` candidates, at least one, and finds out which of the others to go on with;
// false if there are none. `spare` is a set to work with; `best` is what the lanes know of X.
DEVICE bool settle(Search& search, Node node, u32* spare, u32 left, Pivot best) {
    const u32 words = search.words, lane = search.lane;
    u32 size = node.size(), lonely = 0;
    Pivot own;
    u32 least;
    for (;;) {
        own = {0, NONE};
        least = NONE;
        lonely = 0;
        u32 universal = 0;
        ROLLED
        for (u32 word = 0; word < words; ++word) {
            const u32 bits = node.possible()[word], member = 32 * word + lane;
            bool is_all = false, is_alone = false;
            if (bits >> lane & 1) {
                const u32 n = common(search.row(member), node.possible(), words);
                is_all = n + 1 == left;
                is_alone = n == 0 && !is_all;
                if (own.row == NONE || n > own.count) own = {n, member};
                if (n > 0) least = min_of(least, n);
            }
            const u32 all = __ballot_sync(FULL, is_all), alone = __ballot_sync(FULL, is_alone);
            universal += __popc(all);
            lonely += __popc(alone);
            if (lane == 0) {
                node.next()[word] = all;
                spare[word] = alone;
            }
        }
        __syncwarp();
        if (universal == 0) break;
        // What is adjacent to all others is in every clique below.
        size += universal;
        left -= universal;
        ROLLED
        for (u32 word = lane; word < words; word += 32) {
            const u32 all = node.next()[word];
            node.chosen()[word] |= all;
            node.possible()[word] &= ~all;
        }
        __syncwarp();
        if (left == 0) {
            tally(search, size, 1);
            note(search, size, node.chosen(), NONE);
            return false;
        }
        best = {0, NONE};
        if (!narrow_inner(search, node, node.next(), left, best)) return false;
        if (!narrow_outer(search, node, node.outer(), false, node.next(), 0, left, best)) return false;
    }
    if (lonely > 0) {
        // Each is an answer, unless an excluded vertex is adjacent to it.
        ROLLED
        for (u32 word = lane; word < words; word += 32) node.possible()[word] &= ~spare[word];
        __syncwarp();
        drop_seen(search, node, spare);
        const u32 number = count(spare, words, lane);
        if (number > 0) {
            tally(search, size + 1, number);
            note(search, size + 1, node.chosen(), first_of(spare));
        }
        left -= lonely;
    }
    if (left == 0 || size + left < search.launch.min_size) return false;
    const u32 most = __reduce_max_sync(FULL, own.count);
    least = __reduce_min_sync(FULL, least);
    const bool has_inner = count(node.inner(), words, lane) > 0;
    if (most == least && least + 2 == left && node.outer() == 0 && !has_inner) {
        // Candidates that miss one other each: as many answers as there are ways to choose one of each pair.
        if (left / 2 < 64) tally(search, size + left / 2, 1ull << (left / 2));
        else if (lane == 0) atomicOr(&search.launch.control->status, STATUS_OVERFLOW);
        first_of_pairs(search, node, spare);
        note(search, size + left / 2, spare, NONE);
        return false;
    }
    if (best.count > own.count) own = best;
    const u32 highest = __reduce_max_sync(FULL, own.count);
    const u32 who = __ffs(__ballot_sync(FULL, own.count == highest && own.row != NONE)) - 1;
    const u32 pivot = __shfl_sync(FULL, own.row, who);
    const u32* const row = pivot < search.members ? search.row(pivot) : search.outer_row(pivot);
    ROLLED
    for (u32 word = lane; word < words; word += 32) node.next()[word] = node.possible()[word] & ~row[word];
    if (lane == 0) node.size() = size;
    __syncwarp();
    return true;
}
