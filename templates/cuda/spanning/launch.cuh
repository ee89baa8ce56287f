// launch.cuh: what a kernel that matches trees at random is told, by value. Mirrored field by field by gpm-runtime/src/cuda/trees.rs.

constexpr u32 TREE_SIZE = 8;          // vertices of a tree at most
constexpr u32 TREE_PAIRS = 21;        // pairs that it leaves free at most
constexpr u32 TREE_WARPS = 8;         // of a block
constexpr u32 TREE_BLOCKS = 6;        // of a multiprocessor that registers are limited for
constexpr u32 SHARED_CODES = 1024;    // so many codes are counted in shared memory first
constexpr u32 TREE_FIXED_WORDS = 32 * TREE_WARPS * TREE_SIZE + SHARED_CODES;

struct TreeLaunch {
    // ---- graph: undirected rows
    const u64* offsets;
    const u32* neighbors;
    // ---- running sums of homomorphisms: by vertex, and for each vertex of the tree by entry of rows, or null if a leaf
    const double* roots;
    const double* sums[TREE_SIZE];
    // ---- answers: by code, zeroed
    u64* counts;
    Control* control;
    // ---- samples: those of a tree from `first` on
    u64 seed;
    u64 first;
    u64 number;
    u32 num_vertices;
    u32 tree;
    u32 size;                    // its vertices
    u32 num_free;                // pairs of them that it does not join
    u8 parents[TREE_SIZE];
    u8 left[TREE_PAIRS + 3];     // the pairs: the one that is matched first, and the other
    u8 right[TREE_PAIRS + 3];
};
