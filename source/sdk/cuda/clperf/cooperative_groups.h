/* Stands in for cooperative_groups.h and its parts: groups of work-items by their ranks. Barriers
 * of the whole grid count as those of a work-group; what its last work-group waits for is not
 * modelled. */
#pragma GCC system_header
#ifndef CLPERF_COOPERATIVE_GROUPS
#define CLPERF_COOPERATIVE_GROUPS

#define CLPERF_MEMBER __attribute__((always_inline, nodebug, device))
#define CLPERF_STATIC static __attribute__((always_inline, nodebug, device))

namespace cooperative_groups {

CLPERF_DEVICE unsigned clperf_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
CLPERF_DEVICE unsigned clperf_items() {
    return blockDim.x * blockDim.y * blockDim.z;
}

/* A value of any type through shuffles of words. */
template <class T, class Exchange> CLPERF_DEVICE T clperf_exchange(T v, Exchange exchange) {
    if constexpr (__is_arithmetic(T) && sizeof(T) >= 4) {
        return exchange(v);
    } else {
        struct {
            unsigned at[(sizeof(T) + 3) / 4];
        } words = {};
        __builtin_memcpy(&words, &v, sizeof(T));
#pragma unroll
        for (unsigned i = 0; i < sizeof words / 4; i++)
            words.at[i] = exchange(words.at[i]);
        __builtin_memcpy(&v, &words, sizeof(T));
        return v;
    }
}
struct clperf_idx {
    unsigned mask;
    int lane, width;
    template <class T> CLPERF_MEMBER T operator()(T v) const {
        return __shfl_sync(mask, v, lane, width);
    }
};
struct clperf_up {
    unsigned mask;
    int lanes, width;
    template <class T> CLPERF_MEMBER T operator()(T v) const {
        return __shfl_up_sync(mask, v, lanes, width);
    }
};
struct clperf_down {
    unsigned mask;
    int lanes, width;
    template <class T> CLPERF_MEMBER T operator()(T v) const {
        return __shfl_down_sync(mask, v, lanes, width);
    }
};
struct clperf_xor {
    unsigned mask;
    int lanes, width;
    template <class T> CLPERF_MEMBER T operator()(T v) const {
        return __shfl_xor_sync(mask, v, lanes, width);
    }
};

/* --- the work-group and the grid ---------------------------------------------- */

struct thread_block {
    CLPERF_STATIC void sync() { __syncthreads(); }
    CLPERF_STATIC unsigned thread_rank() { return clperf_rank(); }
    CLPERF_STATIC unsigned size() { return clperf_items(); }
    CLPERF_STATIC unsigned num_threads() { return clperf_items(); }
    CLPERF_STATIC dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    CLPERF_STATIC dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    CLPERF_STATIC dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    CLPERF_STATIC dim3 dim_threads() { return group_dim(); }
};
CLPERF_DEVICE thread_block this_thread_block() {
    return thread_block();
}

struct grid_group {
    CLPERF_STATIC bool is_valid() { return true; }
    CLPERF_STATIC void sync() { __syncthreads(); }
    CLPERF_STATIC unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    CLPERF_STATIC unsigned long long block_rank() {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    CLPERF_STATIC unsigned long long size() { return num_blocks() * clperf_items(); }
    CLPERF_STATIC unsigned long long num_threads() { return size(); }
    CLPERF_STATIC unsigned long long thread_rank() {
        return block_rank() * clperf_items() + clperf_rank();
    }
    CLPERF_STATIC dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    CLPERF_STATIC dim3 group_dim() { return dim_blocks(); }
    CLPERF_STATIC dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
CLPERF_DEVICE grid_group this_grid() {
    return grid_group();
}

/* --- parts of a warp ------------------------------------------------------------ */

template <unsigned items, class Parent = void>
struct thread_block_tile : thread_block_tile<items, void> {};
template <unsigned items> struct thread_block_tile<items, void> {
    CLPERF_STATIC void sync() { __syncwarp(); }
    CLPERF_STATIC unsigned thread_rank() { return clperf_rank() % items; }
    static constexpr __device__ unsigned size() { return items; }
    static constexpr __device__ unsigned num_threads() { return items; }
    CLPERF_STATIC unsigned meta_group_rank() { return clperf_rank() / items; }
    CLPERF_STATIC unsigned meta_group_size() { return (clperf_items() + items - 1) / items; }
    template <class T> CLPERF_STATIC T shfl(T v, int lane) {
        return clperf_exchange(v, clperf_idx{~0u, lane, items});
    }
    template <class T> CLPERF_STATIC T shfl_up(T v, unsigned lanes) {
        return clperf_exchange(v, clperf_up{~0u, (int)lanes, items});
    }
    template <class T> CLPERF_STATIC T shfl_down(T v, unsigned lanes) {
        return clperf_exchange(v, clperf_down{~0u, (int)lanes, items});
    }
    template <class T> CLPERF_STATIC T shfl_xor(T v, unsigned lanes) {
        return clperf_exchange(v, clperf_xor{~0u, (int)lanes, items});
    }
    CLPERF_STATIC unsigned ballot(int p) {
        unsigned first = clperf_rank() % warpSize / items * items;
        return __ballot_sync(~0u, p) >> first & (items < 32 ? (1u << items % 32) - 1 : ~0u);
    }
    CLPERF_STATIC int any(int p) { return items == warpSize ? __any_sync(~0u, p) : ballot(p) != 0; }
    CLPERF_STATIC int all(int p) {
        return items == warpSize ? __all_sync(~0u, p) : ballot(!p) == 0;
    }
    template <class T> CLPERF_STATIC unsigned match_any(T v) { return __match_any_sync(~0u, v); }
    template <class T> CLPERF_STATIC unsigned match_all(T v, int &p) {
        return __match_all_sync(~0u, v, &p);
    }
};

/* A part whose size is known when it runs, of at most a warp. */
struct thread_group {
    unsigned items;
    CLPERF_MEMBER thread_group(unsigned n) : items(n) {}
    CLPERF_MEMBER thread_group(const thread_block &) : items(clperf_items()) {}
    template <unsigned n> CLPERF_MEMBER thread_group(const thread_block_tile<n> &) : items(n) {}
    CLPERF_MEMBER void sync() const {
        if (items > warpSize)
            __syncthreads();
        else
            __syncwarp();
    }
    CLPERF_MEMBER unsigned thread_rank() const { return clperf_rank() % items; }
    CLPERF_MEMBER unsigned size() const { return items; }
    CLPERF_MEMBER unsigned num_threads() const { return items; }
};

/* The lanes that are there at that place. */
struct coalesced_group {
    unsigned lanes;
    CLPERF_MEMBER void sync() const { __syncwarp(lanes); }
    CLPERF_MEMBER unsigned thread_rank() const {
        return (unsigned)__popc(lanes & ((1u << clperf_rank() % warpSize) - 1));
    }
    CLPERF_MEMBER unsigned size() const { return (unsigned)__popc(lanes); }
    CLPERF_MEMBER unsigned num_threads() const { return size(); }
    CLPERF_MEMBER unsigned meta_group_rank() const { return 0; }
    CLPERF_MEMBER unsigned meta_group_size() const { return 1; }
    template <class T> CLPERF_MEMBER T shfl(T v, int rank) const {
        return clperf_exchange(v, clperf_idx{lanes, __ffs((int)lanes) - 1 + rank, warpSize});
    }
    template <class T> CLPERF_MEMBER T shfl_up(T v, unsigned n) const {
        return clperf_exchange(v, clperf_up{lanes, (int)n, warpSize});
    }
    template <class T> CLPERF_MEMBER T shfl_down(T v, unsigned n) const {
        return clperf_exchange(v, clperf_down{lanes, (int)n, warpSize});
    }
    CLPERF_MEMBER unsigned ballot(int p) const { return __ballot_sync(lanes, p); }
    CLPERF_MEMBER int any(int p) const { return __any_sync(lanes, p); }
    CLPERF_MEMBER int all(int p) const { return __all_sync(lanes, p); }
    template <class T> CLPERF_MEMBER unsigned match_any(T v) const {
        return __match_any_sync(lanes, v);
    }
};
CLPERF_DEVICE coalesced_group coalesced_threads() {
    return coalesced_group{__activemask()};
}

/* Of the lanes there, those with the same label, or with the same side of a condition. */
template <class Group, class T>
CLPERF_DEVICE coalesced_group labeled_partition(const Group &, T label) {
    return coalesced_group{__match_any_sync(__activemask(), label)};
}
template <class Group> CLPERF_DEVICE coalesced_group binary_partition(const Group &, bool side) {
    const unsigned lanes = __activemask(), with = __ballot_sync(lanes, side);
    return coalesced_group{side ? with : lanes & ~with};
}

template <unsigned items, class Group>
CLPERF_DEVICE thread_block_tile<items, Group> tiled_partition(const Group &) {
    return thread_block_tile<items, Group>();
}
template <class Group> CLPERF_DEVICE thread_group tiled_partition(const Group &, unsigned items) {
    return thread_group(items);
}

template <class Group> CLPERF_DEVICE void sync(const Group &g) {
    g.sync();
}
template <class Group> CLPERF_DEVICE unsigned thread_rank(const Group &g) {
    return g.thread_rank();
}
template <class Group> CLPERF_DEVICE unsigned group_size(const Group &g) {
    return g.size();
}

/* --- cooperative_groups/reduce.h and scan.h --------------------------------------- */

#define CLPERF_OPERATION(name, expression)                                                         \
    template <class T = void> struct name {                                                        \
        CLPERF_MEMBER T operator()(T x, T y) const {                                               \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class T> CLPERF_MEMBER T operator()(T x, T y) const {                            \
            return expression;                                                                     \
        }                                                                                          \
    };
CLPERF_OPERATION(plus, x + y)
CLPERF_OPERATION(less, y < x ? y : x)
CLPERF_OPERATION(greater, x < y ? y : x)
CLPERF_OPERATION(bit_and, x &y)
CLPERF_OPERATION(bit_or, x | y)
CLPERF_OPERATION(bit_xor, x ^ y)
#undef CLPERF_OPERATION

template <class Group, class T, class Operation>
CLPERF_DEVICE T reduce(const Group &g, T v, Operation operation) {
#pragma unroll
    for (unsigned lanes = g.size() / 2; lanes; lanes /= 2)
        v = operation(v, clperf_exchange(v, clperf_xor{~0u, (int)lanes, warpSize}));
    return v;
}
template <class Group, class T, class Operation>
CLPERF_DEVICE T inclusive_scan(const Group &g, T v, Operation operation) {
#pragma unroll
    for (unsigned lanes = 1; lanes < g.size(); lanes *= 2) {
        T before = clperf_exchange(v, clperf_up{~0u, (int)lanes, warpSize});
        v = g.thread_rank() >= lanes ? operation(before, v) : v;
    }
    return v;
}
template <class Group, class T> CLPERF_DEVICE T inclusive_scan(const Group &g, T v) {
    return inclusive_scan(g, v, plus<T>());
}
template <class Group, class T, class Operation>
CLPERF_DEVICE T exclusive_scan(const Group &g, T v, Operation operation) {
    T before = clperf_exchange(inclusive_scan(g, v, operation), clperf_up{~0u, 1, warpSize});
    return g.thread_rank() ? before : T();
}
template <class Group, class T> CLPERF_DEVICE T exclusive_scan(const Group &g, T v) {
    return exclusive_scan(g, v, plus<T>());
}

/* --- cooperative_groups/memcpy_async.h: copies that are waited for at once ------------ */

template <class Group, class T, class U>
CLPERF_DEVICE void memcpy_async(const Group &g, T *to, const U *from, size_t bytes) {
    for (size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size())
        to[i] = from[i];
}
template <unsigned stages, class Group> CLPERF_DEVICE void wait_prior(const Group &g) {
    g.sync();
}
template <class Group, class F> CLPERF_DEVICE void invoke_one(const Group &g, F f) {
    if (g.thread_rank() == 0)
        f();
}
template <class Group> CLPERF_DEVICE void wait(const Group &g) {
    g.sync();
}

} // namespace cooperative_groups

#undef CLPERF_MEMBER
#undef CLPERF_STATIC
#endif
