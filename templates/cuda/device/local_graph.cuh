// local_graph.cuh: the neighborhood of a root as a bit matrix, where a set is a row of bits, intersection is AND and
// counting a population count. Vertices are known by their place in the neighborhood.

struct LocalGraph {
    List members;
    u32 words;         // of a bit row
    u32 split;         // members smaller than the root
    const u32* rows;   // members.n rows

    DEVICE const u32* row(u32 place) const { return rows + (u64)place * words; }
};

// Shared memory to build and hold the graph of n members: hash table of places (16 bits), members, rows.
DEVICE u64 local_graph_words(u32 n) {
    return n >= 0x8000 ? ~0ull : (1u << table_log2(n)) / 2 + n + (u64)n * ((n + 31) / 32);
}

constexpr u16 NO_PLACE = 0xffff;

DEVICE u32 place_of(const u16* table, u32 log2, const u32* members, u32 v) {
    const u32 mask = (1u << log2) - 1;
    for (u32 slot = hash_of(v, log2);; slot = (slot + 1) & mask) {
        const u32 place = table[slot];
        if (place == NO_PLACE) return NONE;
        if (members[place] == v) return place;
    }
}

// Puts a place into a table of 16-bit entries, two to a word.
DEVICE void put_place(u32* table, u32 log2, u32 v, u32 place) {
    const u32 mask = (1u << log2) - 1;
    for (u32 slot = hash_of(v, log2);; slot = (slot + 1) & mask) {
        u32* word = table + slot / 2;
        const u32 shift = 16 * (slot & 1);
        u32 old = fresh(word);
        while ((old >> shift & 0xffff) == NO_PLACE) {
            const u32 put = (old & ~(0xffffu << shift)) | place << shift;
            const u32 seen = atomicCAS(word, old, put);
            if (seen == old) return;
            old = seen;
        }
    }
}

// The team builds the graph over a (part of a) root's row; at most `local_limit` members. `lower_only`: row i has the
// members before i alone. Ends with the team in step.
DEVICE LocalGraph build_local_graph(Warp& warp, u32 root, List members, const View& view, bool lower_only) {
    const u32 n = members.n, width = (n + 31) / 32, log2 = table_log2(n);
    const bool is_near = local_graph_words(n) <= warp.share_words();
    u32* table = is_near ? warp.share() : warp.den() + warp.launch.local_offset;
    u32* near_members = table + (1u << log2) / 2;
    u32* rows = near_members + n;
    for (u32 i = warp.thread(); i < (1u << log2) / 2; i += warp.threads()) table[i] = FULL;
    for (u32 i = warp.thread(); i < n * width; i += warp.threads()) rows[i] = 0;
    for (u32 i = warp.thread(); i < n; i += warp.threads()) near_members[i] = members.at[i];
    __threadfence_block();
    warp.sync_team();
    for (u32 i = warp.thread(); i < n; i += warp.threads()) put_place(table, log2, near_members[i], i);
    __threadfence_block();
    warp.sync_team();
    const Group group(warp.lane, 8);
    for (u32 i = warp.rank() * group.count() + group.index; i < n; i += warp.warps() * group.count()) {
        const List smaller = row_below(view, near_members[i]);
        for (u32 j = group.lane; j < smaller.n; j += group.lanes) {
            const u32 place = place_of((const u16*)table, log2, near_members, smaller.at[j]);
            if (place == NONE) continue;
            atomicOr(rows + (u64)i * width + place / 32, 1u << (place & 31));
            if (!lower_only) atomicOr(rows + (u64)place * width + i / 32, 1u << (i & 31));
        }
    }
    __threadfence_block();
    warp.sync_team();
    return {{near_members, n}, width, lower_bound({near_members, n}, root), rows};
}

// The bits of a word of places that lie at low .. high - 1.
DEVICE u32 in_range(u32 word, u32 low, u32 high) {
    const u32 base = word * 32;
    const u32 begin = low > base ? bits_below(min_of(low - base, 32)) : 0;
    const u32 end = high > base ? bits_below(min_of(high - base, 32)) : 0;
    return end & ~begin;
}

// The set places of eight words, ascending, at warp.places (relative to the first word). Returns how many.
// `word_at(i)` is word i of the set.
template <class WordAt> DEVICE u32 unpack(Warp& warp, u32 first_word, u32 words, const WordAt& word_at) {
    const u32 lane = warp.lane, i = first_word + lane;
    u32 bits = lane < 8 && i < words ? word_at(i) : 0;
    u32 before = __popc(bits);
    for (u32 distance = 1; distance < 8; distance <<= 1) {
        const u32 other = __shfl_up_sync(FULL, before, distance);
        if (lane >= distance) before += other;
    }
    const u32 n = __shfl_sync(FULL, before, 7);
    before -= __popc(bits);
    __syncwarp();
    while (bits != 0) {
        shared_memory()->places[warp.index][before++] = (u8)(lane * 32 + __ffs(bits) - 1);
        bits &= bits - 1;
    }
    __syncwarp();
    return n;
}

// Whether a place is in a set given word by word.
template <class WordAt> DEVICE u32 has_place(u32 place, const WordAt& word_at) { return word_at(place / 32) >> (place & 31) & 1; }

// Population count of a bit row given word by word, shared by the lanes of a group.
template <class WordAt> DEVICE u32 count_bits(const Group& group, u32 words, const WordAt& word_at) {
    u32 n = 0;
    for (u32 i = group.lane; i < words; i += group.lanes) n += __popc(word_at(i));
    return group.sum(n);
}

// Loops over the places of a set, given word by word: as Warp::first and next, with every place that is not in it left out.
template <class WordAt> DEVICE u32 seek(Warp& warp, u32 level, u32 at, u32 words, const WordAt& word_at) {
    if (at == DONE || level < warp.depth) return at;
    if (level == warp.depth && warp.is_block) {
        while (at != DONE && !(word_at(at / 32) >> (at & 31) & 1)) at = warp.claim(level, 1);
        return at;
    }
    u32 i = at / 32;
    u32 bits = i < words ? word_at(i) & ~bits_below(at & 31) : 0;
    while (bits == 0) {
        if (++i >= words) return DONE;
        bits = word_at(i);
    }
    at = i * 32 + __ffs(bits) - 1;
    if (at >= warp.frame()->end[level]) return DONE;
    if (warp.lane == 0) warp.frame()->next[level] = at + 1;
    return at;
}

template <class WordAt> DEVICE u32 first_place(Warp& warp, u32 level, const LocalGraph& graph, const WordAt& word_at) {
    return seek(warp, level, warp.first(level, graph.members.n, 1), graph.words, word_at);
}

template <class WordAt>
DEVICE u32 next_place(Warp& warp, u32 level, u32 at, const LocalGraph& graph, const WordAt& word_at) {
    return seek(warp, level, warp.next(level, at, 1), graph.words, word_at);
}

// Where a warp keeps a bit row: in shared memory if it is short.
DEVICE u32* bit_row(Warp& warp, u32 slot, const LocalGraph& graph) {
    if (graph.words <= 32) return shared_memory()->bits[warp.index][slot];
    return warp.slots() + warp.launch.bits_offset + (u64)slot * (warp.launch.local_limit / 32);
}

// Stores a bit row given word by word. Returns its population count.
template <class WordAt> DEVICE u32 store_bits(Warp& warp, u32 words, u32* out, const WordAt& word_at) {
    u32 n = 0;
    __syncwarp();
    for (u32 i = warp.lane; i < words; i += 32) {
        const u32 bits = word_at(i);
        out[i] = bits;
        n += __popc(bits);
    }
    __syncwarp();
    return __reduce_add_sync(FULL, n);
}
