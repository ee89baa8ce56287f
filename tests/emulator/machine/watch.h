// watch.h: turns what would kill or hang the process into a failed launch.
#pragma once
#include <csignal>
#include <ctime>

namespace emulator {

// While it lives, bad addresses and traps in device code end the launch, and so does using too much time.
class Watch {
public:
    Watch();
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
#ifndef __SANITIZE_ADDRESS__
    char* stack;
    stack_t old_stack;
    sigset_t old_mask;
    timer_t timer;
    bool has_timer;
#endif
};

}  // namespace emulator
