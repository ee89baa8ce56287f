// answers.cuh: what becomes of the cliques that are met.

// One lane: counts so many, at one place of some numbers.
DEVICE void tally(const CliqueLaunch& launch, u64* at, u64 number) {
    const u64 before = atomicAdd(at, number);
    if (before + number < before) atomicOr(&launch.control->status, STATUS_OVERFLOW);
}

// Where a warp notes the largest clique that it met.
DEVICE u32* largest_of(const CliqueLaunch& launch) {
    return launch.largest + (u64)(blockIdx.x * CLIQUE_WARPS + threadIdx.x / 32) * launch.largest_words;
}

// Notes a clique if it is the largest so far: `chosen`, and `more` unless that is NONE.
DEVICE void note(Search& search, u32 size, const u32* chosen, u32 more) {
    if (size <= search.largest || size < search.launch.min_size) return;
    if (__shfl_sync(FULL, fresh(largest_met()), 0) >= size) return;
    u32* const largest = largest_of(search.launch);
    __syncwarp();
    search.largest = size;
    if (search.lane == 0) {
        atomicMax(largest_met(), size);
        largest[0] = size;
        largest[1] = search.root;
        largest[2] = more;
    }
    ROLLED
    for (u32 word = search.lane; word < search.words; word += 32) largest[LARGEST_WORDS + word] = chosen[word];
    __syncwarp();
}

// The first member of a set that is not empty.
DEVICE u32 first_of(const u32* set) {
    u32 word = 0;
    while (set[word] == 0) ++word;
    return 32 * word + __ffs(set[word]) - 1;
}
