// few.cuh: a node with no more candidates than a warp has lanes is searched in registers. Sets below it are one word: bits by rank, a
// candidate's place among those of the node. A lane holds the row of one candidate, and what is to be known of one level.

struct Few {
    u32 row;       // of the lane's candidate: which others it is adjacent to
    u32 member;    // of the root that it is
    u32 possible;  // all candidates
};

// The bits of `row` where `possible` has some, by rank; of one word, as they are.
DEVICE u32 ranked(const u32* row, const u32* possible, u32 words) {
    if (words == 1) return row[0] & possible[0];
    u32 bits = 0, rank = 0;
    ROLLED
    for (u32 word = 0; word < words; ++word) {
        const u32 own = row[word];
        ROLLED
        for (u32 left = possible[word]; left != 0; left &= left - 1) bits |= (own >> (__ffs(left) - 1) & 1) << rank++;
    }
    return bits;
}

// The candidates of a node, `left` of them, by rank.
DEVICE Few few_of(const Search& search, Node node, u32 left) {
    const u32 words = search.words, lane = search.lane;
    const u32* const possible = node.possible();
    Few few = {0, lane, words == 1 ? possible[0] : bits_below(left)};
    if (words > 1) {
        u32 before = 0;
        ROLLED
        for (u32 word = 0; word < words; ++word) {
            u32 bits = possible[word];
            const u32 n = __popc(bits);
            if (lane >= before && lane < before + n) {
                ROLLED
                for (u32 rank = before; rank < lane; ++rank) bits &= bits - 1;
                few.member = 32 * word + __ffs(bits) - 1;
            }
            before += n;
        }
    }
    if (few.possible >> lane & 1) few.row = ranked(search.row(few.member), possible, words);
    return few;
}

// Now and then, where there is much below one such node: whether the run was stopped.
DEVICE bool is_told_to_stop(Search& search, u32 round) {
    if (round % 1024 == 0 && __shfl_sync(FULL, fresh(&search.launch.control->stop), 0) != 0) search.is_stopped = true;
    return search.is_stopped;
}

// Notes a clique if it is the largest so far: what `node` has chosen, some of its candidates, and `more` unless that is NONE.
DEVICE void note_few(Search& search, Node node, const Few& few, u32 size, u32 chosen, u32 more) {
    if (size <= search.largest) return;
    u32* const set = node.next();
    ROLLED
    for (u32 word = search.lane; word < search.words; word += 32) set[word] = node.chosen()[word];
    __syncwarp();
    if (chosen >> search.lane & 1) atomicOr(set + few.member / 32, 1u << (few.member & 31));
    const u32 member = __shfl_sync(FULL, few.member, more & 31);
    __syncwarp();
    note(search, size, set, more == NONE ? NONE : member);
}
