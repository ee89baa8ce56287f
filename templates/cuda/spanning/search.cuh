// search.cuh: a lane matches a tree at random, each homomorphism as likely as any other, and sees what the graph joins between the vertices that it
// met. The same is drawn by gpm-runtime/src/spanning.

// The first of n running sums that is greater than what is drawn in proportion to what they grow by.
DEVICE u64 place(const double* sums, u64 n, Draws& draws) {
    const double all = sums[n - 1];
    const double product = __dmul_rn(draws.part(), all);
    // A product may be rounded up to all, which no sum exceeds.
    const double most = __longlong_as_double(__double_as_longlong(all) - 1);
    const double drawn = product < most ? product : most;
    u64 low = 0, high = n - 1;
    ROLLED
    while (low < high) {
        const u64 middle = (low + high) / 2;
        if (sums[middle] <= drawn) low = middle + 1;
        else high = middle;
    }
    return low;
}

DEVICE bool has_edge(const TreeLaunch& launch, u32 u, u32 v) {
    u64 low = launch.offsets[u], high = launch.offsets[u + 1];
    const u64 other = launch.offsets[v], end = launch.offsets[v + 1];
    u32 wanted = v;
    if (end - other <= high - low) {
        low = other;
        high = end;
        wanted = u;
    }
    ROLLED
    while (low < high) {
        const u64 middle = (low + high) / 2;
        const u32 found = launch.neighbors[middle];
        if (found == wanted) return true;
        if (found < wanted) low = middle + 1;
        else high = middle;
    }
    return false;
}

// The code of a sample, or NONE if it met a vertex twice, or a pair is not as it must be. The vertices that it met lie `stride` words
// apart.
DEVICE u32 sample(const TreeLaunch& launch, u64 index, u32* met, u32 stride) {
    Draws draws(launch.seed, launch.tree, index);
    met[0] = launch.base + (u32)place(launch.roots, launch.num_roots, draws);
    u32 code = 0, pair = 0;
    ROLLED
    for (u32 v = 1; v < launch.size; ++v) {
        const TreeLink& link = launch.links[v];
        const u32 row = met[link.parent * stride] - link.base;
        const u64 begin = link.offsets[row], n = link.offsets[row + 1] - begin;
        const u64 at = link.sums == nullptr ? draws.below(n) : place(link.sums + begin, n, draws);
        const u32 own = link.targets[begin + at];
        bool is_new = true;
        ROLLED
        for (u32 u = 0; u < v; ++u) is_new = is_new && met[u * stride] != own;
        if (!is_new) return NONE;
        met[v * stride] = own;
        ROLLED
        for (; pair < launch.num_pairs && launch.right[pair] == v; ++pair) {
            const bool is_joined = has_edge(launch, met[launch.left[pair] * stride], own);
            if (launch.needs_all == 0) code |= (u32)is_joined << pair;
            else if (is_joined != (launch.joined[pair] != 0)) return NONE;
        }
    }
    return code;
}

extern "C" __global__ void __launch_bounds__(32 * TREE_WARPS, TREE_BLOCKS) gpm_search(const TreeLaunch launch) {
    GPM_SHARED(shared);
    u32* const codes = shared;
    u32* const met = shared + SHARED_CODES + threadIdx.x;
    const u32 num_codes = launch.needs_all != 0 ? 1 : 1u << launch.num_pairs;
    const bool is_shared = num_codes <= SHARED_CODES;
    if (is_shared) {
        for (u32 i = threadIdx.x; i < num_codes; i += blockDim.x) codes[i] = 0;
    }
    __syncthreads();
    const u64 all = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < launch.number; i += all) {
        if (fresh(&launch.control->stop) != 0) break;
        const u32 code = sample(launch, launch.first + i, met, blockDim.x);
        if (code == NONE) continue;
        if (is_shared) atomicAdd(codes + code, 1u);
        else atomicAdd(launch.counts + code, 1ull);
    }
    __syncthreads();
    if (is_shared) {
        for (u32 i = threadIdx.x; i < num_codes; i += blockDim.x) {
            if (codes[i] != 0) atomicAdd(launch.counts + i, (u64)codes[i]);
        }
    }
}
