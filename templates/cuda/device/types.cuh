// types.cuh: the words that the host and a kernel share. Mirrored field by field by gpm-runtime/src/cuda/abi.rs.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
typedef __int128 i128;

// The rows of one view, each ascending. A row's descriptor says where it begins in `neighbors`, and in the bits from SPLIT_SHIFT on how
// many of it are smaller than its vertex: one load tells all of a row's lower part. There is one descriptor more than there are vertices.
struct View {
    const u64* descriptors;
    const u32* neighbors;
};
constexpr u32 SPLIT_SHIFT = 40;

// Where a set's list lies in each warp's memory (words), how long it may be there, and where in an arena it goes if longer.
struct Slot {
    u32 offset;
    u32 capacity;
    u64 arena_offset;
};

// Counters of one launch, zeroed before it. Groups that different warps fight over are on lines of their own.
struct alignas(128) Control {
    // The result: a signed 128-bit sum, and STATUS_* bits.
    u64 total_low;
    u64 total_high;
    u32 status;
    // Set by the host to end the run.
    u32 stop;
    // Further results of a fused nest.
    u64 more[3][2];
    // Small and big roots at the end of their order that the host has taken back: they are not searched here.
    u32 withheld;
    u32 withheld_big;
    u32 pad0[12];
    // Roots: how many of each kind, and the next to take.
    u32 num_big;
    u32 num_small;
    u32 next_big;
    u32 next_small;
    u32 num_short;
    u32 next_short;
    u32 pad1[26];
    // Task queue: tasks ever popped and pushed; cells in use; tasks ready to be popped. Blocks without work, and blocks
    // that have begun.
    u32 head;
    u32 tail;
    u32 reserved;
    int ready;
    u32 idle_blocks;
    u32 started_blocks;
    u32 pad2[26];
    // Matches, or pieces that the frontier has no room for, reserved in the output ring.
    u64 emitted;
    // Frontier: cells reserved and taken, pieces that lie there; whether the host has no room for more.
    u32 frontier_end;
    u32 frontier_begin;
    int frontier_ready;
    u32 is_closed;
    u32 pad3[26];
};

enum Status : u32 {
    STATUS_OVERFLOW = 1,  // a value or the total left 128 bits
    STATUS_ARENA = 2,     // a set needed more room than its arena has: a bug of the memory plan
};

// What one block did, for the report. Times are SM clock ticks.
struct BlockStats {
    u32 multiprocessor;
    u32 pushes;
    u32 pops;
    u32 full;
    u64 spins;
    u64 busy;
    u64 idle;
    u64 reserved;
};

// Some samples of one stratum of the roots, and what they say: sums of powers of what they differ from their mean by.
struct SampleChunk {
    u64 stratum;
    u64 first_sample;
    u32 first_root;
    u32 num_roots;
    u32 samples;
    u32 reserved;
};
struct Moments {
    u64 samples;
    u64 valid;
    u64 visited;
    double mean;
    double squares;
    double cubes;
};

// Everything a kernel is told, by value. `slot` and `view` follow it, in this order.
struct Launch {
    // ---- graph and roots: root i is vertex `roots[i]`, or i itself where `roots` is null
    const u32* roots;
    u32 first_root;
    u32 last_root;
    u32 num_vertices;
    u32 takes_roots;       // whether roots are taken, or pieces of the frontier alone
    // ---- counters and roots by size (one entry a root of this launch each)
    Control* control;
    u32* big;
    u32* small;            // of a shared search NONE in the place of those that a warp has taken; from the end on, short ones
    BlockStats* stats;     // one a block
    u64* operations;       // see operations.cuh, if they are counted
    // ---- task queue
    u32* ring_state;       // zeroed: 2 * round, plus 1 where filled
    u32* ring;             // TASK_WORDS a task
    u32 ring_mask;         // capacity - 1, a power of two less one
    u32 timeout;           // ticks after which a warp gives work away
    u32 min_idle;          // ... if at least so many blocks have none
    u32 share_words;       // words of shared memory a block has beyond its fixed part
    // ---- memory of a warp: list slots, then bit rows of `local_limit` bits
    u32* slots;
    u64 slot_words;
    u64 bits_offset;
    // ---- big slots: whoever needs one takes a whole arena
    u32* arenas;
    u64 arena_words;
    u32* arena_taken;      // zeroed
    u32 num_arenas;
    u32 local_limit;       // largest neighborhood searched as a bit matrix
    // ---- memory of a block (words): bitmap of marks, codegrees, walks (all kept zero), what they reach, local matrix
    u32* dens;
    u64 den_words;
    u64 codegrees_offset;
    u64 walks_offset;
    u64 reach_offset;
    u64 walked_offset;
    u64 local_offset;
    // ---- output ring in host memory
    u32* matches;          // MATCH_WORDS a match, or TASK_WORDS a piece
    u64 match_mask;        // capacity - 1 in matches, a power of two less one
    u32* committed;        // zeroed: matches written, one counter a chunk
    volatile u64* ready;   // host memory, one a chunk: 1 + the number of the chunk that lies there complete
    volatile u64* consumed;// host memory: matches that the host has taken
    u32 chunk_shift;       // log2 of the matches in a chunk
    u32 stop_period;       // ticks after which a warp looks whether the run was stopped, at most its timeout
    // ---- counts by vertex or arc, zeroed: low halves, and high ones unless 64 bits will do
    u64* table;
    u64* table_high;
    // ---- bit matrices that one kernel writes and another reads, all zero before, and where that of each vertex begins
    u32* matrices;
    const u64* matrix_offsets;
    u32 dealt_of;          // vertex v is dealt to device v % dealt_of, which has its matrix,
    u32 dealt_index;       // and this is the device of that number
    // ---- whether the host may take roots back
    u32 is_shared;
    // ---- classes of roots by the length of their longest row
    u32 short_rows;        // up to this they are searched side by side, where a kernel can
    u32 long_rows;         // beyond this by blocks, where work is given away
    u32 padding;
    // ---- frontier of the breadth-first levels
    u32* frontier;         // TASK_WORDS a piece
    u32* frontier_state;   // 0, or 1 where a piece lies; zeroed
    u32 frontier_cells;    // pieces that fit
    u32 piece;             // most candidates of a piece
    // ---- samples, by chunks; by level how many candidates its loop visits at most
    const SampleChunk* chunks;
    Moments* moments;
    u64 seed;
    u32 num_chunks;
    u32 short_list;        // members of longer lists are looked for by a warp, not by a lane
    u32 picks[32];
};
