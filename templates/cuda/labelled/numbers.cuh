// numbers.cuh: numbers of matches, of 128 bits.

// Multiplies; whether the product leaves its bits.
DEVICE bool multiply(u128& product, u128 by) {
    const u64 a = (u64)(product >> 64), b = (u64)product, c = (u64)(by >> 64), d = (u64)by;
    if (a != 0 && c != 0) return true;
    const u64 high = a != 0 ? a : c, low = a != 0 ? d : b;
    if (__umul64hi(high, low) != 0) return true;
    const u64 upper = __umul64hi(b, d), more = high * low;
    product = (u128)(upper + more) << 64 | b * d;
    return upper + more < upper;
}

// Adds; whether the sum leaves its bits.
DEVICE bool add(u128& sum, u128 more) {
    sum += more;
    return sum < more;
}

// Adds to a number that others add to; whether it left its bits.
DEVICE bool add_to(u64* total, u128 number) {
    const u64 low = (u64)number, before = atomicAdd(total, low);
    const u64 high = (u64)(number >> 64) + (before + low < before);
    const u64 upper = atomicAdd(total + 1, high);
    return upper + high < upper || (high == 0 && (u64)(number >> 64) != 0);
}
