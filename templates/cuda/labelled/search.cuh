// search.cuh: backtracking with candidates that shrink as neighbors are matched, a warp a task, a lane a vertex of the pattern. The CPU does the same
// in gpm-runtime/src/brief/search.rs, where it is said why.

// The level whose candidates are tried.
struct Level {
    u32 vertex;
    u32 open;
    u32 at;
    u32 end;
    u32 blame;
    u32 rest;
    u32 top;
    u128 weight;
    u128 product;
    u128 sum;
    // What the lane's vertex had left before.
    u32 left_at;
    u32 left_n;
};

DEVICE void keep(const Matcher& warp, Frame& frame, const Level& level) {
    frame.left_at[warp.lane] = level.left_at;
    frame.left_n[warp.lane] = level.left_n;
    if (warp.lane == 0) {
        frame.vertex = level.vertex;
        frame.open = level.open;
        frame.at = level.at;
        frame.end = level.end;
        frame.blame = level.blame;
        frame.rest = level.rest;
        frame.top = level.top;
        split(frame.weight, level.weight);
        split(frame.product, level.product);
        split(frame.sum, level.sum);
    }
    __syncwarp();
}

DEVICE void recall(const Matcher& warp, const Frame& frame, Level& level) {
    level.left_at = frame.left_at[warp.lane];
    level.left_n = frame.left_n[warp.lane];
    level.vertex = frame.vertex;
    level.open = frame.open;
    level.at = frame.at;
    level.end = frame.end;
    level.blame = frame.blame;
    level.rest = frame.rest;
    level.top = frame.top;
    level.weight = joined(frame.weight);
    level.product = joined(frame.product);
    level.sum = joined(frame.sum);
    __syncwarp();
}

// Begins with a vertex of a part: pattern twins are matched to data twins in order.
DEVICE void enter(Matcher& warp, Level& level, u32 vertex, u32 open) {
    const u32 alike = warp.of(vertex, warp.own.twins), mates = alike & warp.placed;
    level.vertex = vertex;
    level.open = open;
    level.at = 0;
    level.end = warp.of(vertex, warp.left_n);
    if (mates != 0) {
        const bool is_mate = (mates >> warp.lane & 1) != 0;
        const u32 least = __reduce_max_sync(FULL, is_mate ? warp.launch.twins[warp.match] : 0);
        level.at = lower_bound(warp.list(warp.of(vertex, warp.left_at)), level.end, least);
    }
    level.blame = (warp.of(vertex, warp.own.neighbors) & warp.placed) | mates;
    level.sum = 0;
    level.top = warp.top;
    level.left_at = warp.left_at;
    level.left_n = warp.left_n;
}

// In how many orders data vertices may be had by pattern twins that were matched to them in one, of which data twins have one.
DEVICE u128 permutations(const Matcher& warp, u32 twins) {
    const bool is_one = (twins >> warp.lane & 1) != 0;
    const u64 own = is_one ? warp.launch.twins[warp.match] : 1ull << 32 | warp.lane;
    const u32 same = __match_any_sync(FULL, own);
    const u32 before = __popc(twins & bits_below(warp.lane)), same_before = __popc(same & bits_below(warp.lane));
    u128 ways = 1;
    // After each of them this is a number of orders of the first ones: whole.
    ROLLED
    for (u32 rest = twins; rest != 0; rest &= rest - 1) {
        const u32 vertex = __ffs(rest) - 1;
        ways = divided(ways * (warp.of(vertex, before) + 1), warp.of(vertex, same_before) + 1);
    }
    return ways;
}

// Matches the level's vertex to the next candidate, for all of its twins that are free; how many these are.
DEVICE u32 take(Matcher& warp, Level& level) {
    const u32* const list = warp.list(warp.of(level.vertex, level.left_at));
    const u32 rivals = warp.of(level.vertex, warp.own.alike) & warp.placed;
    u32 free = 0, taken = 0, first = NONE, run;
    do {
        const u32 x = level.at + warp.lane < level.end ? list[level.at + warp.lane] : NONE;
        const u32 twin = x != NONE ? warp.launch.twins[x] : NONE;
        if (first == NONE) first = __shfl_sync(FULL, twin, 0);
        const u32 others = __ballot_sync(FULL, twin != first);
        run = others != 0 ? __ffs(others) - 1 : 32;
        u32 owned = 0;
        ROLLED
        for (u32 rest = rivals; rest != 0; rest &= rest - 1) {
            const u32 rival = __ffs(rest) - 1, hit = __ballot_sync(FULL, warp.of(rival, warp.match) == x);
            if ((hit & bits_below(run)) != 0) level.blame |= 1u << rival;
            owned |= hit;
        }
        const u32 own = bits_below(run) & ~owned;
        if (own != 0) taken = __shfl_sync(FULL, x, __ffs(own) - 1);
        free += __popc(own);
        level.at += run;
    } while (run == 32 && level.at < level.end);
    if (warp.lane == level.vertex) warp.match = taken;
    return free;
}

// Undoes what was matched last.
DEVICE void undo(Matcher& warp, const Level& level) {
    warp.placed &= ~(1u << level.vertex);
    warp.left_at = level.left_at;
    warp.left_n = level.left_n;
    warp.top = level.top;
}

// Counts the parts of `open` that are leaves, and leaves the others to be counted; who is to blame if one has no match, else 0.
DEVICE u32 count_leaves(Matcher& warp, Level& level, u32 open) {
    level.product = 1;
    level.rest = 0;
    ROLLED
    while (open != 0) {
        const u32 part = part_of(warp, open);
        open &= ~part;
        if (!is_leaves(warp, part)) {
            level.rest |= part;
            continue;
        }
        const u32 taken = warp.union_of(part, warp.own.alike) & warp.placed;
        const u128 ways = ways_of(warp, part, taken);
        if (ways == 0) return taken | (warp.union_of(part, warp.own.neighbors) & warp.placed);
        warp.overflows |= multiply(level.product, ways);
    }
    return 0;
}

// The smallest of the parts that are not counted.
DEVICE u32 smallest_part(const Matcher& warp, u32 rest) {
    u32 best = part_of(warp, rest);
    ROLLED
    for (rest &= ~best; rest != 0;) {
        const u32 part = part_of(warp, rest);
        rest &= ~part;
        if (__popc(part) < __popc(best)) best = part;
    }
    return best;
}

// No match is found below the candidate in hand, whatever those who are not to blame are matched to.
DEVICE void fail(Matcher& warp, Level& level, u32 blame) {
    undo(warp, level);
    if ((blame >> level.vertex & 1) == 0) {
        // Nor below any other.
        level.at = level.end;
        level.sum = 0;
        level.blame = blame;
    } else {
        level.blame |= blame;
    }
}

// Matches what a task says is matched. What is finished of it, or is not open, does no harm where it is narrowed again.
DEVICE void rebuild(Matcher& warp, const LabelledTask& task, const LabelledPattern& pattern) {
    const PatternVertex& own = pattern.vertex[warp.lane];
    warp.own = {own.neighbors, own.alike, own.twins};
    warp.scratch.base[warp.lane] = own.base;
    warp.scratch.ranks[warp.lane] = own.ranks;
    warp.scratch.core[warp.lane] = own.core;
    warp.scratch.urgency[warp.lane] = own.urgency;
    warp.match = NONE;
    warp.left_at = pattern.roots;
    warp.left_n = warp.lane == pattern.first ? pattern.num_roots : 0;
    if (warp.lane == 0) {
        warp.scratch.rows = pattern.rows;
        warp.scratch.size = pattern.size;
    }
    __syncwarp();
    warp.placed = 0;
    warp.top = 0;
    warp.overflows = false;
    ROLLED
    for (u32 i = 0; i < task.depth; ++i) {
        const u32 vertex = task.order[i];
        if (warp.lane == vertex) warp.match = task.match[i];
        warp.placed |= 1u << vertex;
        narrow_around(warp, vertex, bits_below(pattern.size) & ~warp.placed);
    }
}

DEVICE LabelledTotal& total_of(const LabelledLaunch& launch, const LabelledTask& task) { return launch.totals[task.pattern]; }

// Counts the matches of a task, or of what of it is not given away.
DEVICE void search(Matcher& warp, LabelledTask& task) {
    const LabelledLaunch& launch = warp.launch;
    rebuild(warp, task, launch.patterns[task.pattern]);
    Level level{};
    enter(warp, level, task.next, task.open);
    level.at = task.at;
    level.end = task.end;
    u32 depth = 0, looked = (u32)clock();
    ROLLED
    for (;;) {
        if (level.at >= level.end) {
            if (depth == 0) break;
            const u128 sum = level.sum;
            const u32 blame = level.blame & ~(1u << level.vertex);
            --depth;
            recall(warp, warp.frames[depth], level);
            if (sum == 0) {
                fail(warp, level, blame);
                continue;
            }
            warp.overflows |= multiply(level.product, sum);
        } else {
            // A candidate may have little below it or much: the clock is looked at before each but the first, so that something is done of any task.
            if ((depth > 0 || level.at != task.at) && __any_sync(FULL, (u32)clock() - looked > launch.timeout)) {
                if (__any_sync(FULL, fresh(&launch.control->stop) != 0) || warp.overflows) break;
                // As long as there are tasks for all others, none needs to be given away.
                const u64 all = (u64)gridDim.x * LABELLED_WARPS;
                if (launch.takes_turns != 0 || __any_sync(FULL, fresh(launch.counters) + all > launch.num_tasks)) {
                    keep(warp, warp.frames[depth], level);
                    give(warp, task, depth);
                    recall(warp, warp.frames[depth], level);
                }
                looked = (u32)clock();
                if (level.at >= level.end) continue;
            }
            const u32 free = take(warp, level);
            if (free == 0) continue;
            const u32 twins = warp.of(level.vertex, warp.own.twins);
            warp.placed |= 1u << level.vertex;
            const u32 open = level.open & ~(1u << level.vertex);
            level.weight = free;
            if (__popc(twins) > 1 && (twins & ~warp.placed) == 0) {
                warp.overflows |= multiply(level.weight, permutations(warp, twins));
            }
            u32 blame = narrow_around(warp, level.vertex, open);
            if (blame == 0) blame = count_leaves(warp, level, open);
            if (blame != 0) {
                fail(warp, level, blame);
                continue;
            }
        }
        if (level.rest == 0) {
            warp.overflows |= multiply(level.product, level.weight) || add(level.sum, level.product);
            undo(warp, level);
            continue;
        }
        const u32 part = smallest_part(warp, level.rest), next = next_of(warp, part);
        level.rest &= ~part;
        keep(warp, warp.frames[depth], level);
        ++depth;
        enter(warp, level, next, part);
    }
    // What a search has counted that was stopped, with candidates left, is true as far as it goes.
    u128 weight = joined(&task.weight_low), total = 0;
    ROLLED
    for (u32 at = 0; at <= depth && !warp.overflows; ++at) {
        const Frame& frame = warp.frames[at];
        u128 sum = at < depth ? joined(frame.sum) : level.sum;
        warp.overflows |= multiply(sum, weight) || add(total, sum);
        if (at == depth || frame.rest != 0) break;
        warp.overflows |= multiply(weight, joined(frame.weight)) || multiply(weight, joined(frame.product));
    }
    if (warp.lane == 0) {
        LabelledTotal& own = total_of(launch, task);
        if (warp.overflows || (total != 0 && add_to(&own.low, total))) {
            own.overflows = 1;
        } else if (level.at >= level.end) {
            atomicSub(&own.left, 1u);
        }
    }
    __syncwarp();
}

extern "C" __global__ void __launch_bounds__(32 * LABELLED_WARPS, LABELLED_BLOCKS) gpm_search(const LabelledLaunch launch) {
    GPM_SHARED(memory);
    const u32 number = threadIdx.x / 32, lane = threadIdx.x % 32;
    u32* const own = memory + number * LABELLED_SHARED_WORDS;
    LabelledTask& task = *(LabelledTask*)own;
    u32* const slab = launch.slabs + ((u64)blockIdx.x * LABELLED_WARPS + number) * launch.slab_words;
    if (lane == 0) ((Frame*)slab)->began = (u64)clock64();
    Matcher warp{launch, *(Scratch*)(own + LABELLED_TASK_WORDS), (Frame*)slab, slab + LABELLED_SIZE * FRAME_WORDS, lane};
    ROLLED
    for (;;) {
        u32 next = 0;
        if (lane == 0) next = fresh(&launch.control->stop) != 0 ? launch.num_tasks : atomicAdd(launch.counters, 1u);
        next = __shfl_sync(FULL, next, 0);
        if (next >= launch.num_tasks) break;
        const u32* const from = (const u32*)(launch.tasks + next);
        for (u32 i = lane; i < LABELLED_TASK_WORDS; i += 32) own[i] = from[i];
        __syncwarp();
        if (__any_sync(FULL, fresh(&total_of(launch, task).overflows) == 0)) search(warp, task);
    }
    if (lane == 0) atomicAdd(launch.counters + 2, (u32)((u64)clock64() - warp.frames->began >> BUSY_LOG2));
}
