// launch.cuh: what a kernel that settles candidate patterns is told, by value, and what lies where it points. Mirrored field by field by
// gpm-runtime/src/cuda/frequent.rs and gpm-runtime/src/mine/batch.rs.

constexpr u32 FREQUENT_WARPS = 8;    // of a block
constexpr u32 FREQUENT_BLOCKS = 4;   // of a multiprocessor that registers are limited for
constexpr u32 PATTERN_SIZE = 32;     // vertices of a pattern at most

// What a warp keeps in shared memory: by level of its search the place of the next chunk of candidates, where they end, the chunk in hand, and
// those of it that are left; by pattern vertex what it is matched to.
struct Stack {
    u64 next[PATTERN_SIZE];
    u64 end[PATTERN_SIZE];
    u32 left[PATTERN_SIZE];
    u32 pivot[PATTERN_SIZE];
    u32 found[PATTERN_SIZE];
};
static_assert(sizeof(Stack) == 7 * PATTERN_SIZE * sizeof(u32), "the host lays shared memory out otherwise");

// What joins two vertices, seen from the first: the label of the edge to the second and of the one back, each one more; 0 for no edge.
struct Link {
    u32 forward;
    u32 backward;
};

// The neighbors of a vertex with one label: they begin there in its row and end where the next group begins.
struct LabelGroup {
    u32 label;
    u32 start;
};

// The domain of one or more vertices of a pattern, and how candidates are judged.
struct Job {
    u32 pattern;
    u32 first_vertex;  // the vertex that the first bit stands for
    u32 words;         // where its bits begin
    u32 units;         // words of all jobs before this one
    u32 rounds;        // of taking candidates without the right neighbors out
    u32 needs;         // where these are written down
    u32 num_needs;
    u32 steps;         // where the places of the steps of its search are written down, or 0 for no search
    u32 num_steps;
    u32 root;          // the pattern vertex that the search begins with
};

// Neighbors that a candidate must have.
struct Need {
    u32 job;  // of the domain that they are in
    u32 label;
    u32 number;
    Link link;
};

// An earlier vertex that the next one is joined to, and how, seen from it.
struct Joined {
    u32 vertex;
    Link link;
};

// The next pattern vertex to match; its `num_joined` Joined follow.
struct Step {
    u32 vertex;
    u32 label;
    u32 job;    // of its domain
    u32 other;  // earlier vertices that might be the same data vertex, a bit each
    u32 apart;  // those that it must not be joined to
    u32 above;  // an earlier one that it must be greater than, or NONE
    u32 num_joined;
};

struct FrequentLaunch {
    // ---- rows label by label
    const u64* offsets;
    const u32* neighbors;
    const u64* firsts;         // by vertex where its groups begin
    const LabelGroup* groups;
    const Link* links;         // parallel to `neighbors`, or null: edges without label and direction
    // ---- candidate patterns
    const Job* jobs;
    const u32* code;           // needs and steps
    // ---- what becomes of them
    u32* domains;              // a bit for each candidate that is not known to be in no match
    u32* marks;                // for each that is known to be in one
    u32* sizes;                // by job: bits in its domain
    u32* changed;              // by job: the last round that took one out
    u32* is_dead;              // by pattern: whether a domain is too small
    u32* num_left;             // candidates of which it is not known whether they are in a match
    u32* next;                 // by launch: the next unit to take, zeroed
    Control* control;
    u32 num_jobs;
    u32 num_units;
    u32 support;
    u32 round;                 // from 1, or 0 for the search
    u32 launch;
    u32 is_induced;
    u32 patience;              // chunks of candidates that are looked at for one root, at most
    u32 reserved;
};
