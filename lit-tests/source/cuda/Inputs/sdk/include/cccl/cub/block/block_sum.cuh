#pragma once
namespace cub {
/* Overloads that only say what there is, as libraries have them. */
template <class T> char is_there(typename T::value_type *);
template <class T> int is_there(...);

template <class T, int items> struct BlockSum {
    struct TempStorage {
        T at[items];
    };
    TempStorage &shared;
    __device__ BlockSum(TempStorage &shared) : shared(shared) {}
    __device__ T Sum(T v) {
        shared.at[threadIdx.x] = v;
        __syncthreads();
        for (int n = items / 2; n; n /= 2) {
            if (threadIdx.x < n)
                shared.at[threadIdx.x] += shared.at[threadIdx.x + n];
            __syncthreads();
        }
        return shared.at[0];
    }
};
} // namespace cub
