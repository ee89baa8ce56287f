// rows.cuh: the bit rows of all roots. A root's members are its smaller neighbors, known by their place; each of its neighbors has a row,
// in the order of the graph's: which members it is adjacent to. The members' own come first and are the matrix of the local graph; the
// others, if the search wants them, are those of the vertices that make a clique not maximal. Entry point: any grid, no shared memory.

// Whether `v` is in a sorted list.
DEVICE bool is_among(const u32* list, u32 length, u32 v) {
    u32 low = 0;
    for (u32 left = length; left > 0;) {
        const u32 half = left / 2;
        const bool is_right = list[low + half] < v;
        low += is_right ? half + 1 : 0;
        left = is_right ? left - half - 1 : half;
    }
    return low < length && list[low] == v;
}

// Where the bit rows of a root are.
DEVICE u32* rows_of(const CliqueLaunch& launch, u32 root) {
    return launch.rows + (launch.row_offsets[root] - launch.first_word);
}

// Warps take 32 entries of the graph's rows at a time, so that a vertex of a great many neighbors keeps nobody waiting.
extern "C" __global__ void gpm_rows(const __grid_constant__ CliqueLaunch launch) {
    const View& graph = launch.graph;
    const u32 lane = threadIdx.x & 31;
    const u64 warp = (u64)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, warps = (u64)gridDim.x * (blockDim.x / 32);
    const u64 end = begin_of(graph.descriptors[launch.last_root]);
    if (warp == 0 && lane == 0) launch.control->num_small = launch.last_root - launch.first_root;
    for (u64 from = begin_of(graph.descriptors[launch.first_root]) + 32 * warp; from < end; from += 32 * warps) {
        const u64 to = from + 32 < end ? from + 32 : end;
        // The last root whose row begins at or before the first entry.
        u32 root = launch.first_root, after = launch.last_root;
        while (after - root > 1) {
            const u32 middle = root + (after - root) / 2;
            if (begin_of(graph.descriptors[middle]) <= from) root = middle;
            else after = middle;
        }
        for (u64 entry = from; entry < to; ++entry) {
            while (begin_of(graph.descriptors[root + 1]) <= entry) ++root;
            const u64 own = graph.descriptors[root], begin = begin_of(own);
            const u32 members = split_of(own), words = (members + 31) / 32, u = graph.neighbors[entry];
            // Rows of larger neighbors are not always wanted.
            if ((entry - begin) * words >= launch.row_offsets[root + 1] - launch.row_offsets[root]) continue;
            const u64 other = graph.descriptors[u];
            u32* const row = rows_of(launch, root) + (entry - begin) * words;
            for (u32 word = 0; word < words; ++word) {
                const u32 at = 32 * word + lane;
                bool is_adjacent = false;
                if (at < members) {
                    const u32 member = graph.neighbors[begin + at];
                    if (member < u) {
                        is_adjacent = is_among(graph.neighbors + begin_of(other), split_of(other), member);
                    } else if (member > u) {
                        const u64 larger = graph.descriptors[member];
                        is_adjacent = is_among(graph.neighbors + begin_of(larger), split_of(larger), u);
                    }
                }
                const u32 bits = __ballot_sync(FULL, is_adjacent);
                if (lane == 0) row[word] = bits;
            }
        }
    }
}
