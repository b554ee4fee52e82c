#pragma once
#include <cuda_runtime.h>

#include <nv/target>
#include <thrust/type_traits/is_trivially_relocatable.h>

#include "block/block_sum.cuh"

namespace cub {
template <class T> __global__ void kernel_of_the_library(T *x) {
    x[threadIdx.x] = 0;
}
template <class T> cudaError_t clear(T *x) {
    kernel_of_the_library<<<1, 32>>>(x);
    return cudaGetLastError();
}
} // namespace cub
