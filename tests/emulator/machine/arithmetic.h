// arithmetic.h: CUDA's bit functions, arithmetic on floats that is never contracted, and `min` and `max` with its overloads: a call
// that is ambiguous there is so here.
#pragma once

// Of the C library; its header would be half of what a compiler reads for a kernel.
extern "C" double fmod(double, double) noexcept;

inline double __longlong_as_double(long long bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
inline long long __double_as_longlong(double value) {
    long long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}
// Volatile keeps a compiler from joining a product and a sum.
inline double __dadd_rn(double a, double b) { volatile double sum = a + b; return sum; }
inline double __dmul_rn(double a, double b) { volatile double product = a * b; return product; }
inline double __ddiv_rn(double a, double b) { volatile double quotient = a / b; return quotient; }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }

inline unsigned __brev(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
    const unsigned long long high = __brev(static_cast<unsigned>(x));
    return high << 32 | __brev(static_cast<unsigned>(x >> 32));
}

inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline long long __mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}

// The high word of `high:low` shifted by `shift` modulo 32.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}

#define EMULATOR_EXTREMA(R, A, B) \
    inline R min(A a, B b) { return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); } \
    inline R max(A a, B b) { return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); }
EMULATOR_EXTREMA(int, int, int)
EMULATOR_EXTREMA(unsigned, unsigned, unsigned)
EMULATOR_EXTREMA(unsigned, int, unsigned)
EMULATOR_EXTREMA(unsigned, unsigned, int)
EMULATOR_EXTREMA(long, long, long)
EMULATOR_EXTREMA(unsigned long, unsigned long, unsigned long)
EMULATOR_EXTREMA(unsigned long, long, unsigned long)
EMULATOR_EXTREMA(unsigned long, unsigned long, long)
EMULATOR_EXTREMA(long long, long long, long long)
EMULATOR_EXTREMA(unsigned long long, unsigned long long, unsigned long long)
EMULATOR_EXTREMA(unsigned long long, long long, unsigned long long)
EMULATOR_EXTREMA(unsigned long long, unsigned long long, long long)
#undef EMULATOR_EXTREMA
