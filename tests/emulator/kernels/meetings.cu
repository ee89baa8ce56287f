// meetings.cu: counts in the total which results of collectives are wrong, over whole warps and over groups of lanes that
// know nothing of each other.

extern "C" __global__ void gpm_classify(const __grid_constant__ Argument launch) {}

__device__ u32 groups_of(u32 lanes) {
    const u32 lane = lane_id(), first = lane & ~(lanes - 1), place = lane - first;
    const u32 mask = (lanes == 32 ? ~0u : (1u << lanes) - 1) << first;
    u32 wrong = 0;
    // Groups make unequal numbers of rounds.
    for (u32 round = 0; round < 1 + first; ++round) {
        u32 sum = lane;
        for (u32 step = lanes / 2; step; step /= 2) sum += __shfl_xor_sync(mask, sum, step);
        wrong += sum != lanes * first + lanes * (lanes - 1) / 2;
        wrong += __reduce_add_sync(mask, lane) != sum;
        wrong += __reduce_max_sync(mask, lane) != first + lanes - 1;
        wrong += __reduce_min_sync(mask, -int(lane)) != -int(first + lanes - 1);
        wrong += __reduce_or_sync(mask, 1u << place) != mask >> first;
        wrong += __ballot_sync(mask, place == 0) != 1u << first;
        wrong += __match_any_sync(mask, lane & 1) != (lanes == 1 ? mask : mask & (lane & 1 ? 0xaaaaaaaau : 0x55555555u));
        wrong += __shfl_up_sync(mask, i64(lane), 1, lanes) != i64(place ? lane - 1 : lane);
        wrong += __shfl_down_sync(mask, u64(lane) << 40, 1, lanes) != u64(place + 1 < lanes ? lane + 1 : lane) << 40;
        wrong += __shfl_sync(mask, int(lane), 0, lanes) != int(first);
        __syncwarp(mask);
    }
    return wrong;
}

extern "C" __global__ void gpm_search(const __grid_constant__ Argument launch) {
    GPM_SHARED(shared);
    Control* control = launch.control;
    u32 wrong = 0;
    for (u32 lanes = 1; lanes <= 32; lanes *= 2) {
        wrong += groups_of(lanes);
        __syncwarp();
    }
    wrong += !__all_sync(~0u, lane_id() < 32) + __any_sync(~0u, lane_id() > 31);
    wrong += __brev(1) != 0x80000000u || __ffs(8) != 4 || __clz(1) != 31 || __ffsll(0) != 0 || __clzll(1) != 63;
    wrong += min(3u, 5) != 3 || max(-1, 2) != 2 || __umulhi(1u << 31, 6) != 3 || __popcll(~0ull) != 64;
    // All blocks wait for each other: they are alive together.
    for (u32 round = 1; round <= 3; ++round) {
        if (threadIdx.x == 0) {
            shared[0] = atomicAdd(&control->idle_blocks, 1u);
            while (*reinterpret_cast<volatile u32*>(&control->idle_blocks) < round * gridDim.x) __nanosleep(20);
        }
        wrong += __syncthreads_or(shared[0] > 1000000 && threadIdx.x == 0) != 0;
        __syncthreads();
        wrong += shared[0] >= round * gridDim.x;
        wrong += __syncthreads_count(lane_id() == 1) != int(blockDim.x / 32);
    }
    atomicAdd(&control->total_low, u64(wrong));
    if (threadIdx.x == 0) launch.stats[blockIdx.x].multiprocessor = emu_smid();
}
