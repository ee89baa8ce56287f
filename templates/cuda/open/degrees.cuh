// degrees.cuh: how many other candidates each candidate of a node is adjacent to, and the pivot.

// Of a lane: the row with most candidates of those that it has seen.
struct Pivot {
    u32 count;
    u32 row;
};

// A node whose candidates are known, before what needs no branching is answered.
struct Opened {
    u32 left;    // candidates; 0 if nothing is to be searched there
    u32 beside;  // of the rule: what to look for beside them in the node above
    u32 v;       // the candidate chosen there; NONE for the first node of a root
};
constexpr Opened CLOSED = {0, 0, NONE};

struct Degrees {
    u32 universal;  // candidates adjacent to all others
    u32 lonely;     // those adjacent to none
    u32 least;      // of a lane: the least degree of those adjacent to some
    Pivot best;     // of a lane: the highest
};

// The degrees of `left` candidates. The universal ones become the set `next` of the node, the lonely ones `spare`.
DEVICE Degrees degrees(const Search& search, Node node, u32* spare, u32 left) {
    Degrees found = {0, 0, NONE, {0, NONE}};
    const u32 words = search.words;
    ROLLED
    for (u32 word = 0; word < words; ++word) {
        const u32 bits = node.possible()[word], member = 32 * word + search.lane;
        bool is_all = false, is_alone = false;
        if (bits >> search.lane & 1) {
            const u32 n = common(search.row(member), node.possible(), words);
            is_all = n + 1 == left;
            is_alone = n == 0 && !is_all;
            if (found.best.row == NONE || n > found.best.count) found.best = {n, member};
            if (n > 0) found.least = min_of(found.least, n);
        }
        const u32 all = __ballot_sync(FULL, is_all), alone = __ballot_sync(FULL, is_alone);
        found.universal += __popc(all);
        found.lonely += __popc(alone);
        if (search.lane == 0) {
            node.next()[word] = all;
            spare[word] = alone;
        }
    }
    __syncwarp();
    return found;
}

// Makes the candidates of `next` chosen ones.
DEVICE void choose_next(const Search& search, Node node) {
    ROLLED
    for (u32 word = search.lane; word < search.words; word += 32) {
        const u32 all = node.next()[word];
        node.chosen()[word] |= all;
        node.possible()[word] &= ~all;
    }
    __syncwarp();
}

// Takes the candidates of `set` off.
DEVICE void drop(const Search& search, Node node, const u32* set) {
    ROLLED
    for (u32 word = search.lane; word < search.words; word += 32) node.possible()[word] &= ~set[word];
    __syncwarp();
}

// Of what the lanes have seen, the row with most candidates.
DEVICE u32 highest(Pivot best) {
    const u32 most = __reduce_max_sync(FULL, best.count);
    const u32 who = __ffs(__ballot_sync(FULL, best.count == most && best.row != NONE)) - 1;
    return __shfl_sync(FULL, best.row, who);
}

// The candidates to go on with: those that the pivot is not adjacent to.
DEVICE void go_on_beside(const Search& search, Node node, u32 pivot) {
    const u32* const row = pivot < search.members ? search.row(pivot) : search.outer_row(pivot);
    ROLLED
    for (u32 word = search.lane; word < search.words; word += 32) node.next()[word] = node.possible()[word] & ~row[word];
    __syncwarp();
}
