// marks.cuh: the row of a root, held so that membership is a probe instead of a search: a bitmap of the vertices up to the last of
// the row or a hash table, in the team's shared memory; where that is too small, a bitmap in the block's memory; else the list itself.
// A bit is found by one load, an entry of the table by one or two and a product.

struct Marks {
    List list;
    const u32* at;  // table or bitmap
    u32 log2;       // of the table; 0: bitmap; NONE: neither
    u32 end;        // of the vertices that a bitmap has bits for

    DEVICE bool is_probed() const { return log2 != NONE; }

    DEVICE bool has(u32 v) const {
        if (log2 == NONE) return contains(list, v);
        if (log2 == 0) {
            DID(PROBED, 1);
            return has_bit(v);
        }
        return find(at, log2, v) != NONE;
    }
    // Which of the elements wanted of a quad are in the set. All are looked up whether wanted or not, so that no branch stands between the
    // loads and all of them are on their way together.
    DEVICE u32 among(const Word& quad, u32 wanted) const {
        u32 found = 0;
        if (log2 != NONE) DID(PROBED, __popc(wanted));
        if (log2 == 0) {
#pragma unroll
            for (u32 k = 0; k < 4; ++k) {
                const u32 v = quad.part[k];
                found |= (at[min_of(v, end - 1) >> 5] >> (v & 31) & (u32)(v < end)) << k;
            }
            return found & wanted;
        }
        if (log2 != NONE) {
            // What is there is mostly where it is looked for first.
            u32 there[4];
#pragma unroll
            for (u32 k = 0; k < 4; ++k) there[k] = at[hash_of(quad.part[k], log2)];
            u32 elsewhere = 0;
#pragma unroll
            for (u32 k = 0; k < 4; ++k) {
                found |= (u32)(there[k] == quad.part[k]) << k;
                elsewhere |= ((u32)(there[k] != quad.part[k]) & (u32)(there[k] != EMPTY)) << k;
            }
            found &= wanted;
            wanted &= elsewhere;
        }
        ROLLED
        for (; wanted != 0; wanted &= wanted - 1) {
            const u32 k = __ffs(wanted) - 1;
            found |= (u32)has(quad.at(k)) << k;
        }
        return found;
    }
    DEVICE bool has_bit(u32 v) const { return v < end && (at[v >> 5] >> (v & 31) & 1); }
};

// Words of a table for n vertices.
DEVICE u32 marks_words(u32 n) { return 1u << table_log2(n); }

// Bitmaps may take so many times the words of a table, which have to be cleared before.
constexpr u32 BITMAP_WORDS = 8;

// The bits that a bitmap of an ascending list has, if it has few enough words; else 0.
DEVICE u32 bitmap_end(List list, u32 words) {
    const u32 end = list.n == 0 ? 0 : list.at[list.n - 1] + 1;
    return (end + 31) / 32 <= words ? end : 0;
}

// Threads of a group, or of a team, hold a list in `memory`; they are in step before it is probed.
DEVICE void put_bits(u32 thread, u32 threads, List list, u32* memory) {
    ROLLED
    for (u32 i = thread; i < list.n; i += threads) {
        DID(ADDED_NEAR, 1);
        atomicOr(memory + (list.at[i] >> 5), 1u << (list.at[i] & 31));
    }
}

DEVICE void put_entries(u32 thread, u32 threads, List list, u32* memory, u32 log2) {
    bool is_new;
    ROLLED
    for (u32 i = thread; i < list.n; i += threads) find_or_put(memory, log2, list.at[i], is_new);
}

// The team marks a list; `memory` is what is left of its shared memory, and shrinks: by a table, or a bitmap of up to `times` as many words.
// Where that is more than one, the table is a quarter full if there is room: what is not in it is mostly seen by one load then.
// Ends with the team in step.
DEVICE Marks mark(Warp& warp, List list, u32*& memory, u32& words, u32 times) {
    Marks marks = {list, memory, NONE, NONE};
    const bool is_long = list.n >= 0x10000000u;
    const u32 half_full = table_log2(list.n), log2 = half_full + (u32)(!is_long && times > 1 && (2u << half_full) <= words);
    const u32 entries = is_long ? words : 1u << log2;
    const u32 end = bitmap_end(list, min_of(words, entries * times));
    if (end > 0 || (!is_long && entries <= words)) {
        const u32 needed = end > 0 ? (end + 31) / 32 : entries;
        marks.log2 = end > 0 ? 0 : log2;
        marks.end = end;
        u32* own = memory;
        memory += needed;
        words -= needed;
        ROLLED
        for (u32 i = warp.thread(); i < needed; i += warp.threads()) own[i] = end > 0 ? 0 : EMPTY;
        warp.sync_team();
        if (end > 0) put_bits(warp.thread(), warp.threads(), list, own);
        else put_entries(warp.thread(), warp.threads(), list, own, log2);
    } else if (warp.is_block) {
        marks.log2 = 0;
        marks.end = warp.launch.num_vertices;
        marks.at = warp.den();
        put_bits(warp.thread(), warp.threads(), list, warp.den());
        __threadfence_block();
    }
    warp.sync_team();
    return marks;
}

// Leaves the block's bitmap zero again. All warps of the team must be done with the marks.
DEVICE void unmark(Warp& warp, const Marks& marks) {
    if (marks.log2 != 0 || marks.at != warp.den()) return;
    ROLLED
    for (u32 i = warp.thread(); i < marks.list.n; i += warp.threads()) warp.den()[marks.list.at[i] >> 5] = 0;
    __threadfence_block();
    warp.sync_team();
}

#if GPM_LEAF_MARKS > 0
// A warp holds a list for the candidates of a leaf, if it fits its own table and they are enough to pay for that.
DEVICE Marks mark_for_leaf(Warp& warp, List list, u32 candidates) {
    u32* own = shared_memory()->leaf_marks[warp.index];
    const u32 end = bitmap_end(list, min_of(GPM_LEAF_MARKS, marks_words(min_of(list.n, GPM_LEAF_MARKS)) * BITMAP_WORDS));
    if ((list.n > GPM_LEAF_MARKS / 2 && end == 0) || list.n < 4 || candidates < 8) return {list, own, NONE, NONE};
    const u32 log2 = end > 0 ? 0 : table_log2(list.n), size = end > 0 ? (end + 31) / 32 : 1u << log2;
    __syncwarp();
    ROLLED
    for (u32 i = warp.lane; i < size; i += 32) own[i] = end > 0 ? 0 : EMPTY;
    __syncwarp();
    if (end > 0) put_bits(warp.lane, 32, list, own);
    else put_entries(warp.lane, 32, list, own, log2);
    __syncwarp();
    return {list, own, log2, end};
}
#endif
