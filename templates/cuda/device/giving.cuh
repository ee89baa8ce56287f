// giving.cuh: how a warp gives work away. All functions are called by converged warps unless they say otherwise.

#if GPM_SPLITS
// Whether more of the task's range is left than was done of it since a warp of the team last asked. If less is left, the team is likely
// to end it within another timeout, and others would have to take it up and to prepare its root first. Where nothing is left, or nothing
// was done, the time goes into a single candidate, and levels inside it are cut. One lane.
DEVICE bool has_much_left(const Warp& warp) {
    TeamState* const team = warp.team();
    const Frame* const frame = warp.frame();
    const u32 at = warp.is_block ? fresh(&team->next) : frame->next[warp.depth];
    const u32 end = min_of(team->task.to, frame->end[warp.depth]);
    const u32 left = at < end ? end - at : 0;
    // `seen` is not reset when a task begins, which would take registers there. It is from an earlier task if it is further on than this one.
    const u32 done = at - (team->seen <= at ? team->seen : team->task.from);
    team->seen = at;
    return left == 0 || left > done;
}

// Gives away what is left of a level. False if there is nothing.
DEVICE bool cut_level(Warp& warp, u32 level, u32 pieces) {
    const bool is_shared = level == warp.depth && warp.is_block;
    Frame* const frame = warp.frame();
    TeamState* const team = warp.team();
    u32 begin = 0, end = 0;
    if (warp.lane == 0) {
        begin = is_shared ? atomicExch(&team->next, TAKEN) : frame->next[level];
        end = is_shared ? min_of(team->task.to, frame->end[level]) : frame->end[level];
    }
    begin = __shfl_sync(FULL, begin, 0);
    end = __shfl_sync(FULL, end, 0);
    if (begin >= end) return false;
    const bool is_given = push(warp.launch, warp.lane, {level, begin, end}, min_of(pieces, end - begin), frame->vertex);
    if (warp.lane == 0) {
        if (is_given) {
            frame->pushes += min_of(pieces, end - begin);
            if (!is_shared) frame->end[level] = begin;
        } else {
            // A full queue means that there is work enough: ask less often.
            ++frame->full;
            if (is_shared) atomicExch(&team->next, begin);
            if (frame->timeout < 0x40000000u) frame->timeout *= 2;
        }
    }
    __syncwarp();
    return true;
}

// Returns whether the host has ended the run. Work is given away only if there is someone to take it: as many pieces as
// blocks are idle and find nothing in the queue, and by one warp of a block in a while.
__device__ __noinline__ bool give_work_away(const Arguments& launch, bool is_block, u32 depth, u32 level) {
    Warp warp = {launch, threadIdx.x & 31, threadIdx.x / 32};
    warp.is_block = is_block;
    warp.depth = depth;
    const Control* control = launch.control;
    u32 stop = 0, wanted = 0;
    if (warp.lane == 0) {
        Shared* const shared = shared_memory();
        Frame* const frame = warp.frame();
        const u32 now = (u32)clock();
        stop = fresh(&control->stop);
        const int idle = fresh(&control->idle_blocks);
        const int missing = idle - fresh(&control->ready);
        // Whoever gives work away rarely looks for the end of the run in between.
        const u32 passed = frame->passed + launch.stop_period;
        const bool is_due = passed >= frame->timeout;
        frame->passed = is_due ? 0 : passed;
        // Warps of its own block that wait for this one take up what is left together with it, as a block.
        const bool is_waited_for = atomicAdd(&shared->waiting, 0) > 0;
        if (!is_due) wanted = 0;
        else if (launch.min_idle == 0) wanted = 8;
        else if (has_much_left(warp) && now - atomicAdd(&shared->given, 0) > launch.timeout / 4) {
            if (idle >= (int)launch.min_idle && missing > 0) wanted = missing;
            else if (is_waited_for) wanted = 1;
        }
        if (wanted > 0) atomicExch(&shared->given, now);
    }
    stop = __shfl_sync(FULL, stop, 0);
    wanted = __shfl_sync(FULL, wanted, 0);
    if (stop == 0 && wanted > 0) {
        for (u32 cut = depth; cut <= level; ++cut) {
            if (cut_level(warp, cut, min_of(wanted + 1, 32))) break;
        }
    }
    return stop != 0;
}
#endif
