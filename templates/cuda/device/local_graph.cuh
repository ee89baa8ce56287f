// local_graph.cuh: the neighborhood of a root as a bit matrix, where a set is a row of bits, intersection is AND and
// counting a population count. Vertices are known by their place in the neighborhood. See words.cuh.

struct LocalGraph {
    List members;
    u32 words;         // of a bit row
    u32 split;         // members smaller than the root
    const Word* rows;  // members.n rows

    DEVICE const Word* row(u32 place) const { return rows + (u64)place * words; }
};

// The neighborhood of a root that a lane has to itself: rows have one word. Its functions are called by lanes on their own.
struct LaneGraph {
    List members;
    u32 split;
    const Word* rows;

    DEVICE const Word* row(u32 place) const { return rows + place; }
};

// The graph of another lane, to search below what that lane has found. All lanes of a warp have the same `LocalGraph`.
DEVICE const LocalGraph& taken(const LocalGraph& graph, u32) { return graph; }
DEVICE LaneGraph taken(const LaneGraph& graph, u32 from) {
    const u32* const at = (const u32*)__shfl_sync(FULL, (u64)graph.members.at, from);
    const u32 n = __shfl_sync(FULL, graph.members.n, from), split = __shfl_sync(FULL, graph.split, from);
    return {{at, n}, split, (const Word*)__shfl_sync(FULL, (u64)graph.rows, from)};
}

DEVICE u32 words_of(u32 n) { return (n + 127) / 128; }

// Shared memory to build and hold the graph of n members: hash table of places (16 bits), members, rows.
DEVICE u64 local_graph_words(u32 n) {
    return n >= 0x8000 ? ~0ull : (1u << table_log2(n)) / 2 + ((n + 3) & ~3u) + (u64)n * words_of(n) * 4;
}

constexpr u16 NO_PLACE = 0xffff;

DEVICE u32 place_of(const u16* table, u32 log2, const u32* members, u32 v) {
    const u32 mask = (1u << log2) - 1;
    for (u32 slot = hash_of(v, log2);; slot = (slot + 1) & mask) {
        const u32 place = table[slot];
        DID(PROBED, 1);
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
    const u32 n = members.n, words = words_of(n), width = words * 4, log2 = table_log2(n);
    const bool is_near = !GPM_SPLITS || local_graph_words(n) <= warp.share_words();
    u32* table = is_near ? warp.share() : warp.den() + warp.launch.local_offset;
    u32* near_members = table + (1u << log2) / 2;
    u32* rows = near_members + ((n + 3) & ~3u);
    ROLLED
    for (u32 i = warp.thread(); i < (1u << log2) / 2; i += warp.threads()) table[i] = FULL;
    ROLLED
    for (u32 i = warp.thread(); i < n * width; i += warp.threads()) rows[i] = 0;
    ROLLED
    for (u32 i = warp.thread(); i < n; i += warp.threads()) near_members[i] = members.at[i];
    __threadfence_block();
    warp.sync_team();
    ROLLED
    for (u32 i = warp.thread(); i < n; i += warp.threads()) put_place(table, log2, near_members[i], i);
    __threadfence_block();
    warp.sync_team();
    const Group group(warp.lane, 8);
    for (u32 i = warp.rank() * group.count() + group.index; i < n; i += warp.warps() * group.count()) {
        const List smaller = row_below(view, near_members[i]);
        for (u32 j = group.lane; j < smaller.n; j += group.lanes) {
            DID(READ, 1);
            const u32 place = place_of((const u16*)table, log2, near_members, smaller.at[j]);
            if (place == NONE) continue;
            DID(ADDED_NEAR, lower_only ? 1 : 2);
            atomicOr(rows + (u64)i * width + place / 32, 1u << (place & 31));
            if (!lower_only) atomicOr(rows + (u64)place * width + i / 32, 1u << (i & 31));
        }
    }
    __threadfence_block();
    warp.sync_team();
    return {{near_members, n}, words, lower_bound({near_members, n}, root), (const Word*)rows};
}

// ---- sets given word by word, by a function of the word's index --------------------------------------------------------

// Places that a warp unpacks at a time.
constexpr u32 PIECE = GPM_PLACES;
constexpr u32 SHORT_PIECE = 128;

// The members at first .. first + LENGTH - 1, ascending, less `first`, a multiple of 128. Returns how many.
template <u32 LENGTH, class WordAt> DEVICE u32 unpack(Warp& warp, u32 first, u32 words, const WordAt& word_at) {
    const u32 lane = warp.lane, i = first / 128 + lane / 4;
    u16* places = shared_memory()->places[warp.index];
    u32 bits = lane < LENGTH / 32 && i < words ? word_at(i).at(lane) : 0;
    u32 before = __popc(bits);
    for (u32 distance = 1; distance < LENGTH / 32; distance <<= 1) {
        const u32 other = __shfl_up_sync(FULL, before, distance);
        if (lane >= distance) before += other;
    }
    const u32 n = __shfl_sync(FULL, before, LENGTH / 32 - 1);
    before -= __popc(bits);
    __syncwarp();
    while (bits != 0) {
        places[before++] = (u16)(lane * 32 + __ffs(bits) - 1);
        bits &= bits - 1;
    }
    __syncwarp();
    return n;
}

// Whether a place is in a set.
template <class WordAt> DEVICE u32 has_place(u32 place, const WordAt& word_at) {
    return word_at(place / 128).at(place / 32) >> (place & 31) & 1;
}

// Words of rows beyond which two loops in a row may take long enough to look in between whether the run was stopped.
constexpr u32 SHORT_ROW = 8;

// Lanes that share a candidate of a leaf: the fewer, the less there is to add up.
DEVICE u32 word_lanes(u32 words) { return words > 1 ? 2 : 1; }

// The same where they walk a further loop: one if there are enough candidates, else as many as are left, up to what a line of memory
// holds.
DEVICE u32 walk_lanes(u32 candidates, u32 words) {
    const u32 left = candidates >= 32 ? 0 : 5 - log2_ceil(max_of(candidates, 1));
    return 1u << min_of(left, log2_ceil(min_of(words, 8)));
}

// The lane's part of the size of a set whose words first .. end - 1 the lanes of a group share.
template <class WordAt> DEVICE u32 count_part(const Group& group, u32 first, u32 end, const WordAt& word_at) {
    u32 n = 0;
    for (u32 i = first + group.lane; i < end; i += group.lanes) n += word_at(i).count();
    return n;
}

// The size of a set with members in these words only.
template <class WordAt> DEVICE u32 count_bits(const Group& group, u32 first, u32 end, const WordAt& word_at) {
    return group.sum(count_part(group, first, end, word_at));
}

// Where a warp keeps a bit row: in shared memory if it is short.
DEVICE Word* bit_row(Warp& warp, u32 slot, const LocalGraph& graph) {
    if (graph.words <= GPM_SHORT_WORDS) return shared_memory()->bits[warp.index][slot];
    return (Word*)(warp.slots() + warp.launch.bits_offset + (u64)slot * words_of(warp.launch.local_limit) * 4);
}

// Stores a set. Returns its size.
template <class WordAt> DEVICE u32 store_bits(Warp& warp, u32 words, Word* out, const WordAt& word_at) {
    u32 n = 0;
    __syncwarp();
    for (u32 i = warp.lane; i < words; i += 32) {
        const Word word = word_at(i);
        out[i] = word;
        n += word.count();
    }
    __syncwarp();
    return __reduce_add_sync(FULL, n);
}

// The places in a word that are still to be visited, ascending.
struct Places {
    Word word;
    u32 part, bits;

    DEVICE explicit Places(const Word& word) : word(word), part(0), bits(word.part[0]) {}
    DEVICE bool any() {
        while (bits == 0 && part < 3) bits = word.at(++part);
        return bits != 0;
    }
    DEVICE u32 take() {
        const u32 place = part * 32 + __ffs(bits) - 1;
        bits &= bits - 1;
        return place;
    }
};

// ---- loops over the places of a set: as Warp::first and next, with every place that is not in it left out --------------

template <class WordAt> DEVICE u32 seek(Warp& warp, u32 level, u32 at, u32 words, const WordAt& word_at) {
    if (at == DONE || level < warp.depth) return at;
    if (level == warp.depth && warp.is_block) {
        while (at != DONE && !has_place(at, word_at)) at = warp.claim(level, 1);
        return at;
    }
    u32 i = at / 32;
    u32 bits = i / 4 < words ? word_at(i / 4).at(i) & ~bits_below(at & 31) : 0;
    while (bits == 0) {
        if (++i / 4 >= words) return DONE;
        bits = word_at(i / 4).at(i);
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
