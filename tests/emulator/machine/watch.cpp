// watch.cpp: the signal handler leaves the faulty fiber for good and lets the scheduler report. Under AddressSanitizer,
// which has handlers and a better report, nothing is watched.
#include "watch.h"

#ifdef __SANITIZE_ADDRESS__

emulator::Watch::Watch() {}
emulator::Watch::~Watch() {}

#else

#include <cstdlib>
#include <mutex>
#include <sys/syscall.h>
#include <unistd.h>

#include "machine.h"

namespace emulator {

static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
static const int TIME_IS_UP = SIGVTALRM;
// Processor time that a launch may take, far beyond what any test needs.
static const int MOST_SECONDS = 60;
static const std::size_t STACK_BYTES = 64 << 10;

static struct sigaction before[65];

static void handle(int signal, siginfo_t* info, void* context) {
    Machine* m = machine;
    if (m && m->running) {
        if (signal == TIME_IS_UP) fail("it has run for %d seconds; does it wait without sleeping?", MOST_SECONDS);
        if (signal == SIGILL) fail("undefined behavior: a misaligned address, or a shift by too much");
        if (signal == SIGFPE) fail("division by zero");
        fail("bad address %p", info->si_addr);
    }
    // Not ours. Another library with this machine in it may have been there before.
    const struct sigaction& other = before[signal];
    if (other.sa_flags & SA_SIGINFO) return other.sa_sigaction(signal, info, context);
    // What happens once more on return then ends the process.
    if (signal != TIME_IS_UP) sigaction(signal, &other, nullptr);
}

static void install() {
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int signal : FAULTS) sigaction(signal, &action, &before[signal]);
    sigaction(TIME_IS_UP, &action, &before[TIME_IS_UP]);
}

Watch::Watch() : stack(static_cast<char*>(std::malloc(STACK_BYTES))), timer(), has_timer(false) {
    static std::once_flag installed;
    std::call_once(installed, install);
    // A handler needs a stack of its own, since the fiber's may be what overflowed.
    stack_t own{};
    own.ss_sp = stack;
    own.ss_size = STACK_BYTES;
    sigaltstack(&own, &old_stack);
    pthread_sigmask(SIG_SETMASK, nullptr, &old_mask);
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = TIME_IS_UP;
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0;
    itimerspec limit{};
    limit.it_value.tv_sec = MOST_SECONDS;
    if (has_timer) timer_settime(timer, 0, &limit, nullptr);
}

Watch::~Watch() {
    if (has_timer) timer_delete(timer);
    // A handler that was left for good has not unblocked its signal.
    pthread_sigmask(SIG_SETMASK, &old_mask, nullptr);
    sigaltstack(&old_stack, nullptr);
    std::free(stack);
}

}  // namespace emulator

#endif
