// launch.cuh: what a kernel that counts the matches of labelled patterns is told, by value, and what lies where it points. Mirrored field by
// field by gpm-runtime/src/cuda/labelled.rs.

constexpr u32 LABELLED_WARPS = 4;    // of a block
constexpr u32 LABELLED_BLOCKS = 6;   // of a multiprocessor that registers are limited for
constexpr u32 LABELLED_SIZE = 32;    // vertices of a pattern at most: a lane each
constexpr u32 SUBSET_SIZE = 6;       // leaves of which the common candidates are counted for each subset, at most
constexpr u32 SUBSETS = 1 << SUBSET_SIZE;
constexpr u32 SUBSET_KEYS = 1024;    // entries of the table in which candidates are put to see who shares them
constexpr u32 MOST_SHARED = SUBSET_KEYS / 4 * 3;  // that are put there at a time, at most
constexpr u32 FRAME_WORDS = 96;      // of a Frame
constexpr u32 BUSY_LOG2 = 14;        // these ticks are counted by so many, as a logarithm
constexpr u32 PIECES = 8;            // tasks that a range of candidates is given away as, at most

typedef unsigned __int128 u128;

// A vertex of a pattern. Masks have a bit for each vertex.
struct PatternVertex {
    u32 neighbors;
    u32 alike;      // vertices that share a candidate with it, and itself
    u32 twins;      // vertices that it may be swapped with, and itself
    u32 core;       // its core number
    u32 urgency;    // the same where vertices of a high one are matched first, else 0
    u32 base;       // the first data vertex with its label
    u32 ranks;      // where it is written for each data vertex with its label how many candidates come before it
    u32 reserved;
};

struct LabelledPattern {
    PatternVertex vertex[LABELLED_SIZE];
    u32 size;
    u32 first;      // the vertex that is matched first
    u32 roots;      // where its candidates are written
    u32 num_roots;
    u32 rows;       // for each vertex and neighbor where their rows are: the bounds by rank of a candidate, then the rows
    u32 reserved[3];
};

// What is left to a warp: the candidates of a vertex in a range, below a partial match.
struct LabelledTask {
    u32 pattern;
    u32 depth;      // vertices that are matched before
    u32 next;       // the vertex whose candidates these are
    u32 open;       // those of its part that are not matched, as a mask
    u32 at;
    u32 end;
    u64 weight_low; // each match counts so often
    u64 weight_high;
    u32 match[LABELLED_SIZE];  // by number, what was matched
    u8 order[LABELLED_SIZE];   // to which vertex
    u32 reserved[2];
};
constexpr u32 LABELLED_TASK_WORDS = sizeof(LabelledTask) / sizeof(u32);

// What is known of a pattern.
struct LabelledTotal {
    u64 low;        // matches that were met
    u64 high;
    u32 left;       // tasks that are not done
    u32 overflows;  // whether a number left its bits: then the other tasks are of no use
};

struct LabelledLaunch {
    const u32* words;           // all that patterns point to
    const u32* twins;           // by data vertex, the first of those that it may be swapped with
    const LabelledPattern* patterns;
    const LabelledTask* tasks;
    LabelledTask* given;        // tasks that are given away, for the next launch
    LabelledTotal* totals;      // by pattern
    u32* counters;              // zeroed: the next task to take; tasks given away; of all warps, ticks until there were no more tasks
    u32* slabs;                 // memory of each warp: a Frame a level, then lists
    Control* control;
    u64 slab_words;
    u32 num_tasks;
    u32 capacity;               // tasks that may be given away
    u32 timeout;                // ticks after which a warp gives work away
    u32 takes_turns;            // whether it does so although there are tasks for all others: no pattern waits for the end of another
};
