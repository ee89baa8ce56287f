// prelude.cu: what the kernels beside it begin with, after types.cuh.

struct Argument : Launch {
    Slot slot[1];
    View view[1];
};

__device__ __forceinline__ u32 lane_id() { return threadIdx.x & 31; }
__device__ __forceinline__ u32 root_at(const Argument& launch, u32 i) { return launch.roots ? launch.roots[i] : i; }

// Whether the ascending row has this vertex.
__device__ __noinline__ bool has(const u32* row, u32 length, u32 v) {
    u32 low = 0, high = length;
    while (low < high) {
        const u32 middle = (low + high) / 2;
        if (__ldg(row + middle) < v) low = middle + 1;
        else high = middle;
    }
    return low < length && row[low] == v;
}

__device__ __forceinline__ u64 row_begin(const View& view, u32 v) { return view.descriptors[v] & ((1ull << SPLIT_SHIFT) - 1); }
__device__ __forceinline__ u32 split(const View& view, u32 v) { return view.descriptors[v] >> SPLIT_SHIFT; }
