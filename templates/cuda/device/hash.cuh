// hash.cuh: open addressing tables of vertices in shared memory, a power of two in size and at most half full.

constexpr u32 EMPTY = 0xffffffffu;

// log2 of the entries of a table for n vertices.
DEVICE u32 table_log2(u32 n) { return log2_ceil(max_of(2 * n, 32)); }

DEVICE u32 hash_of(u32 v, u32 log2) { return (v * 0x9e3779b1u) >> (32 - log2); }

// The place of v in the table, or NONE.
DEVICE u32 find(const u32* table, u32 log2, u32 v) {
    const u32 mask = (1u << log2) - 1;
    for (u32 place = hash_of(v, log2);; place = (place + 1) & mask) {
        const u32 found = table[place];
        DID(PROBED, 1);
        if (found == v) return place;
        if (found == EMPTY) return NONE;
    }
}

// The place of v, put there if need be; `is_new` says whether this call put it.
DEVICE u32 find_or_put(u32* table, u32 log2, u32 v, bool& is_new) {
    const u32 mask = (1u << log2) - 1;
    for (u32 place = hash_of(v, log2);; place = (place + 1) & mask) {
        const u32 found = atomicCAS(table + place, EMPTY, v);
        DID(ADDED_NEAR, 1);
        if (found == EMPTY || found == v) {
            is_new = found == EMPTY;
            return place;
        }
    }
}
