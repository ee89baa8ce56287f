// operations.cuh: what a kernel counts of its own operations where it is made to be measured and not timed (GPM_OPERATIONS): how many
// of each kind. Lanes that do the same count as often. Nothing of it is left in other kernels.

constexpr u32 PROBED = 0;      // looked up in a bitmap or a hash table, mostly of shared memory
constexpr u32 SEARCHED = 1;    // loads of binary searches, each of which waits for the one before
constexpr u32 READ = 2;        // words of rows, one after the other
constexpr u32 COUNTED = 3;     // words of bit rows: AND and population count
constexpr u32 ADDED_NEAR = 4;  // added to or put into shared memory
constexpr u32 ADDED_FAR = 5;   // the same of device memory
constexpr u32 OPERATION_KINDS = 6;

#ifdef GPM_OPERATIONS
// As the launch says: a number of each kind for each of some groups of blocks, which would wait for each other.
__device__ u64* gpm_operations;
constexpr u32 OPERATION_GROUPS = 1024;
#define COUNT_OPERATIONS(launch) gpm_operations = (launch).operations
#define DID(kind, n) atomicAdd(gpm_operations + (blockIdx.x % OPERATION_GROUPS) * OPERATION_KINDS + (kind), (u64)(n))
#else
#define COUNT_OPERATIONS(launch) ((void)0)
#define DID(kind, n) ((void)0)
#endif
