// launch.cuh: what a search for cliques is told, by value. Mirrored field by field by gpm-runtime/src/cuda/cliques/launch.rs.

struct CliqueLaunch {
    // ---- graph: any order of vertices will do, that of degeneracy has the fewest smaller neighbors. Each vertex is a root
    View graph;
    const u64* row_offsets;  // by root, one more at the end: words before its bit rows
    u32* rows;               // the bit rows of the roots of this launch
    u64 first_word;          // words before those of the first of them
    u32 first_root;
    u32 last_root;
    // ---- counters, of which `small` roots are all, and answers
    Control* control;
    u64* numbers;            // zeroed: of each size, how many; of all cliques by vertices held, then free
    u32 num_sizes;           // sizes up to this one less one
    u32 base;                // vertices that all cliques have beside their root
    u32 min_size;            // smaller cliques are left out, and of all cliques larger ones than the next
    u32 max_size;
    u32 least_given;         // candidates of a node that is worth another warp's while
    u32 few;                 // candidates of a node that is searched in registers, at most: up to 32
    // ---- task queue
    u32* ring_state;         // zeroed
    u32* ring;
    u32 ring_mask;           // capacity - 1, a power of two less one
    u32 cell_words;
    u32 timeout;             // ticks after which a warp looks whether others have no work, or the run was stopped
    u32 min_idle;            // ... if at least so many warps have none
    // ---- memory of a warp (words): indexes of rows, then nodes. The largest clique that each warp met
    u32* warps;
    u64 warp_words;
    u64 nodes_offset;
    u32* largest;
    u32 largest_words;
    u32 share_words;         // words of shared memory that a warp has
};

constexpr u32 CLIQUE_WARPS = 7;          // of a block
constexpr u32 CLIQUE_BLOCKS = 4;         // of a multiprocessor that registers are limited for
constexpr u32 SHARED_SIZES = 512;        // sizes up to this one less one are counted in shared memory first
constexpr u32 CLIQUE_FIXED_WORDS = 2 * SHARED_SIZES + 4;  // words of shared memory before the warps' shares
constexpr u32 LARGEST_WORDS = 3;         // size, root, one more member or NONE; then the others as bits
