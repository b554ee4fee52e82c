/* Sums and scans of a warp. */

namespace cub {

template <class T, int width = 32, int arch = 0> struct WarpReduce {
    struct TempStorage {};
    int lane;
    CLPERF_CUB_MEMBER explicit WarpReduce(TempStorage &) : lane(clperf_rank() % width) {}
    template <class Op> CLPERF_CUB_MEMBER T Reduce(T v, Op op) {
#pragma unroll
        for (int n = 1; n < width; n *= 2)
            v = op(v, clperf_from_lane(v, clperf_down{n, width}));
        return v;
    }
    template <class Op> CLPERF_CUB_MEMBER T Reduce(T v, Op op, int valid) {
#pragma unroll
        for (int n = 1; n < width; n *= 2) {
            const T other = clperf_from_lane(v, clperf_down{n, width});
            v = lane + n < valid ? op(v, other) : v;
        }
        return v;
    }
    CLPERF_CUB_MEMBER T Sum(T v) { return Reduce(v, cub::Sum()); }
    CLPERF_CUB_MEMBER T Sum(T v, int valid) { return Reduce(v, cub::Sum(), valid); }
    CLPERF_CUB_MEMBER T Max(T v) { return Reduce(v, cub::Max()); }
    CLPERF_CUB_MEMBER T Min(T v) { return Reduce(v, cub::Min()); }
};

template <class T, int width = 32, int arch = 0> struct WarpScan {
    struct TempStorage {};
    int lane;
    CLPERF_CUB_MEMBER explicit WarpScan(TempStorage &) : lane(clperf_rank() % width) {}
    template <class Op> CLPERF_CUB_MEMBER void InclusiveScan(T v, T &out, Op op) {
#pragma unroll
        for (int n = 1; n < width; n *= 2) {
            const T other = clperf_from_lane(v, clperf_up{n, width});
            v = lane >= n ? op(other, v) : v;
        }
        out = v;
    }
    template <class Op> CLPERF_CUB_MEMBER void ExclusiveScan(T v, T &out, T initial, Op op) {
        T inclusive;
        InclusiveScan(v, inclusive, op);
        const T before = clperf_from_lane(inclusive, clperf_up{1, width});
        out = lane ? op(initial, before) : initial;
    }
    CLPERF_CUB_MEMBER void InclusiveSum(T v, T &out) { InclusiveScan(v, out, cub::Sum()); }
    CLPERF_CUB_MEMBER void ExclusiveSum(T v, T &out) { ExclusiveScan(v, out, T(), cub::Sum()); }
};

} // namespace cub
