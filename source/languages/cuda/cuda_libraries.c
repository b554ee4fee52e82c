#include "source/languages/cuda/cuda_libraries.h"

#include "source/headers_embedded.h"

/* Those headers that sources include. Others of PyTorch's are found missing, which takes one more
 * attempt. */
static const struct {
    const char *name;
    enum cuda_library library;
} headers[] = {
    {"torch/all.h", CUDA_LIBRARY_TORCH},
    {"torch/extension.h", CUDA_LIBRARY_TORCH},
    {"torch/torch.h", CUDA_LIBRARY_TORCH},
    {"torch/types.h", CUDA_LIBRARY_TORCH},
    {"torch/library.h", CUDA_LIBRARY_TORCH},
    {"torch/python.h", CUDA_LIBRARY_TORCH},
    {"torch/script.h", CUDA_LIBRARY_TORCH},
    {"torch/cuda.h", CUDA_LIBRARY_TORCH},
    {"torch/autograd.h", CUDA_LIBRARY_TORCH},
    {"torch/custom_class.h", CUDA_LIBRARY_TORCH},
    {"torch/serialize/tensor.h", CUDA_LIBRARY_TORCH},
    {"torch/csrc/autograd/custom_function.h", CUDA_LIBRARY_TORCH},
    {"ATen/ATen.h", CUDA_LIBRARY_TORCH},
    {"ATen/AccumulateType.h", CUDA_LIBRARY_TORCH},
    {"ATen/DeviceGuard.h", CUDA_LIBRARY_TORCH},
    {"ATen/Dispatch.h", CUDA_LIBRARY_TORCH},
    {"ATen/Dispatch_v2.h", CUDA_LIBRARY_TORCH},
    {"ATen/Functions.h", CUDA_LIBRARY_TORCH},
    {"ATen/NativeFunctions.h", CUDA_LIBRARY_TORCH},
    {"ATen/OpMathType.h", CUDA_LIBRARY_TORCH},
    {"ATen/ScalarType.h", CUDA_LIBRARY_TORCH},
    {"ATen/TensorUtils.h", CUDA_LIBRARY_TORCH},
    {"ATen/core/Tensor.h", CUDA_LIBRARY_TORCH},
    {"ATen/core/TensorAccessor.h", CUDA_LIBRARY_TORCH},
    {"ATen/core/grad_mode.h", CUDA_LIBRARY_TORCH},
    {"ATen/core/ivalue.h", CUDA_LIBRARY_TORCH},
    {"ATen/cuda/Atomic.cuh", CUDA_LIBRARY_TORCH},
    {"ATen/cuda/CUDAContext.h", CUDA_LIBRARY_TORCH},
    {"ATen/cuda/CUDAGeneratorImpl.h", CUDA_LIBRARY_TORCH},
    {"ATen/cuda/CUDAGraphsUtils.cuh", CUDA_LIBRARY_TORCH},
    {"ATen/cuda/CUDAUtils.h", CUDA_LIBRARY_TORCH},
    {"ATen/cuda/DeviceUtils.cuh", CUDA_LIBRARY_TORCH},
    {"ATen/cuda/detail/UnpackRaw.cuh", CUDA_LIBRARY_TORCH},
    {"ATen/hip/HIPContext.h", CUDA_LIBRARY_TORCH},
    {"ATen/ops/empty.h", CUDA_LIBRARY_TORCH},
    {"ATen/ops/empty_like.h", CUDA_LIBRARY_TORCH},
    {"ATen/ops/from_blob.h", CUDA_LIBRARY_TORCH},
    {"ATen/ops/ones_like.h", CUDA_LIBRARY_TORCH},
    {"ATen/ops/zeros.h", CUDA_LIBRARY_TORCH},
    {"ATen/ops/zeros_like.h", CUDA_LIBRARY_TORCH},
    {"c10/core/Device.h", CUDA_LIBRARY_TORCH},
    {"c10/core/DeviceGuard.h", CUDA_LIBRARY_TORCH},
    {"c10/core/ScalarType.h", CUDA_LIBRARY_TORCH},
    {"c10/core/SymInt.h", CUDA_LIBRARY_TORCH},
    {"c10/cuda/CUDACachingAllocator.h", CUDA_LIBRARY_TORCH},
    {"c10/cuda/CUDAException.h", CUDA_LIBRARY_TORCH},
    {"c10/cuda/CUDAFunctions.h", CUDA_LIBRARY_TORCH},
    {"c10/cuda/CUDAGuard.h", CUDA_LIBRARY_TORCH},
    {"c10/cuda/CUDAMathCompat.h", CUDA_LIBRARY_TORCH},
    {"c10/cuda/CUDAStream.h", CUDA_LIBRARY_TORCH},
    {"c10/hip/HIPGuard.h", CUDA_LIBRARY_TORCH},
    {"c10/hip/HIPStream.h", CUDA_LIBRARY_TORCH},
    {"c10/macros/Macros.h", CUDA_LIBRARY_TORCH},
    {"c10/util/ArrayRef.h", CUDA_LIBRARY_TORCH},
    {"c10/util/BFloat16.h", CUDA_LIBRARY_TORCH},
    {"c10/util/BFloat16-inl.h", CUDA_LIBRARY_TORCH},
    {"c10/util/Exception.h", CUDA_LIBRARY_TORCH},
    {"c10/util/Float8_e4m3fn.h", CUDA_LIBRARY_TORCH},
    {"c10/util/Half.h", CUDA_LIBRARY_TORCH},
    {"c10/util/Half-inl.h", CUDA_LIBRARY_TORCH},
    {"c10/util/Optional.h", CUDA_LIBRARY_TORCH},
    {"c10/util/complex.h", CUDA_LIBRARY_TORCH},
    {"c10/util/intrusive_ptr.h", CUDA_LIBRARY_TORCH},
    {"c10/util/irange.h", CUDA_LIBRARY_TORCH},
    {"cub/cub.cuh", CUDA_LIBRARY_CUB},
    {"cub/util_type.cuh", CUDA_LIBRARY_CUB},
    {"cub/block/block_load.cuh", CUDA_LIBRARY_CUB},
    {"cub/block/block_reduce.cuh", CUDA_LIBRARY_CUB},
    {"cub/block/block_scan.cuh", CUDA_LIBRARY_CUB},
    {"cub/block/block_store.cuh", CUDA_LIBRARY_CUB},
    {"cub/warp/warp_reduce.cuh", CUDA_LIBRARY_CUB},
    {"cub/warp/warp_scan.cuh", CUDA_LIBRARY_CUB},
    {"cub/device/device_radix_sort.cuh", CUDA_LIBRARY_CUB},
    {"cub/device/device_reduce.cuh", CUDA_LIBRARY_CUB},
    {"cub/device/device_scan.cuh", CUDA_LIBRARY_CUB},
    {"cub/device/device_select.cuh", CUDA_LIBRARY_CUB},
    {"hipcub/hipcub.hpp", CUDA_LIBRARY_CUB},
    {"hipcub/block/block_reduce.hpp", CUDA_LIBRARY_CUB},
    {"hipcub/block/block_scan.hpp", CUDA_LIBRARY_CUB},
    {"hipcub/util_type.hpp", CUDA_LIBRARY_CUB},
    {"omp.h", CUDA_LIBRARY_OPENMP},
};

/* Of OpenMP's runtime, what host code beside kernels calls. */
static const char openmp[] = "#pragma GCC system_header\n"
                             "extern \"C\" {\n"
                             "int omp_get_num_threads(), omp_get_max_threads();\n"
                             "int omp_get_thread_num(), omp_get_num_procs();\n"
                             "void omp_set_num_threads(int);\n"
                             "double omp_get_wtime();\n"
                             "}\n";

const char *cuda_library_text(enum cuda_library library) {
    static const char *const texts[CUDA_LIBRARIES] = {[CUDA_LIBRARY_TORCH] = cuda_torch,
                                                      [CUDA_LIBRARY_CUB] = cuda_cub,
                                                      [CUDA_LIBRARY_OPENMP] = openmp};
    return texts[library];
}

bool cuda_library_is_torch(const char *name) {
    return str_starts(name, "torch/") || str_starts(name, "ATen/") || str_starts(name, "c10/");
}

void cuda_library_add_files(struct str *s, const char *const *contents) {
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        str_printf(s,
                   "{\"type\":\"file\",\"name\":\"" CUDA_LIBRARY_HEADERS
                   "/%s\",\"external-contents\":\"%s\"},\n",
                   headers[i].name, contents[headers[i].library]);
}
