/* Sums, scans, loads and stores of a block. */

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

/* The values of an item, which come first. */
template <class T, int n, class Op> CLPERF_DEVICE T clperf_of_item(const T (&items)[n], Op op) {
    T sum = items[0];
#pragma unroll
    for (int i = 1; i < n; i++)
        sum = op(sum, items[i]);
    return sum;
}

template <class T, int x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1,
          int arch = 0>
struct BlockReduce {
    static constexpr int items = x * y * z, warps = (items + 31) / 32;
    struct TempStorage {
        T warp[warps];
    };
    TempStorage &shared;
    CLPERF_CUB_MEMBER explicit BlockReduce(TempStorage &s) : shared(s) {}
    static CLPERF_CUB_MEMBER int rank() { return y * z == 1 ? (int)threadIdx.x : clperf_rank(); }
    /* The result is the first item's. */
    template <class Op> CLPERF_CUB_MEMBER T Reduce(T v, Op op) {
        typename WarpReduce<T>::TempStorage none;
        v = WarpReduce<T>(none).Reduce(v, op);
        if (rank() % 32 == 0)
            shared.warp[rank() / 32] = v;
        __syncthreads();
        if (rank() == 0)
#pragma unroll
            for (int i = 1; i < warps; i++)
                v = op(v, shared.warp[i]);
        return v;
    }
    template <class Op> CLPERF_CUB_MEMBER T Reduce(T v, Op op, int valid) {
        typename WarpReduce<T>::TempStorage none;
        const int warp = rank() / 32;
        v = WarpReduce<T>(none).Reduce(v, op, valid - warp * 32 < 32 ? valid - warp * 32 : 32);
        if (rank() % 32 == 0)
            shared.warp[warp] = v;
        __syncthreads();
        if (rank() == 0)
#pragma unroll
            for (int i = 1; i < warps; i++)
                v = i * 32 < valid ? op(v, shared.warp[i]) : v;
        return v;
    }
    template <int n, class Op> CLPERF_CUB_MEMBER T Reduce(const T (&v)[n], Op op) {
        return Reduce(clperf_of_item(v, op), op);
    }
    CLPERF_CUB_MEMBER T Sum(T v) { return Reduce(v, cub::Sum()); }
    CLPERF_CUB_MEMBER T Sum(T v, int valid) { return Reduce(v, cub::Sum(), valid); }
    template <int n> CLPERF_CUB_MEMBER T Sum(const T (&v)[n]) { return Reduce(v, cub::Sum()); }
};

template <class T, int x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1,
          int arch = 0>
struct BlockScan {
    static constexpr int items = x * y * z, warps = (items + 31) / 32;
    struct TempStorage {
        T warp[warps];
    };
    TempStorage &shared;
    CLPERF_CUB_MEMBER explicit BlockScan(TempStorage &s) : shared(s) {}

    /* What all items before this one make, if there are any, and what the block makes. */
    template <class Op>
    CLPERF_CUB_MEMBER bool clperf_before(T v, Op op, T &inclusive, T &before, T &all) {
        typename WarpScan<T>::TempStorage none;
        const int rank = clperf_rank(), warp = rank / 32;
        WarpScan<T>(none).InclusiveScan(v, inclusive, op);
        if (rank % 32 == 31)
            shared.warp[warp] = inclusive;
        __syncthreads();
        T ahead = shared.warp[0];
        all = ahead;
#pragma unroll
        for (int i = 1; i < warps; i++) {
            ahead = i < warp ? op(ahead, shared.warp[i]) : ahead;
            all = op(all, shared.warp[i]);
        }
        const T within = clperf_from_lane(inclusive, clperf_up{1, 32});
        before = warp == 0 ? within : rank % 32 ? op(ahead, within) : ahead;
        inclusive = warp == 0 ? inclusive : op(ahead, inclusive);
        return rank > 0;
    }
    template <class Op> CLPERF_CUB_MEMBER void InclusiveScan(T v, T &out, Op op, T &all) {
        T before;
        clperf_before(v, op, out, before, all);
    }
    template <class Op> CLPERF_CUB_MEMBER void InclusiveScan(T v, T &out, Op op) {
        T all;
        InclusiveScan(v, out, op, all);
    }
    template <class Op>
    CLPERF_CUB_MEMBER void ExclusiveScan(T v, T &out, T initial, Op op, T &all) {
        T inclusive, before;
        out = clperf_before(v, op, inclusive, before, all) ? op(initial, before) : initial;
    }
    template <class Op> CLPERF_CUB_MEMBER void ExclusiveScan(T v, T &out, T initial, Op op) {
        T all;
        ExclusiveScan(v, out, initial, op, all);
    }
    template <int n, class Op>
    CLPERF_CUB_MEMBER void ExclusiveScan(const T (&v)[n], T (&out)[n], T initial, Op op, T &all) {
        T sum;
        ExclusiveScan(clperf_of_item(v, op), sum, initial, op, all);
#pragma unroll
        for (int i = 0; i < n; i++) {
            const T next = op(sum, v[i]);
            out[i] = sum;
            sum = next;
        }
    }
    template <int n, class Op>
    CLPERF_CUB_MEMBER void InclusiveScan(const T (&v)[n], T (&out)[n], Op op, T &all) {
        T inclusive, before;
        const bool any = clperf_before(clperf_of_item(v, op), op, inclusive, before, all);
#pragma unroll
        for (int i = 0; i < n; i++)
            out[i] = before = i || any ? op(before, v[i]) : v[i];
    }
    CLPERF_CUB_MEMBER void InclusiveSum(T v, T &out) { InclusiveScan(v, out, cub::Sum()); }
    CLPERF_CUB_MEMBER void InclusiveSum(T v, T &out, T &all) {
        InclusiveScan(v, out, cub::Sum(), all);
    }
    CLPERF_CUB_MEMBER void ExclusiveSum(T v, T &out) { ExclusiveScan(v, out, T(), cub::Sum()); }
    CLPERF_CUB_MEMBER void ExclusiveSum(T v, T &out, T &all) {
        ExclusiveScan(v, out, T(), cub::Sum(), all);
    }
    template <int n> CLPERF_CUB_MEMBER void ExclusiveSum(const T (&v)[n], T (&out)[n]) {
        T all;
        ExclusiveScan(v, out, T(), cub::Sum(), all);
    }
    template <int n> CLPERF_CUB_MEMBER void ExclusiveSum(const T (&v)[n], T (&out)[n], T &all) {
        ExclusiveScan(v, out, T(), cub::Sum(), all);
    }
    template <int n> CLPERF_CUB_MEMBER void InclusiveSum(const T (&v)[n], T (&out)[n]) {
        T all;
        InclusiveScan(v, out, cub::Sum(), all);
    }
    template <int n> CLPERF_CUB_MEMBER void InclusiveSum(const T (&v)[n], T (&out)[n], T &all) {
        InclusiveScan(v, out, cub::Sum(), all);
    }
};

/* Each item's elements lie together in registers; the transposing algorithms read and write so that
 * neighbours' addresses do, and exchange through shared memory. */
template <class T, int n, bool transposed> struct clperf_block_items {
    template <class At>
    static CLPERF_CUB_MEMBER void each(T *shared, int threads, bool load, At at, T (&items)[n]) {
        const int rank = clperf_rank();
        if constexpr (!transposed) {
#pragma unroll
            for (int i = 0; i < n; i++)
                at(rank * n + i, items[i]);
        } else {
            for (int pass = 0; pass < 2; pass++) {
#pragma unroll
                for (int i = 0; i < n; i++) {
                    if ((pass == 0) == load) {
                        T v = load ? T() : shared[i * threads + rank];
                        at(i * threads + rank, v);
                        if (load)
                            shared[i * threads + rank] = v;
                    } else if (load) {
                        items[i] = shared[rank * n + i];
                    } else {
                        shared[rank * n + i] = items[i];
                    }
                }
                __syncthreads();
            }
        }
    }
};

template <class T, int x, int n, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int y = 1,
          int z = 1, int arch = 0>
struct BlockLoad {
    static constexpr bool transposed = algorithm >= BLOCK_LOAD_TRANSPOSE;
    struct TempStorage {
        T at[transposed ? x * y * z * n : 1];
    };
    TempStorage &shared;
    CLPERF_CUB_MEMBER explicit BlockLoad(TempStorage &s) : shared(s) {}
    template <class From> CLPERF_CUB_MEMBER void Load(From from, T (&items)[n]) {
        clperf_block_items<T, n, transposed>::each(
            shared.at, x * y * z, true, [&](int i, T &v) { v = from[i]; }, items);
    }
    template <class From> CLPERF_CUB_MEMBER void Load(From from, T (&items)[n], int valid) {
        clperf_block_items<T, n, transposed>::each(
            shared.at, x * y * z, true,
            [&](int i, T &v) {
                if (i < valid)
                    v = from[i];
            },
            items);
    }
    template <class From, class Default>
    CLPERF_CUB_MEMBER void Load(From from, T (&items)[n], int valid, Default other) {
        clperf_block_items<T, n, transposed>::each(
            shared.at, x * y * z, true, [&](int i, T &v) { v = i < valid ? (T)from[i] : (T)other; },
            items);
    }
};
template <class T, int x, int n, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int y = 1,
          int z = 1, int arch = 0>
struct BlockStore {
    static constexpr bool transposed = algorithm >= BLOCK_STORE_TRANSPOSE;
    struct TempStorage {
        T at[transposed ? x * y * z * n : 1];
    };
    TempStorage &shared;
    CLPERF_CUB_MEMBER explicit BlockStore(TempStorage &s) : shared(s) {}
    template <class To> CLPERF_CUB_MEMBER void Store(To to, T (&items)[n]) {
        clperf_block_items<T, n, transposed>::each(
            shared.at, x * y * z, false, [&](int i, T &v) { to[i] = v; }, items);
    }
    template <class To> CLPERF_CUB_MEMBER void Store(To to, T (&items)[n], int valid) {
        clperf_block_items<T, n, transposed>::each(
            shared.at, x * y * z, false,
            [&](int i, T &v) {
                if (i < valid)
                    to[i] = v;
            },
            items);
    }
};

/* What launches kernels of its own. */
#define CLPERF_CUB_CALL(name) template <class... A> static cudaError_t name(const A &...);
struct DeviceReduce {
    CLPERF_CUB_CALL(Reduce)
    CLPERF_CUB_CALL(Sum)
    CLPERF_CUB_CALL(Max)
    CLPERF_CUB_CALL(Min)
    CLPERF_CUB_CALL(ArgMax)
    CLPERF_CUB_CALL(ArgMin)
    CLPERF_CUB_CALL(ReduceByKey)
};
struct DeviceScan {
    CLPERF_CUB_CALL(ExclusiveSum)
    CLPERF_CUB_CALL(InclusiveSum)
    CLPERF_CUB_CALL(ExclusiveScan)
    CLPERF_CUB_CALL(InclusiveScan)
};
struct DeviceRadixSort {
    CLPERF_CUB_CALL(SortPairs)
    CLPERF_CUB_CALL(SortPairsDescending)
    CLPERF_CUB_CALL(SortKeys)
    CLPERF_CUB_CALL(SortKeysDescending)
};
struct DeviceSelect {
    CLPERF_CUB_CALL(Flagged)
    CLPERF_CUB_CALL(If)
    CLPERF_CUB_CALL(Unique)
};
struct DeviceHistogram {
    CLPERF_CUB_CALL(HistogramEven)
    CLPERF_CUB_CALL(HistogramRange)
};
#undef CLPERF_CUB_CALL
template <class T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    DoubleBuffer() = default;
    DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate}, selector(0) {}
    T *Current() const { return d_buffers[selector]; }
    T *Alternate() const { return d_buffers[selector ^ 1]; }
};

} // namespace cub
namespace hipcub = cub;
#endif
