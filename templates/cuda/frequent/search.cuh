// search.cuh: a warp completes a candidate to a match, a lane an extension; the first match ends the search. The CPU does the same in
// gpm-runtime/src/mine/search.rs.

enum Completed : u32 { MATCHED, IN_VAIN, LEFT };

DEVICE const Step& step_at(const FrequentLaunch& launch, const Job& job, u32 depth) {
    return *(const Step*)(launch.code + launch.code[job.steps + depth]);
}

DEVICE const Joined* joined_of(const Step& step) { return (const Joined*)(&step + 1); }

// Begins with a level: its candidates are neighbors of the earlier vertex with the fewest.
DEVICE void enter(const FrequentLaunch& launch, const Step& step, u32 depth, Stack& stack, u32 lane) {
    const Joined* const joined = joined_of(step);
    u32 pivot = 0;
    u64 least = degree(launch, stack.found[joined[0].vertex]);
    ROLLED
    for (u32 i = 1; i < step.num_joined; ++i) {
        const u64 own = degree(launch, stack.found[joined[i].vertex]);
        if (own < least) {
            least = own;
            pivot = i;
        }
    }
    const Range places = group_of(launch, stack.found[joined[pivot].vertex], step.label);
    if (lane == 0) {
        stack.next[depth] = places.begin;
        stack.end[depth] = places.end;
        stack.left[depth] = 0;
        stack.pivot[depth] = pivot;
    }
    __syncwarp();
}

// Whether the neighbor at a place goes with all that is matched.
DEVICE bool is_allowed(const FrequentLaunch& launch, const Step& step, u32 pivot, u64 place, const Stack& stack) {
    const u32 y = launch.neighbors[place];
    const Joined* const joined = joined_of(step);
    const bool is_induced = launch.is_induced != 0;
    if (step.above != NONE && y <= stack.found[step.above]) return false;
    if (!has_bit(launch.domains, launch.jobs[step.job], y)) return false;
    if (!fits(link_at(launch, place), joined[pivot].link, is_induced)) return false;
    ROLLED
    for (u32 rest = step.other; rest != 0; rest &= rest - 1) {
        if (stack.found[__ffs(rest) - 1] == y) return false;
    }
    ROLLED
    for (u32 i = 0; i < step.num_joined; ++i) {
        if (i != pivot && !fits(link_of(launch, stack.found[joined[i].vertex], y), joined[i].link, is_induced)) return false;
    }
    ROLLED
    for (u32 rest = step.apart; rest != 0; rest &= rest - 1) {
        const Link link = link_of(launch, stack.found[__ffs(rest) - 1], y);
        if (link.forward != 0 || link.backward != 0) return false;
    }
    return true;
}

// Whether there is a match with x at the root, which lies in `stack` then; LEFT if that takes too long, or the run is stopped.
DEVICE Completed complete(const FrequentLaunch& launch, const Job& job, u32 x, Stack& stack, u32 lane) {
    if (lane == 0) stack.found[job.root] = x;
    __syncwarp();
    enter(launch, step_at(launch, job, 0), 0, stack, lane);
    u32 depth = 0, looked = 0;
    ROLLED
    for (;;) {
        const Step& step = step_at(launch, job, depth);
        u32 left = stack.left[depth];
        u64 next = stack.next[depth];
        const u64 end = stack.end[depth];
        if (left == 0 && next >= end) {
            if (depth == 0) return IN_VAIN;
            --depth;
            continue;
        }
        if (left == 0) {
            if (looked == launch.patience) return LEFT;
            ++looked;
            if (looked % 64 == 0) {
                const bool is_over = fresh(&launch.control->stop) != 0 || fresh(launch.is_dead + job.pattern) != 0;
                if (__any_sync(FULL, is_over)) return LEFT;
            }
            const u64 place = next + lane;
            left = __ballot_sync(FULL, place < end && is_allowed(launch, step, stack.pivot[depth], place, stack));
            next += 32;
        }
        u32 y = 0;
        if (left != 0) y = launch.neighbors[next - 32 + __ffs(left) - 1];
        __syncwarp();
        if (lane == 0) {
            stack.next[depth] = next;
            stack.left[depth] = left & left - 1;
            if (left != 0) stack.found[step.vertex] = y;
        }
        __syncwarp();
        if (left == 0) continue;
        if (++depth == job.num_steps) return MATCHED;
        enter(launch, step_at(launch, job, depth), depth, stack, lane);
    }
}

DEVICE void mark(const FrequentLaunch& launch, const Job& job, u32 x) {
    const u32 place = x - job.first_vertex;
    if (!has_bit(launch.marks, job, x)) atomicOr(launch.marks + job.words + place / 32, 1u << place % 32);
}

DEVICE void search(const FrequentLaunch& launch, u32 number, u32 word, Stack& stack, u32 lane) {
    const Job& job = launch.jobs[number];
    if (job.steps == 0) return;
    u32 members = __shfl_sync(FULL, fresh(launch.domains + job.words + word), 0);
    ROLLED
    for (; members != 0; members &= members - 1) {
        const u32 bit = __ffs(members) - 1, x = job.first_vertex + 32 * word + bit;
        const bool is_over = fresh(launch.is_dead + job.pattern) != 0 || fresh(&launch.control->stop) != 0;
        if (__any_sync(FULL, is_over)) return;
        // Others have marked all that was in their matches.
        if (__any_sync(FULL, has_bit(launch.marks, job, x))) continue;
        const Completed done = complete(launch, job, x, stack, lane);
        if (done == MATCHED) {
            if (lane < job.num_steps) {
                const Step& step = step_at(launch, job, lane);
                mark(launch, launch.jobs[step.job], stack.found[step.vertex]);
            }
            if (lane == 0) mark(launch, job, x);
        } else if (done == IN_VAIN && lane == 0) {
            take_out(launch, number, job, word, 1u << bit);
        } else if (done == LEFT && lane == 0) {
            atomicAdd(launch.num_left, 1u);
        }
        __syncwarp();
    }
}

// The job that a unit belongs to: a word of a domain. Called by a whole warp. Cost: a load for each factor of 32.
DEVICE u32 job_of(const FrequentLaunch& launch, u32 unit, u32 lane) {
    u32 low = 0, number = launch.num_jobs;
    ROLLED
    while (number > 1) {
        const u32 stride = (number + 31) / 32, own = lane * stride;
        const u32 before = __ballot_sync(FULL, own < number && launch.jobs[low + min_of(own, number - 1)].units <= unit);
        const u32 at = (31 - __clz(before)) * stride;
        low += at;
        number = min_of(stride, number - at);
    }
    return low;
}

extern "C" __global__ void __launch_bounds__(32 * FREQUENT_WARPS, FREQUENT_BLOCKS) gpm_search(const FrequentLaunch launch) {
    GPM_SHARED(memory);
    const u32 lane = threadIdx.x % 32;
    Stack& stack = ((Stack*)memory)[threadIdx.x / 32];
    ROLLED
    for (;;) {
        u32 unit = 0;
        if (lane == 0) unit = atomicAdd(launch.next + launch.launch, 1u);
        unit = __shfl_sync(FULL, unit, 0);
        if (unit >= launch.num_units || __any_sync(FULL, fresh(&launch.control->stop) != 0)) return;
        const u32 number = job_of(launch, unit, lane);
        const Job& job = launch.jobs[number];
        const bool is_dead = __any_sync(FULL, fresh(launch.is_dead + job.pattern) != 0);
        if (is_dead) continue;
        if (launch.round != 0) narrow(launch, number, unit - job.units, lane);
        else search(launch, number, unit - job.units, stack, lane);
        __syncwarp();
    }
}
