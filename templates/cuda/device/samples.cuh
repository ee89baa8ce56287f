// samples.cuh: the entry point. Warps take chunks of samples from a counter; who takes one does not matter to what it says.

extern "C" __global__ void __launch_bounds__(GPM_WARPS * 32, GPM_BLOCKS) gpm_search(const __grid_constant__ Arguments launch) {
    const u32 lane = threadIdx.x & 31;
    for (;;) {
        u32 index = lane == 0 ? atomicAdd(&launch.control->next_small, 1) : 0;
        index = __shfl_sync(FULL, index, 0);
        if (index >= launch.num_chunks) break;
        const SampleChunk chunk = launch.chunks[index];
        Moments own = {};
        ROLLED
        for (u32 first = 0; first < chunk.samples; first += 32) {
            if (__any_sync(FULL, fresh(&launch.control->stop) != 0)) return;
            const bool is_live = first + lane < chunk.samples;
            Walk walk(launch.seed, chunk.stratum, chunk.first_sample + first + lane);
            const u32 root = chunk.first_root + (u32)walk.below(chunk.num_roots);
            sample(launch, walk, lane, is_live, is_live && launch.roots != nullptr ? launch.roots[root] : root);
            if (is_live) take(own, walk.sum, walk.visited);
        }
        const Moments all = together(own);
        if (lane == 0) launch.moments[index] = all;
    }
}
