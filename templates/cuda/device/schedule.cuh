// schedule.cuh: the two entry points. Roots are sorted by size first; then a grid of blocks, all resident, works in phases: big roots
// are searched by whole blocks, then short ones by the lanes of a warp together, since these cannot be given away, small ones by single
// warps, and at last whoever has nothing to do takes what others give away, until nobody has work. Where nothing is given away (GPM_SPLITS
// is 0), there are no teams of several warps: big roots are cut into pieces from the start.
// Where levels are breadth-first (GPM_BREADTH), warps take pieces of the frontier once they find no roots.
// The search may be launched while roots are still sorted, where the device can do that: it waits before it looks for work.
// Expects `root_words` and `search`, which depend on the plan.

enum Phase : u32 { BIG, SHORT, SMALL, REST };

// ---- one kernel beside the other ---------------------------------------------------------------------------------------

// Compute capability 9.0 has instructions for it; elsewhere the driver launches the search once sorting has ended.
#if __CUDA_ARCH__ >= 900
DEVICE void let_search_be_launched() { asm volatile("griddepcontrol.launch_dependents;"); }
// Returns at once if the launch did not ask for it. What sorting wrote is seen from then on.
DEVICE void wait_for_sorting() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
#else
DEVICE void let_search_be_launched() {}
DEVICE void wait_for_sorting() {}
#endif

// ---- roots by size -----------------------------------------------------------------------------------------------------

DEVICE u32 root_vertex(const Launch& launch, u32 index) { return launch.roots == nullptr ? index : launch.roots[index]; }

// One thread a root. A block counts its own in shared memory, a word a list, and asks for places of the lists once: counters of the launch
// take some 10^9 additions a second. Roots that need more words than a warp has are big; where nothing is given away, those with more candidates
// than a piece has, and the list of big roots is one of pieces, two words each: the root's index, and the piece's number.
extern "C" __global__ void gpm_classify(const __grid_constant__ Arguments launch) {
    let_search_be_launched();
    COUNT_OPERATIONS(launch);
    GPM_SHARED(places);  // of the list of each phase: how many roots the block has for it, then where these go
    const u32 lane = threadIdx.x & 31;
    Control* control = launch.control;
    const u32 index = launch.first_root + blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < REST) places[threadIdx.x] = 0;
    __syncthreads();
    Phase phase = REST;
    u32 candidates = 0;
    if (index < launch.last_root) {
        const u64 words = root_words(launch, root_vertex(launch, index), candidates);
        const bool is_big = GPM_SPLITS ? words > warp_share(launch) : candidates > launch.piece;
        if (words != NONE64) phase = is_big ? BIG : SMALL;
#ifdef GPM_SIDE_BY_SIDE
        if (words == 0) phase = SHORT;
#endif
    }
    u32 at = 0;
#if !GPM_SPLITS
    const u32 pieces = phase == BIG ? (candidates - 1) / launch.piece + 1 : 0;
    if (pieces > 0) at = atomicAdd(places + BIG, pieces);
#endif
    for (u32 list = GPM_SPLITS ? BIG : SHORT; list < REST; ++list) {
        const u32 same = __ballot_sync(FULL, phase == list);
        u32 first = 0;
        if (lane == 0 && same != 0) first = atomicAdd(places + list, __popc(same));
        first = __shfl_sync(FULL, first, 0);
        if (phase == list) at = first + __popc(same & bits_below(lane));
    }
    __syncthreads();
    if (threadIdx.x < REST && places[threadIdx.x] != 0) {
        u32* const number = threadIdx.x == BIG ? &control->num_big : threadIdx.x == SMALL ? &control->num_small : &control->num_short;
        places[threadIdx.x] = atomicAdd(number, places[threadIdx.x]);
    }
    __syncthreads();
    if (phase == REST) return;
    at += places[phase];
#if GPM_SPLITS
    if (phase == BIG) launch.big[at] = index;
#else
    for (u32 i = 0; i < pieces; ++i) {
        u32* const entry = launch.big + 2ull * (at + i);
        entry[0] = index;
        entry[1] = i;
    }
#endif
    if (phase != BIG) launch.small[phase == SMALL ? at : launch.last_root - launch.first_root - 1 - at] = index;
}

// ---- taking work -------------------------------------------------------------------------------------------------------

// The index of a root of a list, which is taken from now on.
DEVICE u32 take_root(const Launch& launch, u32* list, u32 at) {
    const u32 index = list[at];
    if (launch.is_shared) list[at] = NONE;
    return index;
}

// Of so many roots, those that the host has not taken back. Looked at after one of them is drawn, never before: the host takes back what is
// beyond those that it then finds drawn.
DEVICE u32 without_withheld(const Launch& launch, u32 number, const u32* withheld) {
    if (!launch.is_shared) return number;
    __threadfence();
    return number - fresh(withheld);
}

#if GPM_SPLITS
// One thread: a task of the queue, else the next big root; if there is neither, waits, where it may, while other blocks may
// still give work away. A task without vertices says that there are pieces, which warps take. All in one loop, for `pop` to be
// printed once.
DEVICE bool take(const Launch& launch, Task& task, u32* vertex, BlockStats& stats, bool may_wait) {
    Control* control = launch.control;
    bool is_idle = false, found = false;
    for (;;) {
        // A block counts as busy from before it takes a task. So once every block that has begun is idle, no task is left
        // but those in the queue.
        const u32 started = fresh(&control->started_blocks);
        if (has_tasks(launch)) {
            if (is_idle) atomicSub(&control->idle_blocks, 1);
            found = pop(launch, task, vertex);
            if (found) break;
            if (is_idle) atomicAdd(&control->idle_blocks, 1);
#ifdef GPM_BREADTH
        } else if (may_wait && has_pieces(launch)) {
            if (is_idle) atomicSub(&control->idle_blocks, 1);
            task.depth = 0;
            found = true;
            break;
#endif
        } else if (is_idle && (fresh(&control->idle_blocks) >= started || fresh(&control->stop) != 0)) {
            break;
        }
        if (is_idle) {
            ++stats.spins;
            __nanosleep(200);
            continue;
        }
        bool may_take = fresh(&control->next_big) < control->num_big;
#ifdef GPM_BREADTH
        may_take = may_take && may_take_roots(launch);
#endif
        const u32 next = may_take ? atomicAdd(&control->next_big, 1) : NONE;
        if (may_take && next < without_withheld(launch, control->num_big, &control->withheld_big)) {
            vertex[0] = root_vertex(launch, take_root(launch, launch.big, next));
            task = {1, 0, TAKEN};
            return true;
        }
        if (!may_wait) return false;
        stats.idle -= clock64();
        atomicAdd(&control->idle_blocks, 1);
        is_idle = true;
    }
    if (is_idle) stats.idle += clock64();
    return found;
}

// One thread takes a task for its block. Called, not inlined, like all that is rare.
__device__ __noinline__ void take_for_block(const Arguments& launch, bool may_wait) {
    Shared* shared = shared_memory();
    atomicExch(&shared->waiting, 0);
    Task task;
    bool found = fresh(&launch.control->stop) == 0;
    if (found) found = take(launch, task, shared->frame[0].vertex, shared->stats, may_wait);
    if (found) {
        shared->block.task = task;
        shared->block.next = task.from;
        shared->stats.pops += task.depth > 1 || (task.depth == 1 && task.from > 0);
    }
    shared->block.found = found;
}

// The block takes its next task, as a team. All warps come here.
DEVICE bool take_as_block(Warp& warp, bool may_wait) {
    Shared* shared = shared_memory();
    warp.is_block = true;
    if (warp.lane == 0) atomicAdd(&shared->waiting, 1);
    __syncthreads();
    if (threadIdx.x == 0) take_for_block(warp.launch, may_wait);
    __syncthreads();
    if (shared->block.found == 0) return false;
    warp.depth = shared->block.task.depth;
    if (warp.index != 0 && warp.lane < warp.depth) warp.frame()->vertex[warp.lane] = shared->frame[0].vertex[warp.lane];
    __syncwarp();
    return true;
}

#endif

// A warp takes its next small root, where nothing is given away after the pieces of big ones, or else a piece of the frontier, as a team of its own.
DEVICE bool take_as_warp(Warp& warp) {
    const Launch& launch = warp.launch;
    Control* control = launch.control;
    Frame* frame = warp.frame();
#if GPM_SPLITS
    warp.is_block = false;
    warp.depth = 1;
#endif
#ifdef GPM_BREADTH
    const bool may_draw = may_take_roots(launch) && fresh(&control->next_small) < control->num_small;
#else
    const bool may_draw = true;
#endif
    __syncwarp();
    bool found = !warp.is_stopped;
    if (found && warp.lane == 0) {
#if GPM_SPLITS
        const u32 pieces = 0;
#else
        const u32 pieces = control->num_big;
#endif
        if (may_draw && frame->root == frame->root_end) {
            // The first roots have the longest rows: they are taken one at a time, and more at a time further on.
            const u32 number = pieces + control->num_small, warps = gridDim.x * GPM_WARPS;
            const u32 most = min_of(number / (warps * 16), 16);
            const u32 grain = max_of(min_of(frame->root_end / (warps * 4), most), 1);
            const u32 next = fresh(&control->stop) != 0 ? number : atomicAdd(&control->next_small, grain);
            const u32 end = without_withheld(launch, number, &control->withheld);
            frame->root = min_of(next, end);
            frame->root_end = min_of(frame->root + grain, end);
        }
        found = frame->root < frame->root_end;
        if (found) {
            const u32 at = frame->root++;
#if GPM_SPLITS
            frame->vertex[0] = root_vertex(launch, take_root(launch, launch.small, at));
            warp.team()->task = {1, 0, TAKEN};
            warp.team()->next = 0;
#else
            const bool is_piece = at < pieces;
            const u32* const entry = launch.big + 2ull * at;
            const u32 from = is_piece ? entry[1] * launch.piece : 0;
            frame->vertex[0] = root_vertex(launch, is_piece ? entry[0] : take_root(launch, launch.small, at - pieces));
            warp.team()->task = {1, from, is_piece ? from + launch.piece : TAKEN};
#endif
        }
#ifdef GPM_BREADTH
        if (!found) found = take_piece(warp.launch, frame, warp.team());
#endif
    }
    // A shuffle does not order memory.
    __syncwarp();
#ifdef GPM_BREADTH
    warp.depth = warp.team()->task.depth;
#endif
    return __shfl_sync(FULL, found, 0);
}

#ifdef GPM_SIDE_BY_SIDE
// How many of the short roots that a warp takes lie together, so that what is read of them does. The next ones lie far off: roots with long
// rows have numbers close to each other, and a warp that had 32 of those would be the last to end.
constexpr u32 TOGETHER = 8;

// A warp takes up to 32 short roots, a lane each; NONE for lanes that get none.
DEVICE u32 take_short(Warp& warp) {
    const Launch& launch = warp.launch;
    Control* control = launch.control;
    const u32 number = control->num_short;
    u32 next = number;
    if (warp.lane == 0 && !warp.is_stopped && fresh(&control->stop) == 0) next = atomicAdd(&control->next_short, 32);
    next = __shfl_sync(FULL, next, 0);
    if (next >= number) return NONE;
    const u32 run = (number + 31) / 32 * TOGETHER;
    const u32 at = warp.lane / TOGETHER * run + next / 32 * TOGETHER + warp.lane % TOGETHER;
    if (at >= number) return NONE;
    return root_vertex(launch, launch.small[launch.last_root - launch.first_root - 1 - at]);
}
#endif

// ---- the end -----------------------------------------------------------------------------------------------------------

// Adds the lanes' totals to the launch's, exactly: one thread does it for its block.
DEVICE void report(Warp& warp) {
    Shared* const shared = shared_memory();
    const Frame* const frame = warp.frame();
    Control* control = warp.launch.control;
    if (warp.lane == 0 && frame->status != 0) atomicOr(&control->status, frame->status);
#pragma unroll
    for (u32 i = 0; i < GPM_TOTALS; ++i) {
#if GPM_TOTALS > 1
        const i128 total = sum_lanes(i == 0 ? warp.total : warp.more[i - 1]);
#else
        const i128 total = sum_lanes(warp.total);
#endif
        if (warp.lane == 0) shared->total[i][warp.index] = total;
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < GPM_TOTALS; i += blockDim.x) {
        i128 sum = 0;
        bool overflows_here = false;
        ROLLED
        for (u32 w = 0; w < GPM_WARPS; ++w) {
            overflows_here |= overflows(sum, shared->total[i][w]);
            sum += shared->total[i][w];
        }
        u64* const to = i == 0 ? &control->total_low : control->more[i - 1];
        if (add_halves(to, to + 1, sum) || overflows_here) atomicOr(&control->status, STATUS_OVERFLOW);
    }
    if (warp.lane != 0) return;
    BlockStats* block = warp.launch.stats + blockIdx.x;
    if (frame->pushes != 0) atomicAdd(&block->pushes, frame->pushes);
    if (frame->full != 0) atomicAdd(&block->full, frame->full);
    atomicAdd(&block->busy, ((u64)frame->busy[1] << 32 | frame->busy[0]) / GPM_WARPS);
    if (warp.index != 0) return;
    const BlockStats& own = shared->stats;
    block->multiprocessor = multiprocessor();
    block->pops = own.pops;
    block->spins = own.spins;
    block->idle = own.idle;
}

extern "C" __global__ void __launch_bounds__(GPM_WARPS * 32, GPM_BLOCKS) gpm_search(const __grid_constant__ Arguments launch) {
    COUNT_OPERATIONS(launch);
    Warp warp = {launch, threadIdx.x & 31, threadIdx.x / 32};
    Frame* const frame = warp.frame();
    if (warp.lane == 0) {
        frame->timeout = launch.timeout;
        frame->status = frame->pushes = frame->full = frame->passed = frame->root = frame->root_end = frame->busy[0] = frame->busy[1] = 0;
#ifdef GPM_BREADTH
        frame->piece = frame->piece_end = 0;
#endif
    }
#ifdef GPM_GATHERED
    if (warp.lane < GPM_GATHERED) shared_memory()->gathered[warp.index][warp.lane] = 0;
#endif
    if (threadIdx.x == 0) {
        Shared* const shared = shared_memory();
        shared->stats = {};
        shared->given = (u32)clock();
        shared->waiting = 0;
        atomicAdd(&launch.control->started_blocks, 1);
    }
    __syncthreads();
    wait_for_sorting();
    Phase phase = GPM_SPLITS ? BIG : SHORT;
    for (;;) {
#if GPM_SPLITS
        if (phase == BIG && !take_as_block(warp, false)) phase = SHORT;
#endif
#ifdef GPM_SIDE_BY_SIDE
        const u32 own = phase == SHORT ? take_short(warp) : NONE;
        if (phase == SHORT && __all_sync(FULL, own == NONE)) phase = SMALL;
#else
        if (phase == SHORT) phase = SMALL;
#endif
        if (phase == SMALL && !take_as_warp(warp)) phase = REST;
#if GPM_SPLITS
        if (phase == REST && !take_as_block(warp, true)) break;
#ifdef GPM_BREADTH
        if (phase == REST && shared_memory()->block.task.depth == 0) {
            phase = SMALL;
            continue;
        }
#endif
#else
        if (phase == REST) break;
#endif
        const u64 began = clock64();
#if GPM_SPLITS
        warp.since = (u32)began;
#endif
#ifdef GPM_SIDE_BY_SIDE
        if (phase == SHORT) search_side_by_side(warp, own);
        else
#endif
            search(warp);
        const u64 busy = ((u64)frame->busy[1] << 32 | frame->busy[0]) + (clock64() - began);
        __syncwarp();
        if (warp.lane == 0) {
            frame->busy[0] = (u32)busy;
            frame->busy[1] = (u32)(busy >> 32);
        }
    }
    report(warp);
}
