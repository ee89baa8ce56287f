// matrices.cuh: the bit matrices over the smaller neighbors of all vertices, which one kernel writes and another reads. Those of vertex v
// begin at word `matrix_offsets[v]`, rows as in local_graph.cuh; whoever has none has no words.

DEVICE u64 matrix_words(u32 n) { return (u64)n * ((n + 127) / 128) * 4; }

// The matrix of a vertex.
struct Matrix {
    u32* rows;
    u64 words;  // none where there is no matrix
    u32 width;  // words of a row

    DEVICE u32* row(u32 place) const { return rows + (u64)place * width; }
};

// The matrix of `owner`, which may be NONE.
DEVICE Matrix matrix_of(const Arguments& launch, u32 owner) {
    if (owner == NONE) return {nullptr, 0, 0};
    const u64 begin = __ldg(launch.matrix_offsets + owner), end = __ldg(launch.matrix_offsets + owner + 1);
    return {launch.matrices + begin, end - begin, (split(launch.view[0], owner) + 127) / 128 * 4};
}

// Which of up to `step` candidates, 32 at most, from `first` on and before `end`, are dealt to this device, which has their matrices.
DEVICE u32 dealt_here(const Warp& warp, List candidates, u32 first, u32 end, u32 step) {
    const u32 n = min_of(end - first, step), of = warp.launch.dealt_of;
    if (of == 1) return bits_below(n);
    return __ballot_sync(FULL, warp.lane < n && candidates.at[first + warp.lane] % of == warp.launch.dealt_index);
}

// The lanes of a group, eight at most, write which of the elements of `list` are in `set`. These are the members of the matrix before
// the root: as many as there are say which row it is. Rows are zero before, and written once.
static_assert(ROW_LANES <= 8, "a word of a row would be written before all of its quads are read");
DEVICE void write_row(const Group& group, const Matrix& matrix, List list, const Marks& set) {
    if (matrix.words == 0 || list.n == 0) return;
    u32* const row = matrix.row(list.n);
    Quads quads(list, group.lane, group.lanes, NONE);
    // Eight quads make a word, which the row has shifted by where the list begins in its first quad.
    u32 bits = 0, before = 0;
    for (u32 first = 0; 4 * first < quads.end; first += group.lanes) {
        if (quads.any()) bits |= set.among(quads.quad, quads.wanted()) << 4 * (quads.at & 7);
        quads.next();
        const u32 read = first + group.lanes;
        if ((read & 7) != 0 && 4 * read < quads.end) continue;
        // Lanes have different bits.
        const u64 word = (u64)group.sum(bits) << 32 >> quads.begin;
        bits = 0;
        const u32 whole = before | (u32)word;
        if (group.lane == 0 && first >= 8 && whole != 0) row[first / 8 - 1] = whole;
        before = (u32)(word >> 32);
    }
    if (group.lane == 0 && before != 0) row[(list.n - 1) / 32] = before;
}

// The same by a lane alone, which merges both lists: the set is a short one.
DEVICE void write_row(const OneLane&, const Matrix& matrix, List list, const Marks& set) {
    if (matrix.words == 0 || list.n == 0 || set.list.n == 0) return;
    u32* const row = matrix.row(list.n);
    u32 i = 0, j = 0, bits = 0, u = list.at[0], v = set.list.at[0];
    for (;;) {
        bits |= (u32)(u == v) << (i & 31);
        const bool next_u = u <= v, next_v = v <= u;
        DID(READ, next_u + next_v);
        i += next_u;
        j += next_v;
        if (next_u && (i & 31) == 0) {
            if (bits != 0) row[i / 32 - 1] = bits;
            bits = 0;
        }
        if (i == list.n || j == set.list.n) break;
        if (next_u) u = list.at[i];
        if (next_v) v = set.list.at[j];
    }
    if (bits != 0) row[i / 32] = bits;
}

#if GPM_BIT_SLOTS > 0
// The matrix of a root, in the team's shared memory if it fits there. Ends with the team in step.
DEVICE LocalGraph read_local_graph(Warp& warp, u32 root, List members) {
    const u32 n = members.n, words = words_of(n);
    const Word* rows = (const Word*)matrix_of(warp.launch, root).rows;
    if (matrix_words(n) <= warp.share_words()) {
        Word* near = (Word*)warp.share();
        ROLLED
        for (u32 i = warp.thread(); i < n * words; i += warp.threads()) {
            DID(READ, 4);
            near[i] = rows[i];
        }
        __threadfence_block();
        warp.sync_team();
        rows = near;
    }
    return {members, words, n, rows};
}

// The matrix of a lane's root of up to 128 members, read where it was written.
DEVICE LaneGraph lane_graph(const Arguments& launch, u32 root, List members) {
    return {members, members.n, (const Word*)matrix_of(launch, root).rows};
}
#endif
