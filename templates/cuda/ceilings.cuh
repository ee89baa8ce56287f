// ceilings.cuh: how many operations of each kind (operations.cuh) a device does in a second at most. Each kind is done as kernels do it,
// with nothing between that waits, and often enough to be timed. Mirrored by gpm-runtime/src/cuda/ceilings.rs.

constexpr u32 CEILING_WARPS = 8;     // of a block
constexpr u32 CEILING_BLOCKS = 6;    // of a multiprocessor that registers are limited for
constexpr u32 NEAR_LOG2 = 12;        // of the words of a block's shared memory
constexpr u32 FAR_LOG2 = 22;         // of the words of device memory: as much as the caches of a small card hold
constexpr u32 AT_ONCE = 8;           // operations of a round

struct CeilingLaunch {
    u32* memory;       // zeroed
    u64* sum;          // what is read must be of some use
    Control* control;
    u32 kind;
    u32 rounds;        // of each thread
};

// Numbers that look random: the high bits of each are. Where they start must look random too: of an arithmetic progression over the lanes
// the banks of shared memory would come in an order of its own.
DEVICE u32 next_random(u32 last) { return last * 1664525u + 1013904223u; }
DEVICE u32 scrambled(u32 x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// The sum is of no use, but nothing is read for nothing. A function for each kind: a choice between operations would cost more than they do.
template <u32 KIND>
DEVICE u32 work(const CeilingLaunch& launch, u32* near) {
    const Word* const far = (const Word*)launch.memory;
    const u32 thread = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    // Whole warps read words one after another, 512 bytes at a place that caches near the warp do not have.
    u32 sum = 0, random = scrambled(KIND == READ ? thread >> 5 : thread);
    const Word bits = {random, ~random, random ^ FULL >> 16, random};
    for (u32 round = 0; round < launch.rounds; ++round) {
#pragma unroll
        for (u32 i = 0; i < AT_ONCE; ++i) {
            random = next_random(random);
            if (KIND == PROBED) {
                sum += near[random >> (32 - NEAR_LOG2)] >> (random & 31) & 1;
            } else if (KIND == SEARCHED) {
                sum += __ldg(launch.memory + (random >> (32 - FAR_LOG2)));
            } else if (KIND == READ) {
                const Word word = far[random >> (32 - FAR_LOG2 + 7) << 5 | lane];
                sum += word.part[0] + word.part[1] + word.part[2] + word.part[3];
            } else if (KIND == COUNTED) {
                sum += (((const Word*)near)[threadIdx.x + round * AT_ONCE + i & bits_below(NEAR_LOG2 - 2)] & bits).count();
            } else if (KIND == ADDED_NEAR) {
                atomicAdd(near + (random >> (32 - NEAR_LOG2)), 1);
            } else if (KIND == ADDED_FAR) {
                atomicAdd(launch.memory + (random >> (32 - FAR_LOG2)), 1);
            }
        }
    }
    return sum;
}

extern "C" __global__ void __launch_bounds__(CEILING_WARPS * 32, CEILING_BLOCKS) gpm_search(const __grid_constant__ CeilingLaunch launch) {
    GPM_SHARED(near);
    for (u32 i = threadIdx.x; i < 1u << NEAR_LOG2; i += blockDim.x) near[i] = i * 0x9e3779b1u;
    __syncthreads();
    u32 sum = 0;
    switch (launch.kind) {
        case PROBED: sum = work<PROBED>(launch, near); break;
        case SEARCHED: sum = work<SEARCHED>(launch, near); break;
        case READ: sum = work<READ>(launch, near); break;
        case COUNTED: sum = work<COUNTED>(launch, near); break;
        case ADDED_NEAR: sum = work<ADDED_NEAR>(launch, near); break;
        case ADDED_FAR: sum = work<ADDED_FAR>(launch, near); break;
        default: break;
    }
    __syncthreads();
    // Never, which no compiler knows.
    if (sum + near[threadIdx.x] == 0x5bd1e995u) atomicAdd(launch.sum, 1);
}
