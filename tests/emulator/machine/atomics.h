// atomics.h: atomic operations, for the types for which CUDA has them. One thread runs at a time, so they are plain reads
// and writes; just before, another thread may be given its turn.
#pragma once

#define EMULATOR_ATOMIC(name, T, result) \
    inline T name(T* p, T v, EMULATOR_LINE) { \
        emulator::tick(line); \
        const T old = *p; \
        *p = (result); \
        return old; \
    }
#define EMULATOR_ATOMIC_ALL(name, result) \
    EMULATOR_ATOMIC(name, int, result) \
    EMULATOR_ATOMIC(name, unsigned, result) \
    EMULATOR_ATOMIC(name, unsigned long long, result)

EMULATOR_ATOMIC_ALL(atomicAdd, old + v)
EMULATOR_ATOMIC(atomicSub, int, old - v)
EMULATOR_ATOMIC(atomicSub, unsigned, old - v)
EMULATOR_ATOMIC_ALL(atomicExch, v)
EMULATOR_ATOMIC_ALL(atomicAnd, old & v)
EMULATOR_ATOMIC_ALL(atomicOr, old | v)
EMULATOR_ATOMIC_ALL(atomicXor, old ^ v)
EMULATOR_ATOMIC_ALL(atomicMin, v < old ? v : old)
EMULATOR_ATOMIC(atomicMin, long long, v < old ? v : old)
EMULATOR_ATOMIC_ALL(atomicMax, v > old ? v : old)
EMULATOR_ATOMIC(atomicMax, long long, v > old ? v : old)
EMULATOR_ATOMIC(atomicInc, unsigned, old >= v ? 0 : old + 1)
EMULATOR_ATOMIC(atomicDec, unsigned, old == 0 || old > v ? v : old - 1)
#undef EMULATOR_ATOMIC_ALL
#undef EMULATOR_ATOMIC

#define EMULATOR_CAS(T) \
    inline T atomicCAS(T* p, T expected, T v, EMULATOR_LINE) { \
        emulator::tick(line); \
        const T old = *p; \
        if (old == expected) *p = v; \
        return old; \
    }
EMULATOR_CAS(int)
EMULATOR_CAS(unsigned)
EMULATOR_CAS(unsigned long long)
#undef EMULATOR_CAS
