// machine.h: the state of one launch. One fiber a GPU thread; all blocks are alive at once, so that kernels may wait for
// each other's blocks. Which thread runs next is drawn from a seeded generator.
#pragma once
#include <cstdint>
#include <vector>

#include "fiber.h"
#include "interface.h"

namespace emulator {

struct Warp;

// A GPU thread.
struct Lane : Place {
    Fiber fiber;
    Warp* warp;
    unsigned number;
    // The meeting that it waits for, or the last one.
    unsigned mask;
    unsigned meeting;
    unsigned source;
    int line;
    std::uint64_t value, result;
};

struct Block {
    unsigned number, threads;
    Warp* warps;
    // Those that wait at the barrier, the sum and kind of what they brought; those that have ended.
    unsigned arrived, votes, ended;
    Barrier barrier;
    int result;
    unsigned* shared;
};

// Sets of lanes as bits: those that can run, that wait for lanes, that wait for the block, that have ended.
struct Warp {
    Block* block;
    unsigned number;
    unsigned ready, waiting, at_barrier, ended;
    Lane lanes[32];
};

// What the host asks for; mirrored by `tests/emulator/library.rs`.
struct Task {
    void (*entry)(const void* argument);
    const void* argument;
    std::uint32_t blocks, threads, shared_words, reserved;
    std::uint64_t seed, max_ticks;
    // Called again and again while a thread sleeps.
    void (*pause)(void* host);
    void* host;
    char* report;
    std::uint64_t report_bytes;
    // Set to that value at that tick.
    volatile std::uint32_t* word;
    std::uint64_t value, write_at;
};

struct Machine {
    const Task* task;
    std::vector<Block> blocks;
    std::vector<Warp> warps;
    Fiber scheduler;
    Lane* running;  // null while the scheduler or the host runs
    std::uint64_t random, ticks;
    // Threads are preempted every `period` ticks on average, next after `credit`.
    std::uint64_t period, credit;
    std::uint64_t report_length;
    bool slept;
    volatile bool failed;

    std::uint64_t draw();
    // Adds to the report.
    void say(const char* format, ...) __attribute__((format(printf, 2, 3)));
    // Says what all threads wait for.
    void say_state();
};

extern __thread Machine* machine __attribute__((tls_model("initial-exec"))) EMULATOR_HIDDEN;

// Leaves the running lane for another one of its warp, or for the scheduler if there is none.
void leave(Lane& lane);
// Leaves it for the scheduler.
void leave_warp(Lane& lane);
// Ends the launch. The message is finished by the scheduler with the state of all threads.
[[noreturn]] void fail(const char* format, ...) __attribute__((format(printf, 1, 2)));

const char* name_of(Meeting meeting);
const char* name_of(Barrier barrier);

}  // namespace emulator
