// node.cuh: an open node of the search below a root, and what a warp knows of that root. Sets are bits over the root's members.

// Words before the sets of a node: its vertices, and what the rule has beside them.
constexpr u32 NODE_HEAD = 2;

// Rows beside those of its candidates that a node has which is searched in registers.
constexpr u32 FEW_LISTED = 256;

DEVICE u32 node_words(u32 words) { return NODE_HEAD + 4 * words; }

// A node in memory. The sets of Bron and Kerbosch: R, P, a set of the rule's, and the candidates of P to go on with.
struct Node {
    u32* at;
    u32 words;  // of a set

    DEVICE u32& size() const { return at[0]; }
    DEVICE u32& beside() const { return at[1]; }
    DEVICE u32* chosen() const { return at + NODE_HEAD; }
    DEVICE u32* possible() const { return at + NODE_HEAD + words; }
    DEVICE u32* own() const { return at + NODE_HEAD + 2 * words; }
    DEVICE u32* next() const { return at + NODE_HEAD + 3 * words; }
};

// The block's shared memory: of each size how many cliques, size of the largest that the block has met, the warps' shares.
DEVICE u32* shared_words() {
    GPM_SHARED(shared);
    return shared;
}

// Where cliques are counted by size: the block's numbers, or the launch's where there are many sizes.
DEVICE u64* numbers_of(const CliqueLaunch& launch) {
    return launch.num_sizes <= SHARED_SIZES ? (u64*)shared_words() : launch.numbers;
}

DEVICE u32* largest_met() { return shared_words() + 2 * SHARED_SIZES; }

// A warp at work below one root. What is had anew from the launch for a few instructions is not kept in registers.
struct Search {
    const CliqueLaunch& launch;
    u32 lane;
    u32 largest;    // size of the largest clique that it met
    u32 since;      // when it last looked around
    u32 root;
    u32 members;
    u32 words;      // of a set
    u32 degree;
    const u32* rows;  // bit rows of all its neighbors
    const u32* matrix;  // those of its members, perhaps in shared memory
    u32 stride;     // words from one of these to the next
    u32 used;       // words of its share before the first nodes, which lie there
    u32 num_near;
    bool is_stopped;

    DEVICE const u32* row(u32 member) const { return matrix + member * stride; }
    DEVICE const u32* outer_row(u32 index) const { return rows + (u64)index * words; }
    // Indexes of the rows of excluded vertices that are no members: those of a node come first, those of the nodes above behind them.
    DEVICE u32* outer() const {
        return launch.warps + (u64)(blockIdx.x * CLIQUE_WARPS + threadIdx.x / 32) * launch.warp_words;
    }
    // Where the rows are that a node of few candidates has beside them, if there is room for them.
    DEVICE u32* listed() const { return shared_words() + CLIQUE_FIXED_WORDS + threadIdx.x / 32 * launch.share_words; }
    DEVICE bool has_list() const { return launch.share_words >= FEW_LISTED; }
    DEVICE u32* share() const { return listed() + (has_list() ? FEW_LISTED : 0); }
    DEVICE u32 share_words() const { return launch.share_words - (has_list() ? FEW_LISTED : 0); }
    DEVICE Node node(u32 level) const {
        const u32 size = node_words(words);
        if (level < num_near) return {share() + used + level * size, words};
        return {outer() + launch.nodes_offset + (u64)(level - num_near) * size, words};
    }

    // Makes it that below a root. The matrix is copied to shared memory if there is room, where the first nodes lie behind it.
    DEVICE void open(u32 at) {
        const View& graph = launch.graph;
        root = at;
        const u64 own = graph.descriptors[at];
        degree = (u32)(begin_of(graph.descriptors[at + 1]) - begin_of(own));
        members = split_of(own);
        words = (members + 31) / 32;
        rows = rows_of(launch, at);
        const u32 size = node_words(words), odd = words | 1;
        const u64 needed = (u64)members * odd;
        used = 0;
        matrix = rows;
        stride = words;
        __syncwarp();
        if (needed + size <= share_words()) {
            ROLLED
            for (u32 row = lane; row < members; row += 32) {
                ROLLED
                for (u32 word = 0; word < words; ++word) share()[row * odd + word] = rows[row * words + word];
            }
            matrix = share();
            stride = odd;
            used = (u32)needed;
        }
        num_near = (share_words() - used) / size;
        __syncwarp();
    }
};

DEVICE u32 common(const u32* row, const u32* set, u32 words) {
    u32 n = 0;
    for (u32 word = 0; word < words; ++word) n += __popc(row[word] & set[word]);
    return n;
}

// Whether `row` has all of `set`.
DEVICE bool contains(const u32* row, const u32* set, u32 words) {
    ROLLED
    for (u32 word = 0; word < words; ++word) {
        if ((set[word] & ~row[word]) != 0) return false;
    }
    return true;
}

DEVICE bool has(const u32* set, u32 member) { return set[member / 32] >> (member & 31) & 1; }

// The size of a set.
DEVICE u32 count(const u32* set, u32 words, u32 lane) {
    u32 n = 0;
    ROLLED
    for (u32 word = lane; word < words; word += 32) n += __popc(set[word]);
    return __reduce_add_sync(FULL, n);
}

// The lowest `number` bits of a word.
DEVICE u32 lowest(u32 word, u32 number) {
    u32 rest = word;
    ROLLED
    for (u32 i = 0; i < number; ++i) rest &= rest - 1;
    return word ^ rest;
}
