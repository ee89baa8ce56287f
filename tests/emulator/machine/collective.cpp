// collective.cpp: how threads meet, and what they take with them.
//
// Whoever comes last computes the results of all, so that a lane that goes on at once cannot disturb those that have not
// read theirs yet. Lanes meet by mask: groups of one warp with disjoint masks do not know of each other.
#include "machine.h"

namespace emulator {

static const char* const MEETINGS[] = {
    "__syncwarp", "__ballot_sync", "__any_sync", "__all_sync", "__match_any_sync",
    "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync",
    "__reduce_add_sync", "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync",
    "__reduce_min_sync", "__reduce_max_sync", "__reduce_min_sync", "__reduce_max_sync",
};
static const char* const BARRIERS[] = {
    "__syncthreads", "__syncthreads_or", "__syncthreads_and", "__syncthreads_count",
};

// What a lane gets from one that is not there. On a GPU it is undefined; here it is hard to overlook.
static const std::uint64_t NOTHING = 0xcdcdcdcdcdcdcdcdu;

const char* name_of(Meeting meeting) { return MEETINGS[meeting]; }
const char* name_of(Barrier barrier) { return BARRIERS[barrier]; }

// Calls `f` on each lane of the mask.
template <class F> static void each(Warp& warp, unsigned mask, F f) {
    for (unsigned rest = mask; rest; rest &= rest - 1) f(warp.lanes[__builtin_ctz(rest)]);
}

static std::uint64_t reduced(Warp& warp, unsigned mask, Meeting meeting) {
    bool is_first = true;
    std::uint32_t all = 0;
    each(warp, mask, [&](const Lane& lane) {
        const auto one = static_cast<std::uint32_t>(lane.value);
        const auto signed_all = static_cast<std::int32_t>(all), signed_one = static_cast<std::int32_t>(one);
        if (is_first) all = one;
        else if (meeting == REDUCE_ADD) all += one;
        else if (meeting == REDUCE_AND) all &= one;
        else if (meeting == REDUCE_OR) all |= one;
        else if (meeting == REDUCE_XOR) all ^= one;
        else if (meeting == REDUCE_MIN) all = one < all ? one : all;
        else if (meeting == REDUCE_MAX) all = one > all ? one : all;
        else if (meeting == REDUCE_MIN_SIGNED) all = signed_one < signed_all ? one : all;
        else all = signed_one > signed_all ? one : all;
        is_first = false;
    });
    return all;
}

// Gives all lanes of the mask, which are all here, their results.
static void complete(Warp& warp, unsigned mask, Meeting meeting) {
    const auto give = [&](std::uint64_t result) { each(warp, mask, [&](Lane& lane) { lane.result = result; }); };
    unsigned votes = 0;
    switch (meeting) {
    case SYNC:
        break;
    case BALLOT:
    case ANY:
    case ALL:
        each(warp, mask, [&](const Lane& lane) { votes |= static_cast<unsigned>(lane.value) << lane.number; });
        give(meeting == BALLOT ? votes : meeting == ANY ? votes != 0 : votes == mask);
        break;
    case MATCH_ANY:
        each(warp, mask, [&](Lane& lane) {
            unsigned equal = 0;
            each(warp, mask, [&](const Lane& other) { equal |= unsigned{other.value == lane.value} << other.number; });
            lane.result = equal;
        });
        break;
    case SHUFFLE:
    case SHUFFLE_UP:
    case SHUFFLE_DOWN:
    case SHUFFLE_XOR:
        each(warp, mask, [&](Lane& lane) {
            lane.result = mask >> lane.source & 1 ? warp.lanes[lane.source].value : NOTHING;
        });
        break;
    default:
        give(reduced(warp, mask, meeting));
    }
}

// Whether all lanes of the mask wait for just this meeting.
static bool is_full(Warp& warp, unsigned mask, Meeting meeting) {
    if ((warp.waiting & mask) != mask) return false;
    bool same = true;
    each(warp, mask, [&](const Lane& lane) { same &= lane.mask == mask; });
    if (!same) return false;
    each(warp, mask, [&](const Lane& lane) {
        if (lane.meeting != meeting)
            fail("calls %s, but lane %u of the same mask %s (line %d)", name_of(meeting), lane.number,
                 name_of(static_cast<Meeting>(lane.meeting)), lane.line);
    });
    return true;
}

unsigned long long meet(unsigned mask, Meeting meeting, unsigned long long value, unsigned source, int line) {
    Lane& lane = *machine->running;
    Warp& warp = *lane.warp;
    lane.line = line;
    if (!(mask >> lane.number & 1)) fail("calls %s with a mask without itself, 0x%08x", name_of(meeting), mask);
    if (mask & warp.ended)
        fail("calls %s(0x%08x), but lanes 0x%08x have ended", name_of(meeting), mask, mask & warp.ended);
    lane.mask = mask;
    lane.meeting = meeting;
    lane.value = value;
    lane.source = source;
    const unsigned bit = 1u << lane.number;
    warp.waiting |= bit;
    if (is_full(warp, mask, meeting)) {
        complete(warp, mask, meeting);
        warp.waiting &= ~mask;
        warp.ready |= mask;
        tick(line);
    } else {
        warp.ready &= ~bit;
        leave(lane);
    }
    return lane.result;
}

int meet_block(Barrier barrier, int predicate, int line) {
    Lane& lane = *machine->running;
    Warp& warp = *lane.warp;
    Block& block = *warp.block;
    lane.line = line;
    // CUDA lets the others go on without threads that have ended. No kernel of ours means to.
    if (block.ended) fail("calls %s, but %u threads of the block have ended", name_of(barrier), block.ended);
    if (block.arrived && block.barrier != barrier)
        fail("calls %s while others of the block wait in %s", name_of(barrier), name_of(block.barrier));
    block.barrier = barrier;
    block.votes += predicate != 0;
    warp.at_barrier |= 1u << lane.number;
    warp.ready &= ~(1u << lane.number);
    if (++block.arrived < block.threads) {
        leave(lane);
        return block.result;
    }
    block.result = barrier == BARRIER_COUNT ? static_cast<int>(block.votes)
                   : barrier == BARRIER_AND ? block.votes == block.threads
                                            : block.votes != 0;
    block.arrived = block.votes = 0;
    for (unsigned i = 0; i < block.threads / 32; ++i) {
        block.warps[i].ready |= block.warps[i].at_barrier;
        block.warps[i].at_barrier = 0;
    }
    tick(line);
    return block.result;
}

// ---- reports

static void say_group(Machine& m, const Warp& warp, unsigned lanes) {
    const Lane& first = warp.lanes[__builtin_ctz(lanes)];
    m.say("  block %u warp %u: lanes 0x%08x ", warp.block->number, warp.number, lanes);
    if (warp.waiting & lanes)
        m.say("wait in %s(0x%08x), line %d\n", name_of(static_cast<Meeting>(first.meeting)), first.mask, first.line);
    else if (warp.at_barrier & lanes)
        m.say("wait in %s, line %d\n", name_of(warp.block->barrier), first.line);
    else if (warp.ended & lanes)
        m.say("have ended\n");
    else
        m.say("can run, last seen in line %d\n", first.line);
}

void Machine::say_state() {
    static const unsigned MOST_LINES = 60;
    unsigned lines = 0;
    for (Warp& warp : warps) {
        if (warp.ended == ~0u) continue;
        const auto kind = [&](const Lane& lane) {
            const unsigned bit = 1u << lane.number;
            return warp.waiting & bit ? 2 + lane.meeting : warp.at_barrier & bit ? 1 : warp.ended & bit ? 100 : 0;
        };
        const auto is_alike = [&](const Lane& a, const Lane& b) {
            const bool waits = warp.waiting >> a.number & 1, ended = warp.ended >> a.number & 1;
            return kind(a) == kind(b) && (ended || a.line == b.line) && (!waits || a.mask == b.mask);
        };
        for (unsigned left = ~0u; left && lines < MOST_LINES; ++lines) {
            const Lane& first = warp.lanes[__builtin_ctz(left)];
            unsigned alike = 0;
            each(warp, left, [&](const Lane& lane) { alike |= (is_alike(first, lane) ? 1u : 0u) << lane.number; });
            say_group(*this, warp, alike);
            left &= ~alike;
        }
    }
}

}  // namespace emulator
