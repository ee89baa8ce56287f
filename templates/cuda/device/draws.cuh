// draws.cuh: numbers that look random and depend on a key alone: SplitMix64 [Steele2014]. The same ones are drawn by gpm-runtime/src/cpu.

DEVICE u64 mixed(u64 key) {
    key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9ull;
    key = (key ^ key >> 27) * 0x94d049bb133111ebull;
    return key ^ key >> 31;
}

// The draws of a sample, which are those of no other key.
struct Draws {
    u64 state;

    DEVICE Draws(u64 seed, u64 stream, u64 index) : state(mixed(mixed(mixed(seed) ^ stream) ^ index)) {}
    DEVICE u64 bits() {
        state += 0x9e3779b97f4a7c15ull;
        return mixed(state);
    }
    // A number below `of`, which is not 0.
    DEVICE u64 below(u64 of) { return __umul64hi(bits(), of); }
    // A number from 0 to below 1, a multiple of 2^-53.
    DEVICE double part() { return (double)(bits() >> 11) * (1.0 / 9007199254740992.0); }
};
