// marks.cuh: the row of a root, held so that membership is a probe instead of a search: a hash table in the team's shared
// memory; where that is too small, a bitmap over all vertices in the block's memory; else the list itself.

struct Marks {
    List list;
    const u32* at;  // table or bitmap
    u32 log2;       // of the table; 0: bitmap; NONE: neither

    DEVICE bool is_probed() const { return log2 != NONE; }

    DEVICE bool has(u32 v) const {
        if (log2 == NONE) return contains(list, v);
        if (log2 == 0) return at[v >> 5] >> (v & 31) & 1;
        return find(at, log2, v) != NONE;
    }
};

DEVICE u32 marks_words(u32 n) { return 1u << table_log2(n); }

// The team marks a list; `memory` is what is left of its shared memory, and shrinks. Ends with the team in step.
DEVICE Marks mark(Warp& warp, List list, u32*& memory, u32& words) {
    Marks marks = {list, memory, NONE};
    const u32 needed = marks_words(list.n);
    if (list.n < 0x10000000u && needed <= words) {
        marks.log2 = table_log2(list.n);
        u32* table = memory;
        memory += needed;
        words -= needed;
        ROLLED
        for (u32 i = warp.thread(); i < needed; i += warp.threads()) table[i] = EMPTY;
        warp.sync_team();
        bool is_new;
        ROLLED
        for (u32 i = warp.thread(); i < list.n; i += warp.threads()) find_or_put(table, marks.log2, list.at[i], is_new);
    } else if (warp.is_block) {
        marks.log2 = 0;
        marks.at = warp.den();
        ROLLED
        for (u32 i = warp.thread(); i < list.n; i += warp.threads()) {
            const u32 v = list.at[i];
            atomicOr(warp.den() + (v >> 5), 1u << (v & 31));
        }
        __threadfence_block();
    }
    warp.sync_team();
    return marks;
}

// Leaves the block's bitmap zero again. All warps of the team must be done with the marks.
DEVICE void unmark(Warp& warp, const Marks& marks) {
    if (marks.log2 != 0) return;
    ROLLED
    for (u32 i = warp.thread(); i < marks.list.n; i += warp.threads()) warp.den()[marks.list.at[i] >> 5] = 0;
    __threadfence_block();
    warp.sync_team();
}

#if GPM_LEAF_MARKS > 0
// A warp holds a list for the candidates of a leaf, if it fits its own table and they are enough to pay for that.
DEVICE Marks mark_for_leaf(Warp& warp, List list, u32 candidates) {
    u32* table = shared_memory()->leaf_marks[warp.index];
    if (list.n > GPM_LEAF_MARKS / 2 || list.n < 4 || candidates < 8) return {list, table, NONE};
    const u32 log2 = table_log2(list.n), size = 1u << log2;
    __syncwarp();
    ROLLED
    for (u32 i = warp.lane; i < size; i += 32) table[i] = EMPTY;
    __syncwarp();
    bool is_new;
    ROLLED
    for (u32 i = warp.lane; i < list.n; i += 32) find_or_put(table, log2, list.at[i], is_new);
    __syncwarp();
    return {list, table, log2};
}
#endif
