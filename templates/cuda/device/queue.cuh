// queue.cuh: tasks that warps give away, in a ring: any number of warps may push and pop at once. Two counters say how many
// cells are in use and how many tasks are ready; who gets one of either draws a ticket, and its cell is its own but for whom
// a moment ago had it: a cell's state is round * capacity when it is free for that round, plus 1 when it is filled, so that a
// ring of zeros is empty. There is no retry under contention, which thousands of warps that push at once would not survive.
// A task is the vertices matched so far and a range of the candidates of the next level.

struct Task {
    u32 depth;  // vertices matched: levels 0 .. depth - 1
    u32 from;   // candidates of level `depth`
    u32 to;
};

// Converged warp: pushes the range from .. to as `pieces` tasks, 1 to 32 and no more than there are candidates. Returns
// false, and pushes nothing, if the ring has no room for them.
DEVICE bool push(const Launch& launch, u32 lane, Task task, u32 pieces, const u32* vertex) {
    Control* control = launch.control;
    const u32 mask = launch.ring_mask;
    u32 position = 0, has_room = 0;
    if (lane == 0) {
        has_room = atomicAdd(&control->reserved, pieces) + pieces <= mask + 1;
        if (has_room) position = atomicAdd(&control->tail, pieces);
        else atomicSub(&control->reserved, pieces);
    }
    if (__shfl_sync(FULL, has_room, 0) == 0) return false;
    position = __shfl_sync(FULL, position, 0) + lane;
    if (lane < pieces) {
        const u32 n = task.to - task.from, at = position & mask;
        while (fresh(launch.ring_state + at) != (position & ~mask)) __nanosleep(20);
        u32* cell = launch.ring + (u64)at * TASK_WORDS;
        cell[0] = task.depth;
        cell[1] = task.from + (u32)((u64)n * lane / pieces);
        cell[2] = task.from + (u32)((u64)n * (lane + 1) / pieces);
        ROLLED
        for (u32 level = 0; level < task.depth; ++level) cell[3 + level] = vertex[level];
        __threadfence();
        *(volatile u32*)(launch.ring_state + at) = (position & ~mask) | 1;
    }
    __syncwarp();
    if (lane == 0) {
        __threadfence();
        atomicAdd(&control->ready, (int)pieces);
    }
    return true;
}

// One lane. False if there is nothing.
DEVICE bool pop(const Launch& launch, Task& task, u32* vertex) {
    Control* control = launch.control;
    if (atomicSub(&control->ready, 1) <= 0) {
        atomicAdd(&control->ready, 1);
        return false;
    }
    const u32 mask = launch.ring_mask, position = atomicAdd(&control->head, 1), at = position & mask;
    while (fresh(launch.ring_state + at) != ((position & ~mask) | 1)) __nanosleep(20);
    __threadfence();
    const u32* cell = launch.ring + (u64)at * TASK_WORDS;
    task = {fresh(cell), fresh(cell + 1), fresh(cell + 2)};
    ROLLED
    for (u32 level = 0; level < task.depth; ++level) vertex[level] = fresh(cell + 3 + level);
    __threadfence();
    *(volatile u32*)(launch.ring_state + at) = (position & ~mask) + mask + 1;
    atomicSub(&control->reserved, 1);
    return true;
}

DEVICE bool has_tasks(const Launch& launch) { return fresh(&launch.control->ready) > 0; }
