// output.cuh: matches on their way to the host, through a ring of chunks in host memory. A warp reserves room, waits until the
// host has taken what lay there, writes, and whoever completes a chunk announces it.

// Room for n matches in a row: the number of the first. NONE64 if the run was stopped while waiting: the
// host of a stopped run takes whole chunks only. Converged warp.
DEVICE u64 reserve_matches(Warp& warp, u32 n) {
    const Launch& launch = warp.launch;
    u64 first = 0;
    if (warp.lane == 0) {
        first = atomicAdd(&launch.control->emitted, (u64)n);
        while (first + n > *launch.consumed + launch.match_mask + 1) {
            if (fresh(&launch.control->stop) != 0) {
                first = NONE64;
                break;
            }
            __nanosleep(500);
        }
    }
    first = __shfl_sync(FULL, first, 0);
    if (first == NONE64) warp.is_stopped = true;
    return first;
}

DEVICE u32* match_at(const Launch& launch, u64 number) { return launch.matches + (number & launch.match_mask) * GPM_POSITIONS; }

// Says that the n matches from `first` are written. Converged warp.
DEVICE void commit_matches(Warp& warp, u64 first, u32 n) {
    const Launch& launch = warp.launch;
    __threadfence_system();
    __syncwarp();
    if (warp.lane != 0) return;
    const u64 last = first + n, size = 1ull << launch.chunk_shift, chunks = (launch.match_mask + 1) >> launch.chunk_shift;
    while (first < last) {
        const u64 chunk = first >> launch.chunk_shift, chunk_end = (chunk + 1) << launch.chunk_shift;
        const u32 part = (u32)((last < chunk_end ? last : chunk_end) - first), place = (u32)(chunk % chunks);
        if (atomicAdd(launch.committed + place, part) + part == (u32)size) {
            launch.committed[place] = 0;
            __threadfence_system();
            launch.ready[place] = chunk + 1;
        }
        first += part;
    }
}
