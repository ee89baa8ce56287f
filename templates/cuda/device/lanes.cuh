// lanes.cuh: the lanes of a warp side by side: parts of a warp that have a candidate each, and sums over its lanes.
// Functions are called by converged warps.

// A part of a warp that has a candidate of its own: `lanes` lanes, a power of two.
struct Group {
    u32 lanes;
    u32 index;  // in the warp
    u32 lane;   // in the group
    u32 mask;   // its lanes in the warp

    DEVICE Group(u32 warp_lane, u32 lanes) : lanes(lanes) {
        index = warp_lane / lanes;
        lane = warp_lane & (lanes - 1);
        mask = bits_below(lanes) << (index * lanes);
    }
    DEVICE u32 count() const { return 32 / lanes; }  // groups a warp
    DEVICE u32 sum(u32 value) const {
        for (u32 distance = lanes >> 1; distance > 0; distance >>= 1) value += __shfl_xor_sync(mask, value, distance);
        return value;
    }
};

// A lane that has a candidate to itself.
struct OneLane {
    static constexpr u32 lanes = 1;
    static constexpr u32 lane = 0;
    static constexpr u32 index = 0;
    DEVICE u32 sum(u32 value) const { return value; }
};

// A word without its first `n` bits that are set.
DEVICE u32 without_first(u32 word, u32 n) {
    for (; n > 0; --n) word &= word - 1;
    return word;
}

// The sum of the numbers of all lanes up to this one. Cost: five shuffles.
DEVICE u32 sum_up_to(u32 lane, u32 number) {
    for (u32 distance = 1; distance < 32; distance <<= 1) {
        const u32 other = __shfl_up_sync(FULL, number, distance);
        if (lane >= distance) number += other;
    }
    return number;
}

// The first lane whose sum is beyond a place, which is before the last sum; anything where it is not. Cost: five shuffles.
DEVICE u32 lane_of(u32 sum, u32 place) {
    u32 lane = 0;
    for (u32 step = 16; step > 0; step >>= 1) {
        if (__shfl_sync(FULL, sum, lane + step - 1) <= place) lane += step;
    }
    return lane;
}
