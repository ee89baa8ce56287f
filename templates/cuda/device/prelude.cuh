// prelude.cuh: what differs between a GPU and the emulator, and the size of things. Everything else is plain CUDA C++.
// A kernel defines the sizes before; the defaults let this code compile alone.

#ifndef GPM_WARPS
#define GPM_WARPS 16      // warps a block
#define GPM_BLOCKS 2      // blocks a multiprocessor that registers are limited for
#define GPM_LEVELS 32     // loop levels
#define GPM_POSITIONS 32  // words of what the host is handed, a match mostly
#define GPM_SLOTS 1       // lists a warp stores
#define GPM_BIT_SLOTS 1   // bit rows a warp stores
#define GPM_LEAF_MARKS 2048 // entries of a warp's own table
#define GPM_VIEWS 1       // adjacency relations
#define GPM_SPLITS 1      // whether work below a root is given away
#define GPM_TOTALS 1      // numbers counted
#define GPM_SHARED_WORDS 39272 // words of the fixed part of a block's shared memory
#define GPM_SHORT_WORDS 8 // words of a bit row that is kept there
#define GPM_PLACES 512    // places a warp unpacks at a time
#endif

#define DEVICE __device__ __forceinline__
// Before a loop that is short or rare: unrolling it would only cost time to compile.
#define ROLLED _Pragma("unroll 1")

#ifdef GPM_EMULATOR
// The emulator has its own GPM_SHARED.
DEVICE u32 multiprocessor() { return emu_smid(); }
#else
#define GPM_SHARED(name) extern __shared__ __align__(16) u32 name[]
DEVICE u32 multiprocessor() {
    u32 id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}
#endif

// The whole argument of a kernel.
struct Arguments : Launch {
    Slot slot[GPM_SLOTS];
    View view[GPM_VIEWS];
#ifdef GPM_COLUMNS
    // Rows in which edges are found, and the columns that filters read: 64-bit words by vertex, or by place in those rows.
    View edges;
    const u64* column[GPM_COLUMNS];
#endif
};

constexpr u32 FULL = 0xffffffffu;  // all lanes
constexpr u32 NONE = 0xffffffffu;  // no vertex, no index
constexpr u64 NONE64 = ~0ull;
constexpr u32 TASK_WORDS = 3 + GPM_LEVELS;

// A read that must see what other blocks wrote a moment ago.
template <class T> DEVICE T fresh(const T* at) { return *(const volatile T*)at; }

DEVICE u32 min_of(u32 a, u32 b) { return a < b ? a : b; }
DEVICE u32 max_of(u32 a, u32 b) { return a > b ? a : b; }
DEVICE u64 min_of64(u64 a, u64 b) { return a < b ? a : b; }

// The parts of a row's descriptor.
DEVICE u64 begin_of(u64 descriptor) { return descriptor & ((1ull << SPLIT_SHIFT) - 1); }
DEVICE u32 split_of(u64 descriptor) { return (u32)(descriptor >> SPLIT_SHIFT); }

// The smallest power of two that is at least n, as its logarithm; n >= 1.
DEVICE u32 log2_ceil(u32 n) { return n <= 1 ? 0 : 32 - __clz(n - 1); }

// The bits below `n`; n <= 32.
DEVICE u32 bits_below(u32 n) { return n >= 32 ? FULL : (1u << n) - 1; }

// The place of the bit that `before` lower ones are below. By the numbers of bits in bytes, then in fields of four and of two.
DEVICE u32 nth_bit(u32 bits, u32 before) {
    const u32 pairs = bits - (bits >> 1 & 0x55555555u);
    const u32 fours = (pairs & 0x33333333u) + (pairs >> 2 & 0x33333333u);
    const u32 up_to = ((fours + (fours >> 4)) & 0x0f0f0f0fu) * 0x01010101u;
    u32 place = 8 * ((before >= (up_to & 0xff)) + (before >= (up_to >> 8 & 0xff)) + (before >= (up_to >> 16 & 0xff)));
    before -= up_to << 8 >> place & 0xff;
    const u32 four = fours >> place & 0xf;
    if (before >= four) {
        before -= four;
        place += 4;
    }
    const u32 two = pairs >> place & 3;
    if (before >= two) {
        before -= two;
        place += 2;
    }
    return place + (before >= (bits >> place & 1));
}
