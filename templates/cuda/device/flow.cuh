// flow.cuh: the rows of many candidates, streamed one behind the other. Whoever waited at the end of its row for the longest of a warp would be
// idle for most of the time.

// How many elements below a bound, of the rows of the candidates from `first` on and before `end`, are in a set: the lane's part. Groups take
// turns at candidates; where a row begins and ends is asked for while the one before it is streamed. Called by converged warps.
template <class Row>
DEVICE u32 common_of_rows(const Group& group, const Marks& set, List candidates, u32 first, u32 end, u32 bound, Row row_of) {
    constexpr List NOTHING = {nullptr, 0};
    // Nothing from here on is in the set, or below the bound.
    const bool is_bitmap = set.log2 == 0;
    const u32 limit = is_bitmap ? min_of(bound, set.end) : bound, last = max_of(limit, 1) - 1, step = group.count();
    u32 found = 0;
    u32 at = first + group.index - step;  // the candidate whose row is streamed
    List next = at + step < end ? row_of(candidates.at[at + step]) : NOTHING;
    u32 behind = at + 2 * step < end ? candidates.at[at + 2 * step] : NONE;
    // The row, in elements from a quad's beginning; the group's next quad.
    const Word* from = nullptr;
    u32 row_begin = 0, row_end = 0, quads = 0;
    for (;;) {
        if (4 * quads >= row_end) {
            at += step;
            row_begin = (u32)((u64)next.at / sizeof(u32)) & 3;
            row_end = next.n == 0 ? 0 : row_begin + next.n;
            from = (const Word*)(next.at - row_begin) + group.lane;
            quads = 0;
            next = behind != NONE ? row_of(behind) : NOTHING;
            behind = at + 2 * step < end ? candidates.at[at + 2 * step] : NONE;
        }
        if (!__any_sync(FULL, (int)(end - at) > 0)) break;
        const u32 begin = 4 * (quads + group.lane);
        Word quad = {NONE, NONE, NONE, NONE};
        if (begin < row_end) {
            DID(READ, 4);
            quad = from[quads];
        }
        // What is before the row, or behind it.
#pragma unroll
        for (u32 k = 0; k < 4; ++k) {
            if (begin + k - row_begin >= row_end - row_begin) quad.part[k] = NONE;
        }
        if (is_bitmap) {
            // No branch stands between the loads: see `Marks::among`.
#pragma unroll
            for (u32 k = 0; k < 4; ++k) {
                const u32 v = quad.part[k];
                DID(PROBED, v < limit);
                found += set.at[min_of(v, last) >> 5] >> (v & 31) & (u32)(v < limit);
            }
        } else {
            u32 wanted = 0;
#pragma unroll
            for (u32 k = 0; k < 4; ++k) wanted |= (u32)(quad.part[k] < limit) << k;
            found += __popc(set.among(quad, wanted));
        }
        quads += group.lanes;
        // Rows ascend.
        if (__ballot_sync(FULL, quad.part[3] >= limit) & group.mask) quads = 0x3fffff00;
    }
    return found;
}
