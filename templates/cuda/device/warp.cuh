// warp.cuh: a warp at work: its loops, and the task that its team is on.
//
// A team is a block or a single warp. It has a task: the vertices of the first `depth` levels and a range of the candidates
// of the next one. Every warp of the team binds the given vertices and computes what depends on them for itself; then the
// warps share the range, taking a few candidates at a time. Levels below are a warp's own.
// All functions are called by converged warps unless they say otherwise, and their results are the same on every lane.

// What a warp keeps in shared memory: its loops, where one level can cut another, and what it rarely needs.
struct Frame {
    u32 vertex[GPM_LEVELS];
    u32 next[GPM_LEVELS];  // the candidate after the current one
    u32 end[GPM_LEVELS];
    u32 timeout;           // ticks until work is given away
    u32 status;            // STATUS_* bits
    u32 pushes;
    u32 full;
    u32 passed;            // ticks since the warp last thought of giving work away, as far as it looked for a stop
    u32 root;              // small roots in hand: the next, and their end
    u32 root_end;
    u32 busy[2];           // ticks with a task, low and high word
#ifdef GPM_BREADTH
    u32 piece;             // pieces in hand: the cell of the next, and their end
    u32 piece_end;
#endif
};

// What the warps of a team share.
struct TeamState {
    Task task;
    u32 next;     // of the task's range, not yet taken
    u32 found;    // whether there was a task
    u32 count;    // scratch of collective operations
    u32 stopped;  // whether a warp left a collective operation early, since the run was stopped
    u32 seen;     // see `has_much_left`
};

constexpr u32 TAKEN = 0x7fffffffu;  // TeamState::next once the rest of the range was given away
constexpr u32 DONE = 0xffffffffu;   // no further candidate

// Shared memory of a block: for local graphs the short bit rows and the places of a warp; its own table of marks; what it
// gathers for credited levels; totals; team states of the block and of its warps, the block's counters, frames. What follows is shared
// out among teams. Sizes are those of the layout that the host has made.
struct alignas(16) Shared {
#if GPM_BIT_SLOTS > 0
    Word bits[GPM_WARPS][GPM_BIT_SLOTS][GPM_SHORT_WORDS];
    u16 places[GPM_WARPS][GPM_PLACES];
#endif
#if GPM_LEAF_MARKS > 0
    u32 leaf_marks[GPM_WARPS][GPM_LEAF_MARKS];
#endif
#ifdef GPM_GATHERED
    i128 gathered[GPM_WARPS][GPM_GATHERED];
#endif
    i128 total[GPM_TOTALS][GPM_WARPS];
    TeamState block;
    TeamState warp[GPM_WARPS];
    BlockStats stats;
    u32 given;    // clock when a warp of the block last gave work away
    u32 waiting;  // warps that have reached the end of the block's task
    Frame frame[GPM_WARPS];
};
static_assert(sizeof(Shared) == GPM_SHARED_WORDS * sizeof(u32), "the host lays shared memory out otherwise");

DEVICE Shared* shared_memory() {
    GPM_SHARED(memory);
    return (Shared*)memory;
}

// Words of shared memory for a warp that is a team of its own, a multiple of 16 bytes.
DEVICE u32 warp_share(const Launch& launch) { return launch.share_words / GPM_WARPS & ~3u; }

// The sum of the lanes' values, on every lane.
DEVICE i128 sum_lanes(i128 value) {
    ROLLED
    for (u32 distance = 16; distance > 0; distance >>= 1) {
        const u64 low = __shfl_xor_sync(FULL, (u64)value, distance);
        const u64 high = __shfl_xor_sync(FULL, (u64)(value >> 64), distance);
        value += (i128)high << 64 | low;
    }
    return value;
}

// What is rare is called, not inlined: it would be printed at every loop.
__device__ __noinline__ bool give_work_away(const Arguments& launch, bool is_block, u32 depth, u32 level);
__device__ __noinline__ u32* take_free_arena(const Arguments& launch);
#ifdef GPM_BREADTH
__device__ __noinline__ bool put_on_frontier(const Arguments& launch, bool is_block, u32 depth, u32 level);
#endif

struct Warp {
    const Arguments& launch;
    u32 lane;
    u32 index;                // in the block
    bool is_stopped = false;  // the host has ended the run
    u32* arena = nullptr;     // an arena, once needed
    i128 total = 0;           // of this lane
#if GPM_TOTALS > 1
    i64 more[GPM_TOTALS - 1] = {};  // see totals.cuh
#endif
#if GPM_SPLITS
    bool is_block = true;  // whether the team is the block
    u32 depth = 1;         // of the team's task
    u32 since = 0;         // clock when this warp last began a task or gave work away
#else
    // Warps share nothing: each has a root, or a piece of the candidates below one.
    static constexpr bool is_block = false;
    static constexpr u32 depth = 1;
#endif

    // ---- where things are; cheap to find again, so that they take no registers

    DEVICE Frame* frame() const { return shared_memory()->frame + index; }
    DEVICE TeamState* team() const { return is_block ? &shared_memory()->block : shared_memory()->warp + index; }
    DEVICE u32* own_share() const { return (u32*)(shared_memory() + 1) + index * warp_share(launch); }
    DEVICE u32* share() const { return is_block ? (u32*)(shared_memory() + 1) : own_share(); }
    DEVICE u32* slots() const { return launch.slots + (u64)(blockIdx.x * GPM_WARPS + index) * launch.slot_words; }
    DEVICE u32* den() const { return launch.dens + (u64)blockIdx.x * launch.den_words; }

    DEVICE u32 warps() const { return is_block ? GPM_WARPS : 1; }
    DEVICE u32 rank() const { return is_block ? index : 0; }
    DEVICE u32 thread() const { return rank() * 32 + lane; }
    DEVICE u32 threads() const { return warps() * 32; }
    DEVICE u32 share_words() const { return is_block ? launch.share_words : warp_share(launch); }
    DEVICE void sync_team() const {
        if (is_block) __syncthreads();
        else __syncwarp();
    }

    // ---- counting: what is added is returned

    DEVICE i64 add(i64 value) {
        total += value;
        return value;
    }

    // Adds a value whose magnitude, known as a float too, may be too large for 128 bits. The totals of 32 lanes stay within
    // these together.
    DEVICE i128 add_wide(i128 value, double magnitude) {
        const double limit = 2.5e36;
        const double sum = (double)total + magnitude;
        // A magnitude that is no number has left even the floats.
        if (!(magnitude <= limit) || sum > limit || sum < -limit) frame()->status |= STATUS_OVERFLOW;
        total += value;
        return value;
    }

    // Whether what is to be done once after binding `bound` levels is this warp's to do: a block that leads to the task's
    // range was entered before, by whoever gave the task away, and is entered by the other warps of the team too.
    DEVICE bool owns(u32 bound) const {
        return depth < bound || (depth == bound && rank() == 0 && team()->task.from == 0);
    }

    // ---- loops

    // The vertex of a level that the task has bound.
    DEVICE u32 given(u32 level) const { return frame()->vertex[level]; }

    DEVICE u32 claim(u32 level, u32 step) {
        u32 at = 0;
        if (lane == 0) at = atomicAdd(&team()->next, step);
        at = __shfl_sync(FULL, at, 0);
        return at < min_of(team()->task.to, frame()->end[level]) ? at : DONE;
    }

    // The first of n candidates of a level, walked `step` at a time; DONE if there is none.
    DEVICE u32 first(u32 level, u32 n, u32 step) {
        if (is_stopped) return DONE;
        __syncwarp();
        const bool is_range = level == depth;
        u32 begin = is_range && !is_block ? team()->task.from : 0;
        const u32 end = level < depth ? 0 : is_range && !is_block ? min_of(team()->task.to, n) : n;
        if (lane == 0) {
            frame()->next[level] = begin + step;
            frame()->end[level] = end;
        }
        __syncwarp();
        if (level < depth) return 0;
        if (is_range && is_block) begin = claim(level, step);
        else if (begin >= end) begin = DONE;
#ifdef GPM_BREADTH
        // What a task has of the level that it begins with was put there before, but for a root.
        const bool is_whole = (GPM_BREADTH_IN_BLOCKS || !is_block) && (level > depth || team()->task.to == TAKEN);
        if (level <= GPM_BREADTH && begin != DONE && is_whole && n > step + launch.piece) {
            is_stopped = put_on_frontier(launch, is_block, depth, level);
        }
#endif
        return begin;
    }

    DEVICE u32 next(u32 level, u32 at, u32 step) {
        if (level < depth || is_stopped) return DONE;
        if (level == depth && is_block) return claim(level, step);
        at += step;
        __syncwarp();
        const bool more = at < frame()->end[level];
        if (lane == 0) frame()->next[level] = at + step;
        return more ? at : DONE;
    }

    // The vertex of a level: the task's, or the candidate at `at`.
    DEVICE u32 bind(u32 level, List candidates, u32 at) {
        if (level < depth) return frame()->vertex[level];
        const u32 v = candidates.at[at];
        if (lane == 0) frame()->vertex[level] = v;
        return v;
    }

    // The same where candidates are places in a local graph.
    DEVICE u32 bind_place(u32 level, u32 at) {
        if (level < depth) return frame()->vertex[level];
        if (lane == 0) frame()->vertex[level] = at;
        return at;
    }

    // One past the candidates of a leaf that this warp may take: its own range, or the team's.
    DEVICE u32 end(u32 level) const {
        return GPM_SPLITS && level == depth ? min_of(team()->task.to, frame()->end[level]) : frame()->end[level];
    }

    // ---- the end of the run, and giving work away

    // Called where a long search would not look otherwise whether the run was stopped. Returns whether it was.
    DEVICE bool watch() {
#if GPM_SPLITS
        if (!is_stopped && __any_sync(FULL, (u32)clock() - since > launch.stop_period)) {
            is_stopped = __any_sync(FULL, fresh(&launch.control->stop) != 0);
            since = (u32)clock();
        }
#endif
        return is_stopped;
    }

    // The warps of a team agree that the run was stopped if one of them saw it: what they made together lacks a part. Called by
    // each before they meet, and after.
    DEVICE void tell_team() {
        if (is_stopped && lane == 0) team()->stopped = 1;
    }
    DEVICE void hear_team() {
        if (team()->stopped != 0) is_stopped = true;
    }

    // Whoever takes up work below this root prepares it again, which took so long: the search takes as long before some is given away.
    // So preparing takes half of all time at most, but for that of blocks that had nothing to do. Where a launch has no timeout, there
    // is none here either.
    DEVICE void wait_to_give(u32 prepared) {
#if GPM_SPLITS
        if (lane == 0) {
            frame()->timeout = launch.timeout == 0 ? 0 : max_of(launch.timeout, min_of(prepared, 0x40000000u));
            frame()->passed = 0;
        }
        since = (u32)clock();
#endif
    }

    // Called at every candidate of a level that may be cut, or of one inside it: past the timeout, and while others have nothing to do,
    // the rest of the outermost unfinished level becomes tasks. Looks for the end of the run even if the timeout is longer.
    DEVICE void tick(u32 level) {
#if GPM_SPLITS
        if (!__any_sync(FULL, (u32)clock() - since > launch.stop_period)) return;
        is_stopped = give_work_away(launch, is_block, depth, level);
        since = (u32)clock();
#endif
    }

    // ---- memory for lists

    // Room for the n elements of a set: its slot, or the arena's. Null if there is none, in a run that failed or was stopped.
    DEVICE u32* room(u32 slot, u32 n) {
        const Slot place = launch.slot[slot];
        if (!GPM_SPLITS || n <= place.capacity) return slots() + place.offset;
        if (launch.num_arenas == 0) {
            frame()->status |= STATUS_ARENA;
            return nullptr;
        }
        if (arena == nullptr) arena = take_free_arena(launch);
        if (arena != nullptr) return arena + place.arena_offset;
        is_stopped = true;
        return nullptr;
    }

    DEVICE void give_arena_back() {
        if (!GPM_SPLITS || arena == nullptr) return;
        __syncwarp();
        if (lane == 0) {
            __threadfence();
            atomicExch(launch.arena_taken + (arena - launch.arenas) / launch.arena_words, 0);
        }
        arena = nullptr;
    }
};

// Waits for a free arena; null if the run is stopped meanwhile. Whoever holds one never waits for another warp before it
// gives it back.
__device__ __noinline__ u32* take_free_arena(const Arguments& launch) {
    u32 taken = 0;
    if ((threadIdx.x & 31) == 0) {
        taken = (blockIdx.x * GPM_WARPS + threadIdx.x / 32) % launch.num_arenas;
        while (atomicCAS(launch.arena_taken + taken, 0, 1) != 0) {
            taken = taken + 1 == launch.num_arenas ? 0 : taken + 1;
            __nanosleep(100);
            if (fresh(&launch.control->stop) != 0) {
                taken = NONE;
                break;
            }
        }
        __threadfence();
    }
    taken = __shfl_sync(FULL, taken, 0);
    return taken == NONE ? nullptr : launch.arenas + taken * launch.arena_words;
}
