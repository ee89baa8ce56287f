// tasks.cuh: open nodes that warps give away, in a ring of cells that is drawn from like that of queue.cuh. A cell is a root and
// a node. The rule packs what else belongs to it, or finds that again below whoever takes it (`pack`, `unpack`, `resume`).

constexpr u32 CELL_HEAD = 3;  // root, the two words before the sets of a node

// One lane: room for so many tasks, which begin at `position`.
DEVICE bool reserve(const CliqueLaunch& launch, u32 number, u32& position) {
    Control* const control = launch.control;
    if (atomicAdd(&control->reserved, number) + number > launch.ring_mask + 1) {
        atomicSub(&control->reserved, number);
        return false;
    }
    position = atomicAdd(&control->tail, number);
    return true;
}

// Gives most of what is left of a node away, as so many tasks at most: later candidates, from which the earlier ones are taken off. The
// first are left to the warp.
DEVICE void give_pieces(Search& search, Node node, u32 candidates, u32 pieces) {
    const CliqueLaunch& launch = search.launch;
    const u32 lane = search.lane, words = search.words, mask = launch.ring_mask;
    u32 position = 0, has_room = 0;
    if (lane == 0) has_room = reserve(launch, pieces - 1, position);
    if (__shfl_sync(FULL, has_room, 0) == 0) return;
    position = __shfl_sync(FULL, position, 0);
    if (lane < pieces - 1) {
        while (fresh(launch.ring_state + (position + lane & mask)) != (position + lane & ~mask)) __nanosleep(20);
        __threadfence();
    }
    __syncwarp();
    ROLLED
    for (u32 piece = 1; piece < pieces; ++piece) {
        const u32 from = (u32)((u64)candidates * piece / pieces), to = (u32)((u64)candidates * (piece + 1) / pieces);
        u32* const cell = launch.ring + (u64)(position + piece - 1 & mask) * launch.cell_words;
        if (lane == 0) {
            cell[0] = search.root;
            cell[1] = node.size();
            cell[2] = node.beside();
        }
        pack(search, node, cell);
        u32 before = 0;
        ROLLED
        for (u32 first = 0; first < words; first += 32) {
            const u32 word = first + lane;
            const bool is_in = word < words;
            const u32 next = is_in ? node.next()[word] : 0, n = __popc(next), sum = sum_up_to(lane, n);
            const u32 skipped = before + sum - n;
            const u32 earlier = lowest(next, from > skipped ? min_of(from - skipped, n) : 0);
            const u32 own = lowest(next, to > skipped ? min_of(to - skipped, n) : 0) ^ earlier;
            if (is_in) {
                u32* const set = cell + CELL_HEAD + word;
                set[0] = node.chosen()[word];
                set[words] = node.possible()[word] & ~earlier;
                set[2 * words] = node.own()[word] | (EXCLUDES ? earlier : 0);
                set[3 * words] = own;
            }
            before += __shfl_sync(FULL, sum, 31);
        }
    }
    // All at once: a fence takes as long as dozens of writes.
    __threadfence();
    __syncwarp();
    if (lane < pieces - 1) *(volatile u32*)(launch.ring_state + (position + lane & mask)) = (position + lane & ~mask) | 1;
    __threadfence();
    __syncwarp();
    if (lane == 0) atomicAdd(&launch.control->ready, (int)(pieces - 1));
    const u32 rest = candidates / pieces;
    u32 before = 0;
    ROLLED
    for (u32 first = 0; first < words; first += 32) {
        const u32 word = first + lane;
        const u32 next = word < words ? node.next()[word] : 0, n = __popc(next), sum = sum_up_to(lane, n);
        const u32 skipped = before + sum - n;
        if (word < words) node.next()[word] = lowest(next, rest > skipped ? min_of(rest - skipped, n) : 0);
        before += __shfl_sync(FULL, sum, 31);
    }
    __syncwarp();
}

// If others have no work, gives them some of the highest node with several candidates, below which most is left.
DEVICE void give_away(Search& search, u32 top) {
    const CliqueLaunch& launch = search.launch;
    u32 wanted = 0;
    if (search.lane == 0) {
        const u32 idle = fresh(&launch.control->idle_blocks);
        const int ready = fresh(&launch.control->ready);
        if (idle >= launch.min_idle && (int)idle > ready) wanted = idle - (ready > 0 ? ready : 0);
        // Somebody will have none.
        if (launch.min_idle == 0) wanted = max_of(wanted, 1);
    }
    wanted = __shfl_sync(FULL, wanted, 0);
    if (wanted == 0) return;
    ROLLED
    for (u32 level = 0; level <= top; ++level) {
        const Node node = search.node(level);
        const u32 candidates = count(node.next(), search.words, search.lane);
        if (candidates < 2 || count(node.possible(), search.words, search.lane) < launch.least_given) continue;
        give_pieces(search, node, candidates, min_of(min_of(candidates, wanted + 1), 32));
        return;
    }
}

// Makes the warp's search that of a task, whose node becomes its first one; false if nothing is to be searched below it.
DEVICE bool take_up(Search& search, u32 position) {
    const CliqueLaunch& launch = search.launch;
    const u32 lane = search.lane, mask = launch.ring_mask, at = position & mask;
    u32* const state = launch.ring_state + at;
    const u32* const cell = launch.ring + (u64)at * launch.cell_words;
    if (lane == 0) {
        while (fresh(state) != ((position & ~mask) | 1)) __nanosleep(20);
    }
    __syncwarp();
    __threadfence();
    search.open(fresh(cell));
    const Node node = search.node(0);
    ROLLED
    for (u32 word = lane; word < 4 * search.words; word += 32) node.chosen()[word] = fresh(cell + CELL_HEAD + word);
    if (lane == 0) {
        node.size() = fresh(cell + 1);
        node.beside() = fresh(cell + 2);
    }
    __syncwarp();
    const bool is_complete = unpack(search, node, cell);
    __threadfence();
    __syncwarp();
    if (lane == 0) {
        *(volatile u32*)state = (position & ~mask) + mask + 1;
        atomicSub(&launch.control->reserved, 1);
    }
    return is_complete || resume(search, node);
}

// One lane: the position of the next task, waiting while others may still give work away; NONE if none comes. See `take` in
// schedule.cuh: a warp counts as busy from before it takes a task.
DEVICE u32 next_task(const CliqueLaunch& launch) {
    Control* const control = launch.control;
    bool is_idle = false;
    u32 nap = 200;
    for (;;) {
        const u32 started = fresh(&control->started_blocks);
        if (fresh(&control->ready) > 0) {
            if (is_idle) atomicSub(&control->idle_blocks, 1);
            if (atomicSub(&control->ready, 1) > 0) return atomicAdd(&control->head, 1);
            atomicAdd(&control->ready, 1);
            if (is_idle) atomicAdd(&control->idle_blocks, 1);
        } else if (is_idle && (fresh(&control->idle_blocks) >= started || fresh(&control->stop) != 0)) {
            return NONE;
        }
        if (is_idle) {
            __nanosleep(nap);
            nap = min_of(2 * nap, 3200);
        } else {
            atomicAdd(&control->idle_blocks, 1);
            is_idle = true;
        }
    }
}
