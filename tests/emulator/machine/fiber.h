// fiber.h: stacks that one thread of the host changes between.
#pragma once
#include <cstddef>

#if !defined(__x86_64__) && !defined(EMULATOR_UCONTEXT)
#define EMULATOR_UCONTEXT
#endif
#ifdef EMULATOR_UCONTEXT
#include <ucontext.h>
#endif

namespace emulator {

// A computation that is not running now.
struct Fiber {
#ifdef EMULATOR_UCONTEXT
    ucontext_t context;
#else
    void* stack_pointer;
#endif
};

// Makes a fiber that begins with `entry`, which never returns.
void prepare(Fiber& fiber, char* stack, std::size_t bytes, void (*entry)());

// Leaves `from`, which runs now, and goes on with `to`. Returns when something changes back to `from`.
void change(Fiber& from, Fiber& to);

}  // namespace emulator
