// search.cuh: the search below each vertex, one warp a root: depth first, by candidates that a pivot leaves. The rule before says how nodes are
// opened (`first`, `choose`, `resume`) and settled. Entry point: as many blocks as are resident together.

// Takes the next candidate off a node; NONE if there is none.
DEVICE u32 take_candidate(const Search& search, Node node) {
    const u32 words = search.words;
    ROLLED
    for (u32 first = 0; first < words; first += 32) {
        const u32 word = first + search.lane, next = word < words ? node.next()[word] : 0;
        const u32 some = __ballot_sync(FULL, next != 0);
        if (some == 0) continue;
        const u32 who = __ffs(some) - 1, bits = __shfl_sync(FULL, next, who), bit = bits & (0 - bits);
        if (search.lane == who) {
            node.next()[word] = next ^ bit;
            node.possible()[word] &= ~bit;
            if (EXCLUDES) node.own()[word] |= bit;
        }
        __syncwarp();
        return 32 * (first + who) + __ffs(bit) - 1;
    }
    return NONE;
}

// Makes the warp's search that below a root, whose first node this is.
DEVICE Opened begin(Search& search, u32 root) {
    const CliqueLaunch& launch = search.launch;
    search.open(root);
    const u32 members = search.members, words = search.words, lane = search.lane, size = launch.base + 1;
    if (size + members < launch.min_size || size > launch.max_size) return CLOSED;
    const Node node = search.node(0);
    ROLLED
    for (u32 word = lane; word < words; word += 32) {
        node.chosen()[word] = node.own()[word] = 0;
        node.possible()[word] = bits_below(min_of(members - 32 * word, 32));
    }
    if (lane == 0) node.size() = size;
    __syncwarp();
    return first(search, node);
}

// Now and then: whether the run was stopped, and whether others have no work.
DEVICE void look_around(Search& search, u32 top) {
    const u32 now = __shfl_sync(FULL, (u32)clock(), 0);
    if (now - search.since < search.launch.timeout) return;
    search.since = now;
    if (__shfl_sync(FULL, fresh(&search.launch.control->stop), 0) != 0) search.is_stopped = true;
    else give_away(search, top);
}

// Searches what is below the first node, which has candidates to go on with unless it was just opened.
DEVICE void walk(Search& search, bool is_opened, Opened opened) {
    u32 top = 0;
    while (!search.is_stopped) {
        const Node node = search.node(top);
        bool is_done = is_opened && !settle(search, node, search.node(top + 1).next(), opened);
        is_opened = false;
        if (!is_done) {
            look_around(search, top);
            const u32 v = take_candidate(search, node);
            is_done = v == NONE;
            if (!is_done) {
                opened = choose(search, node, search.node(top + 1), v);
                is_opened = opened.left > 0;
                top += is_opened;
            }
        }
        if (is_done) {
            if (top == 0) return;
            --top;
        }
    }
}

// The next root of a warp: the first, which have most members, are taken one at a time and later ones a few. NONE if there is none.
DEVICE u32 next_root(const CliqueLaunch& launch, u32 lane, u32& root, u32& end) {
    if (root == end) {
        const u32 number = launch.last_root - launch.first_root, warps = gridDim.x * CLIQUE_WARPS;
        const u32 grain = max_of(min_of(end / (warps * 4), min_of(number / (warps * 16), 16)), 1);
        u32 next = number;
        if (lane == 0 && fresh(&launch.control->stop) == 0) next = atomicAdd(&launch.control->next_small, grain);
        next = min_of(__shfl_sync(FULL, next, 0), number);
        root = next;
        end = min_of(next + grain, number);
    }
    return root < end ? launch.first_root + root++ : NONE;
}

extern "C" __global__ void __launch_bounds__(CLIQUE_WARPS * 32, CLIQUE_BLOCKS)
gpm_search(const __grid_constant__ CliqueLaunch launch) {
    const u32 lane = threadIdx.x & 31;
    u64* const numbers = (u64*)shared_words();
    ROLLED
    for (u32 i = threadIdx.x; i < SHARED_SIZES; i += blockDim.x) numbers[i] = 0;
    if (lane == 0) {
        *largest_of(launch) = 0;
        atomicAdd(&launch.control->started_blocks, 1);
    }
    if (threadIdx.x == 0) *largest_met() = 0;
    __syncthreads();
    Search search = {launch, lane, 0};
    search.since = __shfl_sync(FULL, (u32)clock(), 0);
    search.is_stopped = false;
    bool has_roots = true;
    ROLLED
    for (u32 next = 0, end = 0; !search.is_stopped;) {
        const u32 root = has_roots ? next_root(launch, lane, next, end) : NONE;
        Opened opened = CLOSED;
        bool is_task = false;
        if (root != NONE) {
            opened = begin(search, root);
        } else {
            has_roots = false;
            u32 position = NONE;
            if (lane == 0) position = next_task(launch);
            position = __shfl_sync(FULL, position, 0);
            if (position == NONE) break;
            is_task = take_up(search, position);
        }
        if (is_task || opened.left > 0) walk(search, !is_task, opened);
    }
    __syncthreads();
    if (numbers_of(launch) != numbers) return;
    ROLLED
    for (u32 size = threadIdx.x; size < launch.num_sizes; size += blockDim.x) {
        const u64 number = numbers[size];
        if (number == 0) continue;
        const u64 before = atomicAdd(launch.numbers + size, number);
        if (before + number < before) atomicOr(&launch.control->status, STATUS_OVERFLOW);
    }
}
