// giving.cuh: work that takes long is given away as tasks for the next launch. What lies below a candidate is no task if it is multiplied with
// what other parts count: their numbers are not known yet.

// Writes tasks for a range of candidates, if there is room for them; what is left of the range, which others do not have.
DEVICE u32 give_range(const Matcher& warp, LabelledTask& task, u32 at, u32 end) {
    const u32 n = end - at, pieces = min_of(n, PIECES);
    u32 first = 0;
    if (warp.lane == 0) first = atomicAdd(warp.launch.counters + 1, pieces);
    first = __shfl_sync(FULL, first, 0);
    const u32 given = first < warp.launch.capacity ? min_of(pieces, warp.launch.capacity - first) : 0;
    if (warp.lane == 0 && given > 0) atomicAdd(&warp.launch.totals[task.pattern].left, given);
    u32 begin = at;
    ROLLED
    for (u32 piece = 0; piece < given; ++piece) {
        const u32 to = at + (u32)((u64)n * (piece + 1) / pieces);
        if (warp.lane == 0) {
            task.at = begin;
            task.end = to;
        }
        __syncwarp();
        const u32* const from = (const u32*)&task;
        u32* const copy = (u32*)(warp.launch.given + first + piece);
        for (u32 i = warp.lane; i < LABELLED_TASK_WORDS; i += 32) copy[i] = from[i];
        __syncwarp();
        begin = to;
    }
    return begin;
}

// Gives away what is left of the first levels up to `depth`, whose frames are in memory, as far as matches below them are added, until others have
// enough. `task` is the warp's own task: what is written there is undone.
DEVICE void give(Matcher& warp, LabelledTask& task, u32 depth) {
    const u32 before = task.depth, next = task.next, open = task.open, at = task.at, end = task.end;
    u128 weight = joined(&task.weight_low);
    const u64 low = task.weight_low, high = task.weight_high;
    u32 placed = 0, number = 0;
    ROLLED
    for (u32 i = 0; i < before; ++i) placed |= 1u << task.order[i];
    __syncwarp();
    ROLLED
    for (u32 level = 0;; ++level) {
        Frame& frame = warp.frames[level];
        const u32 vertex = frame.vertex, from = frame.at, to = frame.end;
        if (warp.lane == 0) {
            task.depth = before + level;
            task.next = vertex;
            task.open = frame.open;
            split(&task.weight_low, weight);
        }
        __syncwarp();
        const u32 rest = from < to ? give_range(warp, task, from, to) : from;
        number += min_of(to - from, PIECES);
        if (warp.lane == 0) {
            // What others find is not known here.
            if (rest != from) frame.blame |= placed;
            // Those that nobody has taken go on being this level's: they are the last ones.
            frame.at = rest;
        }
        __syncwarp();
        if (level == depth || frame.rest != 0 || number >= PIECES) break;
        if (multiply(weight, joined(frame.weight)) || multiply(weight, joined(frame.product))) break;
        const u32 x = warp.of(vertex, warp.match);
        if (warp.lane == 0) {
            task.match[before + level] = x;
            task.order[before + level] = (u8)vertex;
        }
        placed |= 1u << vertex;
    }
    __syncwarp();
    if (warp.lane == 0) {
        task.depth = before;
        task.next = next;
        task.open = open;
        task.at = at;
        task.end = end;
        task.weight_low = low;
        task.weight_high = high;
    }
    __syncwarp();
}
