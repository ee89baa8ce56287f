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

// Counts by subset of some vertices with the same label the candidates that these have and no others: each is put into a table with who has it.
// Of long lists those before a candidate are, then those before another.
DEVICE void share_out(Matcher& warp, u32 group, u32 taken) {
    Scratch& scratch = warp.scratch;
    const u32 base = warp.scratch.base[__ffs(group) - 1];
    const bool is_in = (group >> warp.lane & 1) != 0;
    u32 from = is_in ? 0 : warp.left_n;
    ROLLED
    for (;;) {
        const u32 left = warp.left_n - from;
        u32 to = warp.left_n;
        if (__reduce_add_sync(FULL, min_of(left, MOST_SHARED + 1)) > MOST_SHARED) {
            const u32* const list = warp.list(warp.left_at) + from;
            const u32 most = MOST_SHARED / __popc(group), bound = __reduce_min_sync(FULL, left > most ? list[most] : NONE);
            if (left > 0) to = from + lower_bound(list, min_of(left, most), bound);
        }
        const u32 last = sum_up_to(warp.lane, to - from), entries = __shfl_sync(FULL, last, 31);
        if (warp.lane < SUBSET_SIZE + 2) scratch.end[warp.lane] = NONE;
        __syncwarp();
        if (is_in) {
            const u32 number = __popc(group & bits_below(warp.lane));
            scratch.end[number] = last;
            scratch.at[number] = warp.left_at;
            scratch.begin[number] = to - last;
        }
        from = to;
        const u32 size = 1u << log2_ceil(max_of(entries + entries / 3, 64));
        for (u32 i = warp.lane; i < size / 2; i += 32) ((u64*)scratch.table)[i] = NONE64;
        __syncwarp();
        ROLLED
        for (u32 i = warp.lane; i < entries; i += 32) {
            u32 number = i < scratch.end[3] ? 0 : 4;
            if (i >= scratch.end[number + 1]) number += 2;
            if (i >= scratch.end[number]) number += 1;
            const u32 key = warp.list(scratch.at[number])[scratch.begin[number] + i] - base;
            const u32 entry = key << SUBSET_SIZE | 1u << number;
            u32 place = __umulhi(key * 0x9e3779b1u, size);
            for (;;) {
                const u32 found = atomicCAS(scratch.table + place, NONE, entry);
                if (found == NONE) break;
                if (found >> SUBSET_SIZE == key) {
                    atomicOr(scratch.table + place, 1u << number);
                    break;
                }
                place = (place + 1) & (size - 1);
            }
        }
        __syncwarp();
        if ((taken >> warp.lane & 1) != 0) {
            const u32 key = warp.match - base;
            u32 place = __umulhi(key * 0x9e3779b1u, size);
            while (scratch.table[place] != NONE && scratch.table[place] >> SUBSET_SIZE != key) place = (place + 1) & (size - 1);
            // It stays, for nobody.
            if (scratch.table[place] != NONE) scratch.table[place] = key << SUBSET_SIZE;
        }
        __syncwarp();
        for (u32 i = warp.lane; i < size / 2; i += 32) {
            const u64 two = ((const u64*)scratch.table)[i];
            if ((u32)two != NONE) atomicAdd(scratch.shared + ((u32)two & (SUBSETS - 1)), 1u);
            if (two >> 32 != NONE) atomicAdd(scratch.shared + ((u32)(two >> 32) & (SUBSETS - 1)), 1u);
        }
        if (__ballot_sync(FULL, from < warp.left_n) == 0) break;
    }
}

// Counts by subset of some vertices the candidates that all of them share.
DEVICE void share(Matcher& warp, u32 group, u32 taken) {
    Scratch& scratch = warp.scratch;
    scratch.shared[warp.lane] = 0;
    scratch.shared[32 + warp.lane] = 0;
    __syncwarp();
    share_out(warp, group, taken);
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
