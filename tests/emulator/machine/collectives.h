// collectives.h: the collectives of a warp, for the types for which CUDA has them.
#pragma once

namespace emulator {

template <class T> inline unsigned long long bits_of(T value) {
    static_assert(sizeof(T) <= 8, "a lane gives at most 64 bits");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> inline T from_bits(unsigned long long bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

inline unsigned lane() { return here->thread.x & 31; }

}  // namespace emulator

inline void __syncwarp(unsigned mask = ~0u, EMULATOR_LINE) { emulator::meet(mask, emulator::SYNC, 0, 0, line); }
inline unsigned __ballot_sync(unsigned mask, int p, EMULATOR_LINE) {
    return static_cast<unsigned>(emulator::meet(mask, emulator::BALLOT, p != 0, 0, line));
}
inline int __any_sync(unsigned mask, int p, EMULATOR_LINE) {
    return static_cast<int>(emulator::meet(mask, emulator::ANY, p != 0, 0, line));
}
inline int __all_sync(unsigned mask, int p, EMULATOR_LINE) {
    return static_cast<int>(emulator::meet(mask, emulator::ALL, p != 0, 0, line));
}

// Segments of `width` lanes. A source outside of one's own segment is oneself, but for the plain shuffle, which wraps, and
// the xor, which may reach into earlier ones.
#define EMULATOR_SHUFFLES(T) \
    inline T __shfl_sync(unsigned mask, T v, int source, int width = 32, EMULATOR_LINE) { \
        const unsigned from = (emulator::lane() & ~(width - 1u)) + (source & (width - 1u)); \
        return emulator::from_bits<T>(emulator::meet(mask, emulator::SHUFFLE, emulator::bits_of(v), from, line)); \
    } \
    inline T __shfl_up_sync(unsigned mask, T v, unsigned delta, int width = 32, EMULATOR_LINE) { \
        const unsigned lane = emulator::lane(), from = (lane & (width - 1u)) < delta ? lane : lane - delta; \
        return emulator::from_bits<T>(emulator::meet(mask, emulator::SHUFFLE_UP, emulator::bits_of(v), from, line)); \
    } \
    inline T __shfl_down_sync(unsigned mask, T v, unsigned delta, int width = 32, EMULATOR_LINE) { \
        const unsigned lane = emulator::lane(), to = (lane & (width - 1u)) + delta; \
        const unsigned from = to >= unsigned(width) ? lane : lane + delta; \
        return emulator::from_bits<T>(emulator::meet(mask, emulator::SHUFFLE_DOWN, emulator::bits_of(v), from, line)); \
    } \
    inline T __shfl_xor_sync(unsigned mask, T v, int flip, int width = 32, EMULATOR_LINE) { \
        const unsigned lane = emulator::lane(), to = (lane ^ flip) & 31; \
        const unsigned from = to > (lane | (width - 1u)) ? lane : to; \
        return emulator::from_bits<T>(emulator::meet(mask, emulator::SHUFFLE_XOR, emulator::bits_of(v), from, line)); \
    }
EMULATOR_SHUFFLES(int)
EMULATOR_SHUFFLES(unsigned)
EMULATOR_SHUFFLES(long long)
EMULATOR_SHUFFLES(unsigned long long)
#undef EMULATOR_SHUFFLES

#define EMULATOR_REDUCE(name, T, meeting) \
    inline T name(unsigned mask, T v, EMULATOR_LINE) { \
        return emulator::from_bits<T>(emulator::meet(mask, emulator::meeting, emulator::bits_of(v), 0, line)); \
    }
EMULATOR_REDUCE(__reduce_add_sync, unsigned, REDUCE_ADD)
EMULATOR_REDUCE(__reduce_add_sync, int, REDUCE_ADD)
EMULATOR_REDUCE(__reduce_min_sync, unsigned, REDUCE_MIN)
EMULATOR_REDUCE(__reduce_min_sync, int, REDUCE_MIN_SIGNED)
EMULATOR_REDUCE(__reduce_max_sync, unsigned, REDUCE_MAX)
EMULATOR_REDUCE(__reduce_max_sync, int, REDUCE_MAX_SIGNED)
EMULATOR_REDUCE(__reduce_and_sync, unsigned, REDUCE_AND)
EMULATOR_REDUCE(__reduce_or_sync, unsigned, REDUCE_OR)
EMULATOR_REDUCE(__reduce_xor_sync, unsigned, REDUCE_XOR)
#undef EMULATOR_REDUCE

#define EMULATOR_MATCH(T) \
    inline unsigned __match_any_sync(unsigned mask, T v, EMULATOR_LINE) { \
        return static_cast<unsigned>(emulator::meet(mask, emulator::MATCH_ANY, emulator::bits_of(v), 0, line)); \
    }
EMULATOR_MATCH(int)
EMULATOR_MATCH(unsigned)
EMULATOR_MATCH(long long)
EMULATOR_MATCH(unsigned long long)
#undef EMULATOR_MATCH
