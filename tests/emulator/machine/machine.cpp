// machine.cpp: launches, and the order in which threads run.
//
// A warp runs until none of its lanes can, a lane sleeps, or it is preempted. How often that happens is drawn once a launch:
// frequent changes show races between warps, rare ones show what only long uninterrupted runs do.
#include "machine.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <utility>
#include <vector>

#include "watch.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace emulator {

__thread const Place* here;
__thread Machine* machine;

static const std::uint64_t PERIODS[] = {4, 32, 256, 2048};
static const std::size_t STACK_BYTES = 128 << 10, GUARD_BYTES = 4 << 10;
// What fresh shared memory holds, and what lies behind it.
static const int UNSET = 0xcd;
static const unsigned GUARD = 0x5afe5afe, GUARD_WORDS = 16;

std::uint64_t Machine::draw() {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    return random;
}

void Machine::say(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::size_t room = task->report_bytes - report_length;
    const int length = std::vsnprintf(task->report + report_length, room, format, arguments);
    va_end(arguments);
    if (length > 0) report_length += static_cast<std::size_t>(length) < room ? length : room - 1;
}

// ---- changing threads

static void go_on_with(Lane& from, Lane& to) {
    if (&from == &to) return;
    machine->running = &to;
    here = &to;
    change(from.fiber, to.fiber);
}

void leave_warp(Lane& lane) {
    machine->running = nullptr;
    change(lane.fiber, machine->scheduler);
}

// A lane of the warp that can run: one of those behind a random place, around the circle.
static Lane& any_ready(Warp& warp) {
    const unsigned turn = machine->draw() >> 32 & 31;
    const unsigned turned = turn ? warp.ready >> turn | warp.ready << (32 - turn) : warp.ready;
    return warp.lanes[(__builtin_ctz(turned) + turn) & 31];
}

void leave(Lane& lane) {
    if (lane.warp->ready == 0) return leave_warp(lane);
    go_on_with(lane, any_ready(*lane.warp));
}

[[noreturn]] void fail(const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Lane& lane = *machine->running;
    machine->say("block %u, thread %u, line %d: %s\n", lane.block.x, lane.thread.x, lane.line, text);
    machine->failed = true;
    leave_warp(lane);
    __builtin_unreachable();
}

static void pass(int line) {
    machine->running->line = line;
    const unsigned long most = machine->task->max_ticks;
    if (machine->ticks == machine->task->write_at) *machine->task->word = (std::uint32_t)machine->task->value;
    if (++machine->ticks > most) fail("the kernel did not end within %lu ticks", most);
}

void tick(int line) {
    pass(line);
    if (--machine->credit) return;
    machine->credit = 1 + machine->draw() % (2 * machine->period);
    machine->draw() >> 40 & 1 ? leave(*machine->running) : leave_warp(*machine->running);
}

void rest(int line) {
    pass(line);
    machine->slept = true;
    // The others of the warp run first: they may be what the sleeper waits for.
    Lane& lane = *machine->running;
    Warp& warp = *lane.warp;
    const unsigned others = warp.ready & ~(1u << lane.number);
    if (others && (machine->draw() >> 40 & 1)) {
        warp.ready = others;
        Lane& next = any_ready(warp);
        warp.ready |= 1u << lane.number;
        return go_on_with(lane, next);
    }
    leave_warp(lane);
}

unsigned long long ticks() { return machine->ticks; }
unsigned* shared() { return machine->running->warp->block->shared; }

// ---- a launch

static void run_lane() {
    machine->task->entry(machine->task->argument);
    Lane& lane = *machine->running;
    Warp& warp = *lane.warp;
    warp.ready &= ~(1u << lane.number);
    warp.ended |= 1u << lane.number;
    ++warp.block->ended;
    for (const Lane& other : warp.lanes)
        if (warp.waiting >> other.number & 1 && other.mask >> lane.number & 1)
            fail("the thread ends while lane %u waits for it in %s (line %d)", other.number,
                 name_of(static_cast<Meeting>(other.meeting)), other.line);
    if (warp.block->arrived) fail("the thread ends while others wait in %s", name_of(warp.block->barrier));
    leave(lane);
    __builtin_unreachable();
}

static void schedule() {
    Machine& m = *machine;
    std::vector<unsigned> order(m.warps.size());
    for (unsigned i = 0; i < order.size(); ++i) order[i] = i;
    for (;;) {
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[m.draw() % i]);
        bool moved = false, alive = false;
        for (unsigned i : order) {
            Warp& warp = m.warps[i];
            alive |= warp.ended != ~0u;
            if (!warp.ready) continue;
            moved = true;
            m.running = &any_ready(warp);
            here = m.running;
            change(m.scheduler, m.running->fiber);
            if (m.failed) return;
        }
        if (!alive) return;
        if (!moved) {
            m.say("no thread can run\n");
            m.failed = true;
            return;
        }
        if (m.slept && m.task->pause) m.task->pause(m.task->host);
        m.slept = false;
    }
}

// Stacks of one launch.
class Stacks {
public:
    ~Stacks() { give_back(); }

    // That many stacks, one after the other; null if there is no memory.
    char* at_least(std::size_t wanted) {
        if (wanted <= count) return memory;
        give_back();
        void* found = mmap(nullptr, wanted * STACK_BYTES, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (found == MAP_FAILED) return nullptr;
        memory = static_cast<char*>(found);
        count = wanted;
        // A stack that overflows must not grow into the next one.
        for (std::size_t i = 0; i < count; ++i) mprotect(memory + i * STACK_BYTES, GUARD_BYTES, PROT_NONE);
        return memory;
    }

private:
    void give_back() {
        if (count) munmap(memory, count * STACK_BYTES);
        count = 0;
    }

    char* memory = nullptr;
    std::size_t count = 0;
};

// Kept from launch to launch, since making them costs more than most launches. They are of no thread: what threads have to destroy keeps a
// library loaded, whose share of the little memory for `initial-exec` is then lost to others.
static std::mutex spare_stacks_mutex;
static std::vector<std::unique_ptr<Stacks>> spare_stacks;

static std::unique_ptr<Stacks> take_stacks() {
    const std::lock_guard<std::mutex> lock(spare_stacks_mutex);
    if (spare_stacks.empty()) return std::make_unique<Stacks>();
    std::unique_ptr<Stacks> stacks = std::move(spare_stacks.back());
    spare_stacks.pop_back();
    return stacks;
}

static void keep_stacks(std::unique_ptr<Stacks> stacks) {
    const std::lock_guard<std::mutex> lock(spare_stacks_mutex);
    spare_stacks.push_back(std::move(stacks));
}

static unsigned* new_shared(unsigned words) {
    auto* shared = static_cast<unsigned*>(std::aligned_alloc(128, (words + GUARD_WORDS + 31) / 32 * 128));
    std::memset(shared, UNSET, words * sizeof *shared);
    for (unsigned i = 0; i < GUARD_WORDS; ++i) shared[words + i] = GUARD;
    return shared;
}

static void check_shared(const Block& block, unsigned words) {
    for (unsigned i = 0; i < GUARD_WORDS; ++i) {
        if (block.shared[words + i] == GUARD) continue;
        machine->say("block %u wrote to word %u of its shared memory, which has %u\n", block.number, words + i, words);
        machine->failed = true;
        return;
    }
}

static void populate(Machine& m, char* stacks) {
    const Task& task = *m.task;
    const unsigned warps = task.threads / 32;
    m.blocks.resize(task.blocks);
    m.warps.resize(task.blocks * warps);
    for (unsigned b = 0; b < task.blocks; ++b) {
        m.blocks[b] = Block{b, task.threads, &m.warps[b * warps], 0, 0, 0, BARRIER, 0, new_shared(task.shared_words)};
        for (unsigned t = 0; t < task.threads; ++t) {
            Warp& warp = m.warps[b * warps + t / 32];
            warp.block = &m.blocks[b];
            warp.number = t / 32;
            warp.ready = ~0u;
            Lane& lane = warp.lanes[t % 32];
            static_cast<Place&>(lane) = Place{{t, 0, 0}, {b, 0, 0}, {task.threads, 1, 1}, {task.blocks, 1, 1}};
            lane.warp = &warp;
            lane.number = t % 32;
            prepare(lane.fiber, stacks + (std::size_t{b} * task.threads + t) * STACK_BYTES, STACK_BYTES, run_lane);
        }
    }
}

}  // namespace emulator

// Runs a kernel. Returns 0, or 1 with the reason in the task's report.
extern "C" __attribute__((visibility("default"))) int emulator_launch(const emulator::Task* task) {
    using namespace emulator;
    const std::size_t fibers = std::size_t{task->blocks} * task->threads;
    std::unique_ptr<Stacks> own = take_stacks();
    char* stacks = own->at_least(fibers);
    if (!stacks) {
        std::snprintf(task->report, task->report_bytes, "no memory for %zu stacks", fibers);
        return 1;
    }
#ifdef __SANITIZE_ADDRESS__
    // An earlier launch that was given up may have left its frames poisoned.
    __asan_unpoison_memory_region(stacks, fibers * STACK_BYTES);
#endif
    Machine m{};
    m.task = task;
    m.random = 88172645463325252u ^ (task->seed + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 4; ++i) m.draw();
    m.period = PERIODS[m.draw() >> 32 & 3];
    m.credit = m.period;
    machine = &m;
    populate(m, stacks);
    {
        const Watch watch;
        schedule();
    }
    if (m.failed) m.say_state();
    for (Block& block : m.blocks) {
        check_shared(block, task->shared_words);
        std::free(block.shared);
    }
    machine = nullptr;
    here = nullptr;
    keep_stacks(std::move(own));
    return m.failed;
}
