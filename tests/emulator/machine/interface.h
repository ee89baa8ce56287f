// interface.h: what device code asks of the machine. No system header is included, so that kernels compile fast and can
// use no more than a GPU offers.
#pragma once

#define EMULATOR_HIDDEN __attribute__((visibility("hidden")))

namespace emulator {

struct Index {
    unsigned x, y, z;
};

// Where a thread is; `here` is that of the thread that runs now.
struct Place {
    Index thread, block, block_size, grid_size;
};
extern __thread const Place* here __attribute__((tls_model("initial-exec"))) EMULATOR_HIDDEN;

// The ways in which lanes of a warp meet.
enum Meeting : unsigned {
    SYNC, BALLOT, ANY, ALL, MATCH_ANY,
    SHUFFLE, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR,
    REDUCE_ADD, REDUCE_AND, REDUCE_OR, REDUCE_XOR, REDUCE_MIN, REDUCE_MAX, REDUCE_MIN_SIGNED, REDUCE_MAX_SIGNED,
};

// The ways in which threads of a block meet.
enum Barrier : unsigned { BARRIER, BARRIER_OR, BARRIER_AND, BARRIER_COUNT };

// Waits until all lanes of `mask` are here. A shuffle gives the value of lane `source`.
EMULATOR_HIDDEN unsigned long long meet(
    unsigned mask, Meeting meeting, unsigned long long value, unsigned source, int line);
// Waits until all threads of the block are here.
EMULATOR_HIDDEN int meet_block(Barrier barrier, int predicate, int line);
// Another warp may run now, and the host.
EMULATOR_HIDDEN void rest(int line);
// A moment passes: the machine may turn to another thread.
EMULATOR_HIDDEN void tick(int line);
// Moments passed.
EMULATOR_HIDDEN unsigned long long ticks();
// Dynamic shared memory of the running thread's block.
EMULATOR_HIDDEN unsigned* shared();

}  // namespace emulator
