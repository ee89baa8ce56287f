// rows.cuh: rows of a graph whose vertices are numbered label by label, and what joins their ends.

DEVICE bool fits(Link link, Link demand, bool is_induced) {
    if (is_induced) return link.forward == demand.forward && link.backward == demand.backward;
    return (demand.forward == 0 || demand.forward == link.forward) && (demand.backward == 0 || demand.backward == link.backward);
}

DEVICE Link link_at(const FrequentLaunch& launch, u64 place) { return launch.links == nullptr ? Link{1, 1} : launch.links[place]; }

DEVICE u64 degree(const FrequentLaunch& launch, u32 x) { return launch.offsets[x + 1] - launch.offsets[x]; }

// What joins x and y. Cost: a search in the shorter row.
DEVICE Link link_of(const FrequentLaunch& launch, u32 x, u32 y) {
    u64 low = launch.offsets[x], high = launch.offsets[x + 1];
    const u64 other = launch.offsets[y], end = launch.offsets[y + 1];
    const bool is_turned = end - other < high - low;
    const u32 wanted = is_turned ? x : y;
    if (is_turned) {
        low = other;
        high = end;
    }
    ROLLED
    while (low < high) {
        const u64 middle = (low + high) / 2;
        const u32 found = launch.neighbors[middle];
        if (found == wanted) {
            const Link link = link_at(launch, middle);
            return is_turned ? Link{link.backward, link.forward} : link;
        }
        if (found < wanted) low = middle + 1;
        else high = middle;
    }
    return Link{0, 0};
}

struct Range {
    u64 begin;
    u64 end;
};

// Where the neighbors of x with a label stand. Cost: a search among the groups of the row.
DEVICE Range group_of(const FrequentLaunch& launch, u32 x, u32 label) {
    u64 low = launch.firsts[x], high = launch.firsts[x + 1];
    const u64 last = high;
    ROLLED
    while (low < high) {
        const u64 middle = (low + high) / 2;
        if (launch.groups[middle].label < label) low = middle + 1;
        else high = middle;
    }
    if (low == last || launch.groups[low].label != label) return Range{0, 0};
    const u64 row = launch.offsets[x];
    const u64 end = low + 1 == last ? launch.offsets[x + 1] : row + launch.groups[low + 1].start;
    return Range{row + launch.groups[low].start, end};
}

DEVICE bool has_bit(const u32* bits, const Job& job, u32 x) {
    const u32 place = x - job.first_vertex;
    return (fresh(bits + job.words + place / 32) >> place % 32 & 1) != 0;
}

// One lane: takes candidates of one word out of a domain.
DEVICE void take_out(const FrequentLaunch& launch, u32 number, const Job& job, u32 word, u32 bits) {
    atomicAnd(launch.domains + job.words + word, ~bits);
    const u32 taken = __popc(bits);
    if (atomicSub(launch.sizes + number, taken) < launch.support + taken) launch.is_dead[job.pattern] = 1;
}
