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

// Numbers that look random: the high bits of each are.
DEVICE u32 next_random(u32 last) { return last * 1664525u + 1013904223u; }

extern "C" __global__ void __launch_bounds__(CEILING_WARPS * 32, CEILING_BLOCKS) gpm_search(const __grid_constant__ CeilingLaunch launch) {
    GPM_SHARED(near);
    const u32 all = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (u32 i = threadIdx.x; i < 1u << NEAR_LOG2; i += blockDim.x) near[i] = i * 0x9e3779b1u;
    __syncthreads();
    const Word* const far = (const Word*)launch.memory;
    u32 sum = 0, random = thread * 0x9e3779b1u;
    Word bits = {random, ~random, random ^ FULL >> 16, random};
    u32 quad = thread;
    for (u32 round = 0; round < launch.rounds; ++round) {
#pragma unroll
        for (u32 i = 0; i < AT_ONCE; ++i) {
            random = next_random(random);
            switch (launch.kind) {
                case PROBED: {
                    const u32 bit = random >> (32 - NEAR_LOG2 - 5);
                    sum += near[bit >> 5] >> (bit & 31) & 1;
                    break;
                }
                case SEARCHED: sum += __ldg(launch.memory + (random >> (32 - FAR_LOG2))); break;
                case READ: {
                    const Word word = far[quad & bits_below(FAR_LOG2 - 2)];
                    sum += word.part[0] + word.part[1] + word.part[2] + word.part[3];
                    quad += all;
                    break;
                }
                case COUNTED: sum += (((const Word*)near)[threadIdx.x + round * AT_ONCE + i & bits_below(NEAR_LOG2 - 2)] & bits).count(); break;
                case ADDED_NEAR: atomicAdd(near + (random >> (32 - NEAR_LOG2)), 1); break;
                case ADDED_FAR: atomicAdd(launch.memory + (random >> (32 - FAR_LOG2)), 1); break;
                default: break;
            }
        }
    }
    __syncthreads();
    // Never, which no compiler knows.
    if (sum + near[threadIdx.x] == 0x5bd1e995u) atomicAdd(launch.sum, 1);
}
