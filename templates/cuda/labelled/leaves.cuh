// leaves.cuh: vertices of which no two are adjacent, and which may be matched to the same data vertices: their matches are counted together. The
// CPU does the same in gpm-runtime/src/brief/leaves.rs.

// Whether x is what one of some vertices is matched to. Lanes may ask for different ones.
DEVICE bool is_taken(const Matcher& warp, u32 x, u32 taken) {
    bool found = false;
    ROLLED
    for (; taken != 0; taken &= taken - 1) {
        const bool is_it = warp.of(__ffs(taken) - 1, warp.match) == x;
        found = found || is_it;
    }
    return found;
}

// How many candidates of a vertex are not taken.
DEVICE u32 free_of(const Matcher& warp, u32 vertex, u32 taken) {
    const u32* const list = warp.list(warp.of(vertex, warp.left_at));
    const u32 n = warp.of(vertex, warp.left_n);
    const bool is_in = (taken >> warp.lane & 1) != 0 && contains(list, n, warp.match);
    return n - __popc(__ballot_sync(FULL, is_in));
}

// How many candidates two vertices share that are not taken.
DEVICE u32 both_of(const Matcher& warp, u32 one, u32 other, u32 taken) {
    const u32 one_n = warp.of(one, warp.left_n), other_n = warp.of(other, warp.left_n);
    const u32* const one_list = warp.list(warp.of(one, warp.left_at));
    const u32* const other_list = warp.list(warp.of(other, warp.left_at));
    const bool is_one = one_n <= other_n;
    const u32* const shorter = is_one ? one_list : other_list;
    const u32* const longer = is_one ? other_list : one_list;
    const u32 n = min_of(one_n, other_n), most = max_of(one_n, other_n);
    u32 both = 0;
    ROLLED
    for (u32 i = 0; i < n; i += 32) {
        const u32 x = i + warp.lane < n ? shorter[i + warp.lane] : NONE;
        const bool is_owned = is_taken(warp, x, taken);
        both += __popc(__ballot_sync(FULL, x != NONE && !is_owned && contains(longer, most, x)));
    }
    return both;
}

// Counts by subset of some vertices the candidates that these have and no others, in whose lists there are so many entries: each candidate is
// put into a table, with who has it.
DEVICE void share_by_table(Matcher& warp, u32 group, u32 taken, u32 entries) {
    Scratch& scratch = warp.scratch;
    const u32 size = 1u << log2_ceil(max_of(entries + entries / 3, 32));
    for (u32 i = warp.lane; i < size; i += 32) scratch.keys[i] = NONE;
    __syncwarp();
    const auto place_of = [&](u32 x) { return __umulhi(x * 0x9e3779b1u, size); };
    u32 own = 0;
    ROLLED
    for (u32 rest = group; rest != 0; rest &= rest - 1, ++own) {
        const u32 vertex = __ffs(rest) - 1, n = warp.of(vertex, warp.left_n);
        const u32* const list = warp.list(warp.of(vertex, warp.left_at));
        // Of a list no two lanes have the same.
        ROLLED
        for (u32 i = warp.lane; i < n; i += 32) {
            const u32 x = list[i];
            u32 place = place_of(x), found = atomicCAS(scratch.keys + place, NONE, x);
            while (found != NONE && found != x) {
                place = (place + 1) & (size - 1);
                found = atomicCAS(scratch.keys + place, NONE, x);
            }
            scratch.who[place] = (u8)((found == NONE ? 0u : scratch.who[place]) | 1u << own);
        }
        __syncwarp();
    }
    if ((taken >> warp.lane & 1) != 0) {
        u32 place = place_of(warp.match);
        while (scratch.keys[place] != NONE && scratch.keys[place] != warp.match) place = (place + 1) & (size - 1);
        scratch.who[place] = 0;
    }
    __syncwarp();
    for (u32 i = warp.lane; i < size; i += 32) {
        const u32 who = scratch.keys[i] != NONE ? scratch.who[i] : 0;
        if (who != 0) atomicAdd(scratch.shared + who, 1u);
    }
}

// The same where they are too many for that: each candidate is looked for in the other lists.
DEVICE void share_by_search(Matcher& warp, u32 group, u32 taken) {
    Scratch& scratch = warp.scratch;
    u32 own = 0;
    ROLLED
    for (u32 rest = group; rest != 0; rest &= rest - 1, ++own) {
        const u32 vertex = __ffs(rest) - 1, n = warp.of(vertex, warp.left_n);
        const u32* const list = warp.list(warp.of(vertex, warp.left_at));
        ROLLED
        for (u32 i = 0; i < n; i += 32) {
            const u32 x = i + warp.lane < n ? list[i + warp.lane] : NONE;
            const bool is_owned = is_taken(warp, x, taken);
            bool is_counted = x != NONE && !is_owned;
            u32 who = 0, at = 0;
            ROLLED
            for (u32 all = group; all != 0; all &= all - 1, ++at) {
                const u32 other = __ffs(all) - 1, other_n = warp.of(other, warp.left_n);
                const u32* const other_list = warp.list(warp.of(other, warp.left_at));
                const bool has = is_counted && (at == own || contains(other_list, other_n, x));
                // It is counted in the first list that it is in.
                if (has && at < own) is_counted = false;
                who |= (u32)has << at;
            }
            if (is_counted) atomicAdd(scratch.shared + who, 1u);
        }
    }
}

// Counts by subset of some vertices the candidates that all of them share.
DEVICE void share(Matcher& warp, u32 group, u32 taken) {
    Scratch& scratch = warp.scratch;
    scratch.shared[warp.lane] = 0;
    scratch.shared[32 + warp.lane] = 0;
    __syncwarp();
    const bool is_in = (group >> warp.lane & 1) != 0;
    const u32 entries = __reduce_add_sync(FULL, is_in ? min_of(warp.left_n, SUBSET_KEYS) : 0);
    if (entries <= SUBSET_KEYS - SUBSET_KEYS / 4) share_by_table(warp, group, taken, entries);
    else share_by_search(warp, group, taken);
    __syncwarp();
    // From those that these vertices share and no others, to those that they share.
    u32 low = scratch.shared[warp.lane], high = scratch.shared[32 + warp.lane];
#pragma unroll
    for (u32 bit = 1; bit < 32; bit <<= 1) {
        const u32 more_low = __shfl_sync(FULL, low, warp.lane | bit), more_high = __shfl_sync(FULL, high, warp.lane | bit);
        if ((warp.lane & bit) == 0) {
            low += more_low;
            high += more_high;
        }
    }
    scratch.shared[warp.lane] = low + high;
    scratch.shared[32 + warp.lane] = high;
    __syncwarp();
}

// What a block of so many vertices that choose the same candidate comes with: (-1)^(n - 1) (n - 1)!
DEVICE i64 sign_of(u32 n) { return n <= 1 ? 1 : n == 2 ? -1 : n == 3 ? 2 : n == 4 ? -6 : n == 5 ? 24 : -120; }

// The ways to choose different candidates for up to SUBSET_SIZE vertices, by inclusion and exclusion: of the ways to choose a candidate for each those
// are taken out in which some choose the same one. A lane has a subset of the vertices but the first. What is met on the way must fit.
DEVICE u128 ways_by_subsets(Matcher& warp, u32 group, u32 taken) {
    share(warp, group, taken);
    Scratch& scratch = warp.scratch;
    const u32 size = __popc(group), all = 1u << size, set = 2 * warp.lane;
    const bool has_set = set < all;
    for (u32 block = warp.lane; block < SUBSETS; block += 32) scratch.term[block] = (i64)scratch.shared[block] * sign_of(__popc(block));
    if (warp.lane == 0) split(scratch.ways, 1);
    __syncwarp();
    ROLLED
    for (u32 members = 1; members < size; ++members) {
        if (has_set && __popc(set) == members) {
            // The block of its first vertex: all of it chooses one candidate.
            const u32 first = set & (0 - set), others = set & ~first;
            i128 ways = 0;
            u32 block = others;
            ROLLED
            for (;;) {
                ways += (i128)scratch.term[first | block] * (i128)joined(scratch.ways + (others & ~block));
                if (block == 0) break;
                block = (block - 1) & others;
            }
            split(scratch.ways + set, (u128)ways);
        }
        __syncwarp();
    }
    // The block of the first vertex of all, with those that a lane does not have.
    i128 found = has_set ? (i128)scratch.term[all - 1 & ~set] * (i128)joined(scratch.ways + set) : 0;
#pragma unroll
    for (u32 distance = 16; distance > 0; distance >>= 1) {
        const u64 low = __shfl_xor_sync(FULL, (u64)found, distance), high = __shfl_xor_sync(FULL, (u64)(found >> 64), distance);
        found += (i128)((u128)high << 64 | low);
    }
    __syncwarp();
    return (u128)found;
}

// Whether leaves are counted together, and not one after the other.
DEVICE bool are_counted(const Matcher& warp, u32 group) {
    const u32 first = __ffs(group) - 1;
    return (group & ~warp.of(first, warp.own.twins)) == 0 || __popc(group) <= SUBSET_SIZE;
}

// How many ways there are to match leaves of which that is so to different candidates that are left, and not to those of the vertices in `taken`.
DEVICE u128 ways_of(Matcher& warp, u32 group, u32 taken) {
    const u32 first = __ffs(group) - 1, others = group & (group - 1);
    u128 ways = 1;
    if ((group & ~warp.of(first, warp.own.twins)) == 0) {
        const u32 n = free_of(warp, first, taken), number = __popc(group);
        ROLLED
        for (u32 placed = 0; placed < number; ++placed) {
            if (multiply(ways, placed < n ? n - placed : 0)) warp.overflows = true;
        }
        return ways;
    }
    if ((others & others - 1) == 0) {
        const u32 second = __ffs(others) - 1;
        const u64 all = (u64)free_of(warp, first, taken) * free_of(warp, second, taken);
        return all - both_of(warp, first, second, taken);
    }
    // Sums on the way are smaller than the product of all choices, times the number of subsets and what their signs come with.
    double magnitude = 1e6;
    ROLLED
    for (u32 rest = group; rest != 0; rest &= rest - 1) magnitude *= warp.of(__ffs(rest) - 1, warp.left_n);
    if (magnitude > 1e38) {
        warp.overflows = true;
        return 0;
    }
    return ways_by_subsets(warp, group, taken);
}
