// queue.cuh: tasks that warps give away, in a lock-free ring: any number of lanes may push and pop at once. A cell's state
// is round * capacity when it is free for that round, plus 1 when it is filled, so that a ring of zeros is empty.
// A task is the vertices matched so far and a range of the candidates of the next level.

struct Task {
    u32 depth;  // vertices matched: levels 0 .. depth - 1
    u32 from;   // candidates of level `depth`
    u32 to;
};

// One lane. False if the ring is full.
DEVICE bool push(const Launch& launch, Task task, const u32* vertex) {
    const u32 mask = launch.ring_mask;
    u32 position = fresh(&launch.control->tail);
    for (;;) {
        const u32 free = position & ~mask, state = fresh(launch.ring_state + (position & mask));
        if (state == free) {
            const u32 seen = atomicCAS(&launch.control->tail, position, position + 1);
            if (seen == position) break;
            position = seen;
        } else if ((int)(state - free) < 0) {
            return false;
        } else {
            position = fresh(&launch.control->tail);
        }
    }
    u32* cell = launch.ring + (u64)(position & mask) * TASK_WORDS;
    cell[0] = task.depth;
    cell[1] = task.from;
    cell[2] = task.to;
    for (u32 level = 0; level < task.depth; ++level) cell[3 + level] = vertex[level];
    __threadfence();
    *(volatile u32*)(launch.ring_state + (position & mask)) = (position & ~mask) | 1;
    return true;
}

// One lane. False if there is nothing.
DEVICE bool pop(const Launch& launch, Task& task, u32* vertex) {
    const u32 mask = launch.ring_mask;
    u32 position = fresh(&launch.control->head);
    for (;;) {
        const u32 filled = (position & ~mask) | 1, state = fresh(launch.ring_state + (position & mask));
        if (state == filled) {
            const u32 seen = atomicCAS(&launch.control->head, position, position + 1);
            if (seen == position) break;
            position = seen;
        } else if ((int)(state - filled) < 0) {
            return false;
        } else {
            position = fresh(&launch.control->head);
        }
    }
    __threadfence();
    const u32* cell = launch.ring + (u64)(position & mask) * TASK_WORDS;
    task = {fresh(cell), fresh(cell + 1), fresh(cell + 2)};
    for (u32 level = 0; level < task.depth; ++level) vertex[level] = fresh(cell + 3 + level);
    __threadfence();
    *(volatile u32*)(launch.ring_state + (position & mask)) = (position & ~mask) + mask + 1;
    return true;
}

DEVICE bool has_tasks(const Launch& launch) { return fresh(&launch.control->head) != fresh(&launch.control->tail); }
