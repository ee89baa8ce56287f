// fiber.cpp: on x86-64 a change of stacks is a dozen instructions; elsewhere `ucontext` does it, with system calls.
#include "fiber.h"

namespace emulator {

#ifdef EMULATOR_UCONTEXT

void prepare(Fiber& fiber, char* stack, std::size_t bytes, void (*entry)()) {
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = stack;
    fiber.context.uc_stack.ss_size = bytes;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, entry, 0);
}

void change(Fiber& from, Fiber& to) { swapcontext(&from.context, &to.context); }

#else

// Pushes the registers that a call preserves, swaps stacks, pops those of the other side, and returns there.
extern "C" void emulator_change(void** save, void* load) __attribute__((visibility("hidden")));
asm(R"(
.text
.globl emulator_change
.hidden emulator_change
.type emulator_change, @function
emulator_change:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size emulator_change, . - emulator_change
)");

void prepare(Fiber& fiber, char* stack, std::size_t bytes, void (*entry)()) {
    void** top = reinterpret_cast<void**>(stack + bytes);
    *--top = nullptr;  // where `entry` would return to; also aligns its frame
    *--top = reinterpret_cast<void*>(entry);
    for (int preserved = 0; preserved < 6; ++preserved) *--top = nullptr;
    fiber.stack_pointer = top;
}

void change(Fiber& from, Fiber& to) { emulator_change(&from.stack_pointer, to.stack_pointer); }

#endif

}  // namespace emulator
