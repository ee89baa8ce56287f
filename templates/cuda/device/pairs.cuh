// pairs.cuh: pairs of two-hop paths from a root that end at the same vertex [ChibaNishizeki1985]. Each path adds how many came to its end
// before it, so that no end is listed or looked up.
//
// A counter may stand for each vertex where paths can end, as small as what it may come to: no vertex has more paths than the root has
// members. Where the team's shared memory has no room for these, a hash table holds vertices with their numbers of paths; where paths are
// too many for that as well, a block has counters for the first of the vertices there, and for the others in its own memory.

// A root of so many members is a block's: its paths would keep a warp for long.
constexpr u32 MEMBERS_OF_BLOCK = 1024;

// log2 of the counters in a word.
DEVICE u32 counters_log2(u32 members) { return members < 0x100 ? 2 : members < 0x10000 ? 1 : 0; }

// Words of counters for so many vertices, one at least.
DEVICE u32 counter_words(u32 vertices, u32 log2) { return (vertices - 1 >> log2) + 1; }

// The low bits of an entry of the table, which count; the others hold one of so many vertices. 0 if these leave too few. No entry in
// use is EMPTY.
DEVICE u32 count_bits(u32 vertices, u32 members) {
    const u32 bits = 32 - log2_ceil(vertices);
    return members < (1ull << bits) - 1 ? bits : 0;
}

// Words of a table for so many paths.
DEVICE u64 table_words(u64 paths) { return paths + paths / 2 + 32; }

// At how many vertices paths may end.
DEVICE u32 num_ends(const Launch& launch, const Ends& ends) { return min_of(ends.high, launch.num_vertices) - ends.low; }

// Words of shared memory to count the pairs of a root; NONE64 if there are none. One lane.
DEVICE u64 pairs_words(const Launch& launch, List members, const View& view, const Ends& ends) {
    const u32 vertices = num_ends(launch, ends), share = warp_share(launch);
    if (vertices == 0) return NONE64;
    if (members.n >= MEMBERS_OF_BLOCK) return launch.share_words;
    const u32 words = counter_words(vertices, counters_log2(members.n));
    if (words <= share) return words;
    if (count_bits(vertices, members.n) == 0) return launch.share_words;
    const u64 needed = table_words(bound_paths(members, view, ends, share));
    return needed <= share ? needed : launch.share_words;
}

// One more path to a vertex: how many came before it.
DEVICE u32 put_path(u32* table, u32 words, u32 bits, u32 vertex) {
    for (u32 place = __umulhi(vertex * 0x9e3779b1u, words);; place = place + 1 == words ? 0 : place + 1) {
        const u32 found = atomicCAS(table + place, EMPTY, vertex << bits | 1);
        DID(ADDED_NEAR, 1);
        if (found == EMPTY) return 0;
        if (found >> bits == vertex) return atomicAdd(table + place, 1) & bits_below(bits);
    }
}

// The team counts the pairs of paths from its root; the lane's part of them. Ends with the team in step.
DEVICE i64 count_pairs(Warp& warp, List members, const View& view, const Ends& ends, u32* memory, u32 words) {
    const u32 vertices = num_ends(warp.launch, ends);
    if (vertices == 0) return 0;
    const auto ends_through = [&](u32 i) { return i < members.n ? ends_of(view, members.at[i], ends) : List{nullptr, 0}; };
    const u32 log2 = counters_log2(members.n), wanted = counter_words(vertices, log2);
    u32 bits = wanted > words ? count_bits(vertices, members.n) : 0, used = min_of(wanted, words);
    if (bits != 0) {
        u64 paths = 0;
        for (u32 i = warp.lane; i < members.n; i += 32) paths += ends_through(i).n;
        for (u32 distance = 16; distance > 0; distance >>= 1) paths += __shfl_xor_sync(FULL, paths, distance);
        if (table_words(paths) <= words) used = (u32)table_words(paths);
        else bits = 0;
    }
    // Vertices from here on have counters in the block's memory.
    const u32 far = bits != 0 || used == wanted ? vertices : used << log2;
    u32* const counts = warp.den() + warp.launch.codegrees_offset;
    for (u32 i = warp.thread(); i < used; i += warp.threads()) memory[i] = bits != 0 ? EMPTY : 0;
    warp.sync_team();
    u64 pairs = 0;
    for (u32 first = warp.rank(); first < members.n; first += warp.threads()) {
        // Most roots have no second round.
        if (first >= warp.threads() && warp.watch()) break;
        each_end(warp, ends_through(first + warp.lane * warp.warps()), true, [&](bool is_there, u32, u32 v) {
            if (!is_there) return;
            DID(READ, 1);
            const u32 vertex = v - ends.low;
            if (bits != 0) {
                pairs += put_path(memory, used, bits, vertex);
            } else if (vertex < far) {
                const u32 size = 32 >> log2, shift = (vertex & bits_below(log2)) * size;
                DID(ADDED_NEAR, 1);
                const u32 before = atomicAdd(memory + (vertex >> log2), 1u << shift) >> shift;
                pairs += size == 32 ? before : before & bits_below(size);
            } else {
                DID(ADDED_FAR, 1);
                pairs += atomicAdd(counts + vertex, 1);
            }
        });
    }
    if (far < vertices) {
        // Leaves them zero again.
        __threadfence_block();
        warp.sync_team();
        for (u32 i = warp.thread(); i < members.n; i += warp.threads()) {
            const List beyond = above(ends_through(i), ends.low + far - 1);
            for (u32 at = 0; at < beyond.n; ++at) counts[beyond.at[at] - ends.low] = 0;
        }
        __threadfence_block();
    }
    warp.sync_team();
    return (i64)pairs;
}

// ---- short roots side by side: one table for those of all lanes, which holds vertices with the lanes whose roots they are reached from

// Log2 of the lanes that a key tells apart.
constexpr u32 LANE_BITS = 5;

// The low bits of an entry of this table, which count; 0 if there are too few for roots of so many members.
DEVICE u32 lane_count_bits(const Launch& launch, u32 members) {
    return launch.num_vertices >> (32 - LANE_BITS) == 0 ? count_bits(launch.num_vertices << LANE_BITS, members) : 0;
}

// Words of shared memory for the pairs of a root with few members: 0 if the paths from 32 such roots have room in the table of a warp, NONE64
// if there are no pairs. One lane.
DEVICE u64 short_pairs_words(const Launch& launch, List members, const View& view, const Ends& ends) {
    const u32 share = warp_share(launch);
    const u64 paths = bound_paths(members, view, ends, max_of(share >> LANE_BITS, 1));
    if (paths < 2) return NONE64;
    const bool is_short = table_words(paths << LANE_BITS) <= share && lane_count_bits(launch, launch.short_rows) != 0;
    return is_short ? 0 : pairs_words(launch, members, view, ends);
}

// The pairs of paths from up to 32 roots, of which each lane has its own, or NONE, and its members; the lane's part of them. `ends` says where
// paths from a root end.
template <class EndsOf> DEVICE i64 count_pairs_side_by_side(Warp& warp, u32 own, List members, const View& view, const EndsOf& ends) {
    u32* const table = warp.own_share();
    const u32 words = warp_share(warp.launch), bits = lane_count_bits(warp.launch, warp.launch.short_rows);
    for (u32 i = warp.lane; i < words / 4; i += 32) ((Word*)table)[i] = {EMPTY, EMPTY, EMPTY, EMPTY};
    __syncwarp();
    const u32 last = sum_up_to(warp.lane, members.n), all = __shfl_sync(FULL, last, 31);
    u64 pairs = 0;
    for (u32 base = 0; base < all; base += 32) {
        if (warp.watch()) break;
        const u32 at = base + warp.lane, owner = lane_of(last, at), root = __shfl_sync(FULL, own, owner);
        const u32 i = at - __shfl_sync(FULL, last - members.n, owner);
        const u32* const of_owner = (const u32*)__shfl_sync(FULL, (u64)members.at, owner);
        const List through = at < all ? ends_of(view, of_owner[i], ends(root)) : List{nullptr, 0};
        each_end(warp, through, true, [&](bool is_there, u32 member, u32 v) {
            const u32 lane = __shfl_sync(FULL, owner, member);
            if (!is_there) return;
            DID(READ, 1);
            pairs += put_path(table, words, bits, v << LANE_BITS | lane);
        });
    }
    __syncwarp();
    return (i64)pairs;
}
