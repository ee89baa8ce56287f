// narrow.cuh: sets that lie in the first word of a bit row. A lane holds what it makes, and what is below the candidates of all lanes
// is dealt out among them. See local_graph.cuh. Functions are called by converged warps unless they say otherwise.

// Candidates that a set has at most for a warp to take all at once: what is below them is soon done.
constexpr u32 FEW = 32;

// How many places a warp takes at a time of a set of n: all, or as many as keep its lanes busy, for others to take the rest meanwhile.
// Fewer where lanes walk one loop more below what they are dealt. Lanes on their own.
DEVICE u32 narrow_step(u32 n, bool walks) { return n <= FEW ? 128 : walks ? 4 : 32; }

// How many members of a word lie in its first one, two, three and four parts, a byte each. Lanes on their own.
DEVICE u32 parts_of(const Word& word) {
    DID(COUNTED, 4);
    const u32 one = __popc(word.part[0]), two = one + __popc(word.part[1]), three = two + __popc(word.part[2]);
    return one | two << 8 | three << 16 | (three + __popc(word.part[3])) << 24;
}

// The n-th member of a word, of more than n. Lanes on their own.
DEVICE u32 nth_place(const Word& word, u32 parts, u32 n) {
    const u32 part = (n >= (parts & 0xff)) + (n >= (parts >> 8 & 0xff)) + (n >= (parts >> 16 & 0xff));
    return part * 32 + nth_bit(word.at(part), n - (parts << 8 >> 8 * part & 0xff));
}

// Whether a place, which may lie in another word, is a member. Lanes on their own.
DEVICE bool is_in(u32 place, const Word& word) { return place < 128 && (word.at(place / 32) >> (place & 31) & 1) != 0; }

// The word of another lane.
DEVICE Word taken(const Word& word, u32 from) {
    return {__shfl_sync(FULL, word.part[0], from), __shfl_sync(FULL, word.part[1], from),
            __shfl_sync(FULL, word.part[2], from), __shfl_sync(FULL, word.part[3], from)};
}

// The members of the words of all lanes, one after the other.
struct Dealt {
    Word word;
    u32 parts;
    u32 last;  // the end of the lane's own
    u32 all;

    DEVICE Dealt(u32 lane, const Word& word) : word(word), parts(parts_of(word)) {
        last = sum_up_to(lane, parts >> 24);
        all = __shfl_sync(FULL, last, 31);
    }
    // The place of number k, which is in the word of lane `from`; anything if there are not so many.
    DEVICE u32 place(u32 k, u32 from) const {
        const u32 its = __shfl_sync(FULL, parts, from), before = __shfl_sync(FULL, last, from) - (its >> 24);
        return nth_place(taken(word, from), its, k - before);
    }
};
