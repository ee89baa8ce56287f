// triangles.cu: counts each triangle once. Roots with more neighbors than the slot holds are big: they take the arena.

extern "C" __global__ void gpm_classify(const __grid_constant__ Argument launch) {
    const u32 i = launch.first_root + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= launch.last_root) return;
    const u32 v = root_at(launch, i);
    const u64 degree = row_begin(launch.view[0], v + 1) - row_begin(launch.view[0], v);
    if (degree < 2) return;
    const bool is_big = degree > launch.slot[0].capacity;
    (is_big ? launch.big : launch.small)[atomicAdd(is_big ? &launch.control->num_big : &launch.control->num_small, 1u)] = i;
}

// Copies the smaller neighbors of v to `list` and counts the pairs of them that are adjacent.
__device__ u64 below(const Argument& launch, u32 v, u32* list) {
    const View view = launch.view[0];
    const u32* row = view.neighbors + row_begin(view, v);
    const u32 n = split(view, v);
    for (u32 i = lane_id(); i < n; i += 32) list[i] = row[i];
    __syncwarp();
    u64 found = 0;
    for (u32 i = 0; i < n; ++i) {
        const u32 w = list[i];
        const u32* other = view.neighbors + row_begin(view, w);
        for (u32 j = lane_id(); __any_sync(~0u, j < i); j += 32)
            found += __popc(__ballot_sync(~0u, j < i && has(other, split(view, w), list[j])));
    }
    __syncwarp();
    return found;
}

extern "C" __global__ void gpm_search(const __grid_constant__ Argument launch) {
    GPM_SHARED(shared);
    Control* control = launch.control;
    const u32 warp = threadIdx.x / 32, warps = blockDim.x / 32;
    u32* own = launch.slots + (blockIdx.x * warps + warp) * launch.slot_words + launch.slot[0].offset;
    u64 found = 0;
    for (;;) {
        u32 next = 0;
        if (lane_id() == 0) next = atomicAdd(&control->next_small, 1u);
        next = __shfl_sync(~0u, next, 0);
        if (next >= control->num_small) break;
        found += below(launch, root_at(launch, launch.small[next]), own);
    }
    __syncthreads();
    // One warp a block goes through the big ones; the others wait.
    if (warp == 0) for (;;) {
        u32 next = 0;
        if (lane_id() == 0) next = atomicAdd(&control->next_big, 1u);
        next = __shfl_sync(~0u, next, 0);
        if (next >= control->num_big) break;
        if (lane_id() == 0) while (atomicCAS(launch.arena_taken, 0u, 1u)) __nanosleep(64);
        __syncwarp();
        found += below(launch, root_at(launch, launch.big[next]), launch.arenas + launch.slot[0].arena_offset);
        if (lane_id() == 0) atomicExch(launch.arena_taken, 0u);
        __syncwarp();
    }
    if (lane_id() == 0) shared[warp] = static_cast<u32>(found);
    if (!__syncthreads_or(found != 0)) return;
    if (threadIdx.x == 0) {
        u32 sum = 0;
        for (u32 i = 0; i < warps; ++i) sum += shared[i];
        atomicAdd(&control->total_low, u64(sum));
    }
}
