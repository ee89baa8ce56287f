// edges.cu: lists each edge once through the output ring, a warp a root.

extern "C" __global__ void gpm_classify(const __grid_constant__ Argument launch) {}

extern "C" __global__ void gpm_search(const __grid_constant__ Argument launch) {
    Control* control = launch.control;
    const View view = launch.view[0];
    const u32 chunk = 1u << launch.chunk_shift, num_chunks = u32(launch.match_mask + 1) >> launch.chunk_shift;
    for (;;) {
        u32 i = 0;
        if (lane_id() == 0) i = launch.first_root + atomicAdd(&control->next_small, 1u);
        i = __shfl_sync(~0u, i, 0);
        if (i >= launch.last_root) return;
        const u32 v = root_at(launch, i);
        for (u32 j = lane_id(); j < split(view, v); j += 32) {
            const u64 at = atomicAdd(&control->emitted, u64(1));
            while (at > *launch.consumed + launch.match_mask) __nanosleep(100);
            u32* match = launch.matches + (at & launch.match_mask) * 2;
            match[0] = v;
            match[1] = view.neighbors[row_begin(view, v) + j];
            const u64 number = at >> launch.chunk_shift;
            __threadfence_system();
            if (atomicAdd(&launch.committed[number % num_chunks], 1u) + 1 == chunk) {
                launch.committed[number % num_chunks] = 0;
                launch.ready[number % num_chunks] = number + 1;
            }
        }
        __syncwarp();
    }
}
