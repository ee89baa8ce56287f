// held.cuh: walks over the members of a set whose words a lane holds in registers, where members before the one at hand are counted.
// There is code for each part of each word that is held: nothing is selected by an index, and nothing counted that is zero. Functions are
// called by lanes on their own. See local_graph.cuh.

// Words that a lane holds at a time: with 3, 4 or 8 it has too few registers for the rest.
constexpr u32 HELD = 2;

// Members in the first parts of a word: as many as are known when this is inlined.
DEVICE u32 count_first(u32 parts, const Word& word) {
    DID(COUNTED, parts);
    u32 n = 0;
#pragma unroll
    for (u32 i = 0; i < 4; ++i) n += i < parts ? __popc(word.part[i]) : 0;
    return n;
}

// Lanes that share the members below a candidate of a leaf: one if there are enough candidates, else as many as are left.
DEVICE u32 hold_lanes(u32 candidates) { return candidates >= 32 ? 1 : 32 >> log2_ceil(max_of(candidates, 1)); }

// The members in a part of a word that are the lane's of a group: every so many-th place.
DEVICE u32 share_of(const Group& group) { return FULL / bits_below(group.lanes) << group.lane; }
DEVICE u32 share_of(const OneLane&) { return FULL; }

// The sum of count(parts, place, i, held) over the lane's members of a set of `end` words: word i <= place / 128 of the set is held, and what is
// counted in it lies in the first `parts` parts. MOST words are held at a time.
template <u32 MOST, class WordAt, class Count>
DEVICE auto walk_held(u32 share, u32 end, const WordAt& word_at, const Count& count) {
    decltype(count(4, 0, 0, Word{})) sum = 0;
    for (u32 begin = 0; begin < end; begin += MOST) {
        Word held[MOST];
#pragma unroll
        for (u32 i = 0; i < MOST; ++i) held[i] = begin + i < end ? word_at(begin + i) : Word{};
#pragma unroll
        for (u32 i = 0; i < MOST; ++i) {
            if (begin + i >= end) continue;
#pragma unroll
            for (u32 part = 0; part < 4; ++part) {
                for (u32 bits = held[i].part[part] & share; bits != 0; bits &= bits - 1) {
                    const u32 place = (begin + i) * 128 + part * 32 + __ffs(bits) - 1;
#pragma unroll
                    for (u32 k = 0; k < i; ++k) sum += count(4, place, begin + k, held[k]);
                    sum += count(part + 1, place, begin + i, held[i]);
                }
            }
        }
        // Members behind all that is held.
        for (u32 i = begin + MOST; i < end; ++i) {
            const Word word = word_at(i);
            for (Places left(word & Word{share, share, share, share}); left.any();) {
                const u32 place = i * 128 + left.take();
#pragma unroll
                for (u32 k = 0; k < MOST; ++k) sum += count(4, place, begin + k, held[k]);
            }
        }
    }
    return sum;
}
