// frontier.cuh: the breadth-first levels. Who enters a loop of one takes its first candidates and puts the others on the frontier, in
// pieces of a few: tasks like those of the queue, which warps take once there are no roots to be taken. Whoever takes a piece goes on
// as for any task, depth-first but for further breadth-first levels. A cell is used once a launch, so that nobody waits for one to be
// free: a launch takes roots until the frontier is full, and ends when all pieces are searched. What it has no room for goes to the
// host, which gives it back to a later launch; if the host is full too, whoever has the candidates searches them.

// The words of a piece in its cell, or in the output ring. One lane.
DEVICE void write_piece(u32* cell, u32 level, u32 from, u32 to, const u32* vertex) {
    cell[0] = level;
    cell[1] = from;
    cell[2] = to;
    ROLLED
    for (u32 i = 0; i < GPM_LEVELS; ++i) cell[3 + i] = i < level ? vertex[i] : NONE;
}

// Puts up to 32 pieces of the candidates from `from` to `to` of a level on the frontier, or where that is full, into the output ring: the
// first ones, or the last ones. Returns how many candidates they have; none if there is no room. Converged warp.
DEVICE u32 put_pieces(Warp& warp, u32 level, u32 from, u32 to, bool are_first) {
    const Launch& launch = warp.launch;
    Control* control = launch.control;
    const u32* vertex = warp.frame()->vertex;
    const u32 n = to - from, piece = launch.piece, wanted = min_of((n - 1) / piece + 1, 32);
    u32 first = 0, room = 0, is_closed = 0;
    if (warp.lane == 0) {
        // Who finds it full leaves the counter beyond the end, once.
        if (fresh(&control->frontier_end) < launch.frontier_cells) {
            first = atomicAdd(&control->frontier_end, wanted);
            room = first < launch.frontier_cells ? min_of(launch.frontier_cells - first, wanted) : 0;
        }
        is_closed = fresh(&control->is_closed);
    }
    first = __shfl_sync(FULL, first, 0);
    room = __shfl_sync(FULL, room, 0);
    is_closed = __shfl_sync(FULL, is_closed, 0);
    // The candidates of this lane's piece, counted from the side that is given away.
    const u32 begin = (u32)min_of64((u64)warp.lane * piece, n), end = (u32)min_of64((u64)(warp.lane + 1) * piece, n);
    const u32 low = are_first ? from + begin : to - end, high = are_first ? from + end : to - begin;
    if (room > 0) {
        if (warp.lane < room) {
            write_piece(launch.frontier + (u64)(first + warp.lane) * TASK_WORDS, level, low, high, vertex);
            __threadfence();
            *(volatile u32*)(launch.frontier_state + first + warp.lane) = 1;
        }
        __syncwarp();
        if (warp.lane == 0) {
            __threadfence();
            atomicAdd(&control->frontier_ready, (int)room);
        }
    } else if (is_closed == 0) {
        const u64 number = reserve_matches(warp, wanted);
        if (number == NONE64) return 0;
        room = wanted;
        if (warp.lane < room) write_piece(match_at(launch, number + warp.lane), level, low, high, vertex);
        commit_matches(warp, number, room);
    }
    return (u32)min_of64((u64)room * piece, n);
}

// Puts what is left of a level on the frontier. What there is no room for stays the warp's, or the team's. Returns whether the run was
// stopped.
__device__ __noinline__ bool put_on_frontier(const Arguments& launch, bool is_block, u32 depth, u32 level) {
    Warp warp = {launch, threadIdx.x & 31, threadIdx.x / 32};
    warp.is_block = is_block;
    warp.depth = depth;
    const bool is_shared = level == depth && is_block;
    Frame* frame = warp.frame();
    u32 begin = 0, end = 0;
    if (warp.lane == 0) {
        begin = is_shared ? atomicExch(&warp.team()->next, TAKEN) : frame->next[level];
        end = is_shared ? min_of(warp.team()->task.to, frame->end[level]) : frame->end[level];
    }
    begin = __shfl_sync(FULL, begin, 0);
    end = __shfl_sync(FULL, end, 0);
    // The team goes on where others have not taken candidates yet, a warp with those after the ones that it has.
    while (begin < end) {
        const u32 given = put_pieces(warp, level, begin, end, is_shared);
        if (given == 0) break;
        if (is_shared) begin += given;
        else end -= given;
    }
    if (warp.lane == 0) {
        if (!is_shared) frame->end[level] = end;
        else if (begin < end) atomicExch(&warp.team()->next, begin);
    }
    __syncwarp();
    return warp.is_stopped;
}

// Whether there are pieces to be taken.
DEVICE bool has_pieces(const Launch& launch) { return fresh(&launch.control->frontier_ready) > 0; }

// Whether roots may be taken: nothing has come that there was no room for, and there is room.
DEVICE bool may_take_roots(const Launch& launch) {
    const Control* control = launch.control;
    return launch.takes_roots && fresh(&control->frontier_end) < launch.frontier_cells && fresh(&control->emitted) == 0;
}

// A warp's next piece, as the task of its team; draws some at a time, fewer when few are left. One lane. False if there is none.
__device__ __noinline__ bool take_piece(const Arguments& launch, Frame* frame, TeamState* team) {
    Control* control = launch.control;
    if (frame->piece == frame->piece_end) {
        const int there = fresh(&control->frontier_ready);
        if (there <= 0 || fresh(&control->stop) != 0) return false;
        const int wanted = (int)max_of(min_of((u32)there / (gridDim.x * GPM_WARPS * 2), 8), 1);
        const int before = atomicSub(&control->frontier_ready, wanted);
        const int taken = before < wanted ? (before > 0 ? before : 0) : wanted;
        if (taken < wanted) atomicAdd(&control->frontier_ready, wanted - taken);
        if (taken == 0) return false;
        frame->piece = atomicAdd(&control->frontier_begin, (u32)taken);
        frame->piece_end = frame->piece + taken;
    }
    // What is ready are as many as were drawn, if not these: whoever has reserved the cell is about to write it.
    const u32 at = frame->piece++;
    while (fresh(launch.frontier_state + at) == 0) __nanosleep(20);
    __threadfence();
    const u32* cell = launch.frontier + (u64)at * TASK_WORDS;
    team->task = {fresh(cell), fresh(cell + 1), fresh(cell + 2)};
    team->next = team->task.from;
    ROLLED
    for (u32 level = 0; level < team->task.depth; ++level) frame->vertex[level] = fresh(cell + 3 + level);
    return true;
}
