// sampling.cuh: samples of a search. A lane walks below a root of its own and visits some candidates of each loop instead of all: each
// stands for those that are left out. All functions but those of `Walk` are called by converged warps; lanes whose walk has ended go along.
// The same numbers are drawn, and added in the same order, by gpm-runtime/src/estimate and the interpreter.

// Where a lane is in its walk.
struct Walk : Draws {
    double sum;    // what was counted, each match times how many it stands for
    u32 visited;   // candidates

    DEVICE Walk(u64 seed, u64 stratum, u64 sample) : Draws(seed, stratum, sample), sum(0), visited(1) {}
    DEVICE void add(double weight, double value) { sum = __dadd_rn(sum, __dmul_rn(weight, value)); }
};

DEVICE List from_lane(List list, u32 lane) {
    const u64 at = __shfl_sync(FULL, (u64)list.at, lane);
    return {(const u32*)at, __shfl_sync(FULL, list.n, lane)};
}

// Whether x is in the first N lists. That which begins at `base` is the shortest of those that begin there, and has it for certain.
template <u32 N, u32 ALL> DEVICE bool in_all(const List (&lists)[ALL], const u32* base, u32 x) {
    bool is_in = true;
#pragma unroll
    for (u32 i = 0; i < N; ++i) is_in = is_in && (lists[i].at == base || contains(lists[i], x));
    return is_in;
}

// The shortest of the first N lists, and the part of it from `low` to before `high`.
template <u32 N, u32 ALL> DEVICE List shortest(const List (&lists)[ALL], u32 low, u32 high, const u32*& base) {
    List own = lists[0];
#pragma unroll
    for (u32 i = 1; i < N; ++i) own = lists[i].n < own.n ? lists[i] : own;
    base = own.at;
    if (high != NONE) own = below(own, high);
    if (low > 0) own = above(own, low - 1);
    return own;
}

// Nothing is left out.
struct Every {
    template <u32 ALL> DEVICE bool operator()(u32, const List (&)[ALL]) const { return true; }
};

// The vertices that lie in the first N lists, from `low` to before `high`, and are kept; each lane has its own. Without a rank: how many
// there are. With one: the member of that rank, or NONE. Lists of lanes without a walk are empty.
// Cost: a search in each other list for each element of the shortest, up to the rank; a list of more than `few` is streamed by the warp.
// Called, not inlined: a nest asks for many sets, and alike.
template <u32 N, u32 ALL, class Keep>
__device__ __noinline__ u32 members(u32 lane, u32 few, const List (&lists)[ALL], u32 low, u32 high, u32 rank, Keep keep) {
    const u32* base;
    const List own = shortest<N>(lists, low, high, base);
    if (ALL == 1) return rank == NONE ? own.n : rank < own.n ? own.at[rank] : NONE;
    u32 found = 0, element = NONE;
    const u32 alone = own.n > few ? 0 : own.n;
    for (u32 i = 0; i < alone; ++i) {
        const u32 x = own.at[i];
        if (!in_all<N>(lists, base, x) || !keep(x, lists)) continue;
        if (found == rank) {
            element = x;
            break;
        }
        ++found;
    }
    ROLLED
    for (u32 waiting = __ballot_sync(FULL, own.n > few); waiting != 0; waiting &= waiting - 1) {
        const u32 owner = __ffs(waiting) - 1;
        const u32* const first = (const u32*)__shfl_sync(FULL, (u64)base, owner);
        const List list = from_lane(own, owner);
        const u32 wanted = __shfl_sync(FULL, rank, owner);
        List others[ALL];
#pragma unroll
        for (u32 i = 0; i < ALL; ++i) others[i] = from_lane(lists[i], owner);
        u32 before = 0, hit = NONE;
        ROLLED
        for (u32 i = 0; i < list.n && hit == NONE; i += 32) {
            const u32 x = i + lane < list.n ? list.at[i + lane] : NONE;
            const u32 kept = __ballot_sync(FULL, x != NONE && in_all<N>(others, first, x) && keep(x, others));
            if (wanted - before < __popc(kept)) hit = list.at[i + nth_bit(kept, wanted - before)];
            before += __popc(kept);
        }
        if (lane == owner) {
            found = before;
            element = hit;
        }
    }
    return rank == NONE ? found : element;
}

// Which candidates of a loop are visited: `number` of `n`, at equal distances from one that is drawn, the last followed by the first.
// So each is visited with the same probability.
struct Visits {
    u32 n;
    u32 first;
    u32 number;
    double weight;  // of what is below

    DEVICE u32 rank(u32 index) const {
        const u64 place = first + (u64)index * n / number;
        return (u32)(place < n ? place : place - n);
    }
};

// Draws among `n` candidates, of which `most` are visited at most; 0 of a lane without a walk.
DEVICE Visits visit(Walk& walk, u32 n, u32 most, double weight) {
    Visits visits{n, 0, min_of(n, most), weight};
    walk.visited += visits.number;
    if (n > most) {
        visits.first = (u32)walk.below(n);
        visits.weight = __dmul_rn(weight, __ddiv_rn((double)n, (double)most));
    }
    return visits;
}

// The float next to a number, as the CPU rounds: to even where two are as near.
DEVICE double to_double(i128 number) {
    const bool is_negative = number < 0;
    const unsigned __int128 size = is_negative ? -(unsigned __int128)number : (unsigned __int128)number;
    const u64 high = (u64)(size >> 64), low = (u64)size;
    double value = (double)low;
    if (high != 0) {
        const u32 shift = __clzll((i64)high);
        const u64 rest = low << shift;
        const u64 top = shift == 0 ? high : high << shift | low >> (64 - shift);
        // What is shifted out decides ties.
        value = (double)(top | (rest != 0)) * (double)(1ull << (63 - shift)) * 2.0;
    }
    return is_negative ? -value : value;
}

// A value whose magnitude may be too large for 128 bits is beyond all numbers.
DEVICE double value_of(i128 number, double magnitude) {
    return magnitude <= 2.5e36 ? to_double(number) : __longlong_as_double(0x7ff0000000000000ll);
}

// ---- what samples say ---------------------------------------------------------------------------------------------------

DEVICE double product(double a, double b) { return __dmul_rn(a, b); }
DEVICE double sum_of(double a, double b) { return __dadd_rn(a, b); }

// Takes one more number [Pebay2008].
DEVICE void take(Moments& moments, double value, u32 visited) {
    const double before = (double)moments.samples, number = before + 1.0;
    moments.samples += 1;
    moments.valid += value != 0.0;
    moments.visited += visited;
    const double off = sum_of(value, -moments.mean), part = __ddiv_rn(off, number);
    const double term = product(product(off, part), before);
    const double cubes = sum_of(product(product(term, part), number - 2.0), -product(product(3.0, part), moments.squares));
    moments.cubes = sum_of(moments.cubes, cubes);
    moments.squares = sum_of(moments.squares, term);
    moments.mean = sum_of(moments.mean, part);
}

// Two sets of numbers as one.
DEVICE Moments joined(const Moments& a, const Moments& b) {
    if (b.samples == 0) return a;
    if (a.samples == 0) return b;
    const double first = (double)a.samples, second = (double)b.samples, all = first + second;
    const double off = sum_of(b.mean, -a.mean), part = __ddiv_rn(off, all);
    const double term = product(product(product(off, part), first), second);
    const double crossed = sum_of(product(first, b.squares), -product(second, a.squares));
    Moments sum;
    sum.samples = a.samples + b.samples;
    sum.valid = a.valid + b.valid;
    sum.visited = a.visited + b.visited;
    sum.mean = sum_of(a.mean, product(part, second));
    sum.squares = sum_of(sum_of(a.squares, b.squares), term);
    const double skew = sum_of(product(product(term, part), sum_of(first, -second)), product(product(3.0, part), crossed));
    sum.cubes = sum_of(sum_of(a.cubes, b.cubes), skew);
    return sum;
}

DEVICE double from_lower(double value, u32 distance) {
    return __longlong_as_double(__shfl_down_sync(FULL, __double_as_longlong(value), distance));
}

// What all lanes have, on the first.
DEVICE Moments together(Moments own) {
    ROLLED
    for (u32 distance = 16; distance > 0; distance >>= 1) {
        Moments other;
        other.samples = __shfl_down_sync(FULL, own.samples, distance);
        other.valid = __shfl_down_sync(FULL, own.valid, distance);
        other.visited = __shfl_down_sync(FULL, own.visited, distance);
        other.mean = from_lower(own.mean, distance);
        other.squares = from_lower(own.squares, distance);
        other.cubes = from_lower(own.cubes, distance);
        own = joined(own, other);
    }
    return own;
}
