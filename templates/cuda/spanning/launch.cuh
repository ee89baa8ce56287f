// launch.cuh: what a kernel that matches trees at random is told, by value. Mirrored field by field by gpm-runtime/src/cuda/trees.rs.

constexpr u32 TREE_SIZE = 32;         // vertices of a tree at most
constexpr u32 TREE_PAIRS = 256;       // pairs that are looked at, at most
constexpr u32 TREE_WARPS = 8;         // of a block
constexpr u32 TREE_BLOCKS = 6;        // of a multiprocessor that registers are limited for
constexpr u32 SHARED_CODES = 1024;    // so many codes are counted in shared memory first
constexpr u32 TREE_FIXED_WORDS = 32 * TREE_WARPS * TREE_SIZE + SHARED_CODES;

// How a vertex of the tree is drawn that hangs on another one.
struct TreeLink {
    const u64* offsets;    // bounds of rows, by place of the parent after `base`
    const u32* targets;
    const double* sums;    // running sums of homomorphisms in each row, or null if all are as likely
    u32 parent;
    u32 base;
};

struct TreeLaunch {
    // ---- graph: undirected rows, ascending
    const u64* offsets;
    const u32* neighbors;
    // ---- running sums of homomorphisms by root, by place after `base`
    const double* roots;
    // ---- answers: by code, zeroed
    u64* counts;
    Control* control;
    // ---- samples: those of a tree from `first` on
    u64 seed;
    u64 first;
    u64 number;
    u32 num_roots;
    u32 base;
    u32 tree;
    u32 size;              // its vertices
    u32 num_pairs;         // pairs of them that it does not join
    u32 needs_all;         // whether all of them must be as they say: there is one code then
    TreeLink links[TREE_SIZE];
    // ---- the pairs, by the one that is drawn last, ascending
    u8 left[TREE_PAIRS];
    u8 right[TREE_PAIRS];
    u8 joined[TREE_PAIRS];  // whether they must be joined, or must not
};
