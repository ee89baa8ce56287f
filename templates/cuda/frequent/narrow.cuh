// narrow.cuh: candidates without the neighbors that the pattern asks for are taken out, a lane a candidate. The CPU does the same in
// gpm-runtime/src/mine/narrow.rs; what others take out meanwhile is seen or not, and the next round sees it.

// Whether x has the neighbors.
DEVICE bool has_neighbors(const FrequentLaunch& launch, const Need& need, u32 x) {
    const Job& domain = launch.jobs[need.job];
    const Range places = group_of(launch, x, need.label);
    u32 left = need.number;
    ROLLED
    for (u64 place = places.begin; place < places.end; ++place) {
        if (!has_bit(launch.domains, domain, launch.neighbors[place]) || !fits(link_at(launch, place), need.link, false)) continue;
        if (--left == 0) return true;
    }
    return false;
}

DEVICE void narrow(const FrequentLaunch& launch, u32 number, u32 word, u32 lane) {
    const Job& job = launch.jobs[number];
    if (launch.round > job.rounds) return;
    const Need* const needs = (const Need*)(launch.code + job.needs);
    bool is_due = launch.round == 1;
    ROLLED
    for (u32 i = 0; i < job.num_needs && !is_due; ++i) is_due = fresh(launch.changed + needs[i].job) + 1 >= launch.round;
    // Others may come to another answer: the warp is to stay together.
    if (__ballot_sync(FULL, is_due) == 0) return;
    const u32 members = __shfl_sync(FULL, fresh(launch.domains + job.words + word), 0);
    const u32 x = job.first_vertex + 32 * word + lane;
    bool is_out = false;
    if ((members >> lane & 1) != 0) {
        ROLLED
        for (u32 i = 0; i < job.num_needs && !is_out; ++i) is_out = !has_neighbors(launch, needs[i], x);
    }
    const u32 out = __ballot_sync(FULL, is_out);
    if (out != 0 && lane == 0) {
        take_out(launch, number, job, word, out);
        launch.changed[number] = launch.round;
    }
}
