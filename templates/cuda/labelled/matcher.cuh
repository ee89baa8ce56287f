// matcher.cuh: a partial match, as a warp has it. A lane has a pattern vertex: its masks, what it is matched to, and where the candidates
// are written that it has left.

constexpr u32 IN_SLAB = 1u << 31;  // of where a list is: it is in the warp's memory

// A level of the search whose candidates are being tried. Written to memory while the levels below are.
struct Frame {
    u32 left_at[32];  // by vertex, what it had left before
    u32 left_n[32];
    u32 vertex;       // whose candidates are tried
    u32 open;         // its part
    u32 at;           // the next candidate
    u32 end;
    u32 blame;        // who is to blame if nothing is found
    u32 rest;         // vertices of parts that are not counted yet, below the candidate in hand
    u32 top;          // end of the lists
    u32 reserved;
    u64 weight[2];    // data vertices that the candidate stands for, times orders of pattern vertices
    u64 product[2];   // matches of the parts below it that are counted
    u64 sum[2];       // matches below earlier candidates
    u64 began;        // of the first frame: clock when the warp began
    u32 unused[10];
};
static_assert(sizeof(Frame) == FRAME_WORDS * sizeof(u32), "the host lays memory out otherwise");

DEVICE u128 joined(const u64* halves) { return (u128)halves[1] << 64 | halves[0]; }

DEVICE void split(u64* halves, u128 number) {
    halves[0] = (u64)number;
    halves[1] = (u64)(number >> 64);
}

// What the lanes of a warp share: what it rarely needs of its pattern, and what it counts leaves with.
struct Scratch {
    u32 rows;                   // where the pattern's rows are written
    u32 size;
    u32 base[LABELLED_SIZE];    // by vertex, see PatternVertex
    u32 ranks[LABELLED_SIZE];
    u32 core[LABELLED_SIZE];
    u32 urgency[LABELLED_SIZE];
    // By leaf, of its list, as the lists of all leaves are read one after the other:
    u32 end[8];                 // the place there where it ends
    u32 begin[8];               // what is to be added to a place there for that in the list
    u32 at[8];                  // where the list is written
    u64 ways[SUBSETS];          // of those without the first vertex
    i64 term[SUBSETS];
    u32 shared[SUBSETS];
    u32 table[SUBSET_KEYS];     // candidates, and in the low bits which of the vertices have them
};
// Words of shared memory of a warp: its task, and these.
constexpr u32 LABELLED_SHARED_WORDS = LABELLED_TASK_WORDS + sizeof(Scratch) / sizeof(u32);
static_assert(LABELLED_SHARED_WORDS == 1550, "the host lays shared memory out otherwise");

// Of a pattern vertex, see there.
struct Masks {
    u32 neighbors;
    u32 alike;
    u32 twins;
};

struct Matcher {
    const LabelledLaunch& launch;
    Scratch& scratch;
    Frame* frames;
    u32* lists;
    u32 lane;
    // ---- the lane's vertex
    Masks own;
    u32 match;
    u32 left_at;
    u32 left_n;
    // ---- the warp's
    u32 placed;      // vertices that are matched
    u32 top;         // end of the lists
    bool overflows;

    DEVICE const u32* list(u32 at) const { return (at & IN_SLAB) != 0 ? lists + (at & ~IN_SLAB) : launch.words + at; }
    // The union of masks that some lanes have.
    DEVICE u32 union_of(u32 vertices, u32 mask) const { return __reduce_or_sync(FULL, (vertices >> lane & 1) != 0 ? mask : 0); }
    DEVICE u32 of(u32 vertex, u32 value) const { return __shfl_sync(FULL, value, vertex); }
};

// The first place in an ascending list whose element is no less than x.
DEVICE u32 lower_bound(const u32* list, u32 n, u32 x) {
    u32 low = 0;
    ROLLED
    while (n > 0) {
        const u32 half = n / 2;
        if (list[low + half] < x) {
            low += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return low;
}

DEVICE bool contains(const u32* list, u32 n, u32 x) {
    const u32 at = lower_bound(list, n, x);
    return at < n && list[at] == x;
}

// Leaves a vertex those of its candidates that are in a row.
DEVICE void meet(Matcher& warp, u32 vertex, u32 row_at, u32 row_n) {
    const u32 old_at = warp.of(vertex, warp.left_at), old_n = warp.of(vertex, warp.left_n);
    const bool is_row_short = row_n < old_n;
    const u32* const shorter = warp.list(is_row_short ? row_at : old_at);
    const u32* const longer = warp.list(is_row_short ? old_at : row_at);
    const u32 n = min_of(row_n, old_n), most = max_of(row_n, old_n), begin = warp.top;
    ROLLED
    for (u32 i = 0; i < n; i += 32) {
        const u32 x = i + warp.lane < n ? shorter[i + warp.lane] : NONE;
        const bool is_in = x != NONE && contains(longer, most, x);
        const u32 bits = __ballot_sync(FULL, is_in);
        if (is_in) warp.lists[warp.top + __popc(bits & bits_below(warp.lane))] = x;
        warp.top += __popc(bits);
    }
    __syncwarp();
    if (warp.lane == vertex) {
        warp.left_at = begin | IN_SLAB;
        warp.left_n = warp.top - begin;
    }
}

// Leaves the open vertices next to one that was just matched those candidates that are adjacent to its match; whoever is to blame if one has none,
// else 0.
DEVICE u32 narrow_around(Matcher& warp, u32 vertex, u32 open) {
    const u32 around = warp.of(vertex, warp.own.neighbors) & open;
    if (around == 0) return 0;
    const u32 x = warp.of(vertex, warp.match), base = warp.scratch.base[vertex];
    const u32 rank = warp.launch.words[warp.scratch.ranks[vertex] + (x - base)];
    u32 row_at = 0, row_n = 0;
    const bool is_around = (around >> warp.lane & 1) != 0;
    if (is_around) {
        const u32* const rows = warp.launch.words + warp.scratch.rows + 2 * (vertex * warp.scratch.size + warp.lane);
        const u32* const bounds = warp.launch.words + rows[0];
        row_at = bounds[rank];
        row_n = bounds[rank + 1] - row_at;
        row_at += rows[1];
    }
    const u32 matched = warp.own.neighbors & ~open;
    u32 without = __ballot_sync(FULL, is_around && row_n == 0);
    const bool is_first = matched == 1u << vertex;
    u32 others = __ballot_sync(FULL, is_around && !is_first);
    if (is_around && is_first) {
        warp.left_at = row_at;
        warp.left_n = row_n;
    }
    ROLLED
    while (without == 0 && others != 0) {
        const u32 next = __ffs(others) - 1;
        others &= others - 1;
        meet(warp, next, warp.of(next, row_at), warp.of(next, row_n));
        if (warp.of(next, warp.left_n) == 0) without = 1u << next;
    }
    return without == 0 ? 0 : warp.of(__ffs(without) - 1, matched);
}
