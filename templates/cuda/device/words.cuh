// words.cuh: 128 bits of a bit row, which a lane loads at once.

struct alignas(16) Word {
    u32 part[4];

    // By selection: an index known only at run time would send the word to memory.
    DEVICE u32 at(u32 i) const {
        const u32 low = i & 1 ? part[1] : part[0], high = i & 1 ? part[3] : part[2];
        return i & 2 ? high : low;
    }
    DEVICE u32 count() const {
        DID(COUNTED, 4);
        return __popc(part[0]) + __popc(part[1]) + __popc(part[2]) + __popc(part[3]);
    }
};

DEVICE Word operator&(const Word& a, const Word& b) {
    return {a.part[0] & b.part[0], a.part[1] & b.part[1], a.part[2] & b.part[2], a.part[3] & b.part[3]};
}
DEVICE Word operator~(const Word& a) { return {~a.part[0], ~a.part[1], ~a.part[2], ~a.part[3]}; }

// The bits of 32 places from `base` that lie at low .. high - 1.
DEVICE u32 part_in_range(u32 base, u32 low, u32 high) {
    const u32 begin = low > base ? bits_below(min_of(low - base, 32)) : 0;
    const u32 end = high > base ? bits_below(min_of(high - base, 32)) : 0;
    return end & ~begin;
}

// Word i of the set of places low .. high - 1.
DEVICE Word in_range(u32 i, u32 low, u32 high) {
    const u32 base = i * 128;
    return {part_in_range(base, low, high), part_in_range(base + 32, low, high), part_in_range(base + 64, low, high),
            part_in_range(base + 96, low, high)};
}
