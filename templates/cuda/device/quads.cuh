// quads.cuh: lists read by 128 bits, four elements at a time. A load is asked for and waited for as long for four as for one, and what is
// looked up for four is on its way together.

// Lanes that share a row of a leaf, 64 bytes of it at a time. The best of 1, 2, 4 and 8 over all graphs of `benches/NOTES.md`.
constexpr u32 ROW_LANES = 4;

// The lane's quads of a list, of which the lanes of a group take turns, up to the elements from a bound on. A list may begin and end
// within a quad: memory is given out by whole ones.
struct Quads {
    const Word* from;
    u32 begin;  // of the list, in words from `from`
    u32 end;
    u32 bound;
    u32 at;     // the quad's number
    u32 step;
    Word quad;

    static constexpr u32 BEYOND = 0x3fffffff;

    DEVICE Quads(List list, u32 lane, u32 lanes, u32 bound) : bound(bound), at(lane), step(lanes) {
        begin = (u32)((u64)list.at / sizeof(u32)) & 3;
        from = (const Word*)(list.at - begin);
        end = list.n == 0 ? 0 : begin + list.n;
        quad = read(at);
    }
    DEVICE bool any() const { return 4 * at < end; }
    DEVICE void next() {
        at = quad.part[3] >= bound ? BEYOND : at + step;
        quad = read(at);
    }
    DEVICE Word read(u32 i) const {
        if (4 * i >= end) return {};
        DID(READ, 4);
        return from[i];
    }

    // Which of the four are elements below the bound.
    DEVICE u32 wanted() const {
        u32 bits = 0;
#pragma unroll
        for (u32 k = 0; k < 4; ++k) bits |= (u32)(quad.part[k] < bound && 4 * at + k - begin < end - begin) << k;
        return bits;
    }
};
