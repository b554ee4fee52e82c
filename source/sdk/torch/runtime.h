/* Checks, streams, guards and what registers operators. */

#define TORCH_CHECK(condition, ...)                                                                \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)
#define TORCH_INTERNAL_ASSERT TORCH_CHECK
#define TORCH_CHECK_NOT_IMPLEMENTED TORCH_CHECK
#define TORCH_CHECK_VALUE TORCH_CHECK
#define TORCH_CHECK_TYPE TORCH_CHECK
#define TORCH_CHECK_INDEX TORCH_CHECK
#define TORCH_CHECK_ARG(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_EQ(x, y) TORCH_CHECK((x) == (y))
#define TORCH_CHECK_NE(x, y) TORCH_CHECK((x) != (y))
#define TORCH_CHECK_LT(x, y) TORCH_CHECK((x) < (y))
#define TORCH_CHECK_LE(x, y) TORCH_CHECK((x) <= (y))
#define TORCH_CHECK_GT(x, y) TORCH_CHECK((x) > (y))
#define TORCH_CHECK_GE(x, y) TORCH_CHECK((x) >= (y))
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define AT_ASSERT TORCH_CHECK
#define AT_ASSERTM TORCH_CHECK
#define AT_ERROR(...) abort()
#define C10_CUDA_CHECK(call) ((void)(call))
#define C10_CUDA_CHECK_WARN(call) ((void)(call))
#define AT_CUDA_CHECK(call) ((void)(call))
#define C10_HIP_CHECK(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define C10_HIP_KERNEL_LAUNCH_CHECK() ((void)0)
#define CUDA_KERNEL_ASSERT(condition) ((void)0)
#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                                    \
    for (index_type i = (index_type)blockIdx.x * blockDim.x + threadIdx.x; i < (n);                \
         i += (index_type)blockDim.x * gridDim.x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)

namespace c10 {
namespace cuda {
struct CUDAStream {
    operator cudaStream_t() const;
    cudaStream_t stream() const;
    DeviceIndex device_index() const;
    int64_t id() const;
    void synchronize() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex device_count();
DeviceIndex current_device();
void device_synchronize();
struct CUDAGuard {
    template <class T> explicit CUDAGuard(const T &);
    ~CUDAGuard();
};
struct OptionalCUDAGuard {
    OptionalCUDAGuard();
    template <class T> explicit OptionalCUDAGuard(const T &);
    ~OptionalCUDAGuard();
};
struct CUDAStreamGuard {
    explicit CUDAStreamGuard(CUDAStream);
    ~CUDAStreamGuard();
};
} // namespace cuda
struct DeviceGuard {
    template <class T> explicit DeviceGuard(const T &);
    ~DeviceGuard();
};
struct OptionalDeviceGuard {
    template <class T> explicit OptionalDeviceGuard(const T &);
    ~OptionalDeviceGuard();
};
} // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(DeviceIndex);
template <class T> T ATenCeilDiv(T a, T b) {
    return (a + b - 1) / b;
}
} // namespace cuda
template <class T> CLPERF_ELEMENT T ceil_div(T a, T b) {
    return (a + b - 1) / b;
}
namespace native {
using at::ceil_div;
}
/* HIP's names of the same. */
namespace hip = cuda;
} // namespace at
namespace c10 {
namespace hip = cuda;
}
#define getCurrentHIPStream getCurrentCUDAStream
#define OptionalHIPGuard OptionalCUDAGuard
#define HIPGuard CUDAGuard

template <class T> CLPERF_DEVICE T gpuAtomicAdd(T *at, T v) {
    return atomicAdd(at, v);
}
template <class T> CLPERF_DEVICE void gpuAtomicAddNoReturn(T *at, T v) {
    (void)atomicAdd(at, v);
}
CLPERF_DEVICE c10::Half atomicAdd(c10::Half *at, c10::Half v) {
    return c10::Half(atomicAdd((__half *)at, (__half)(float)v));
}

namespace torch {
struct Library {
    template <class... T> Library &def(const T &...);
    template <class... T> Library &impl(const T &...);
};
struct CustomClassHolder {};
} // namespace torch
namespace pybind11 {
struct module_ {
    template <class... T> module_ &def(const T &...);
};
} // namespace pybind11
#define CLPERF_TORCH_NAME_(x, y) x##y
#define CLPERF_TORCH_NAME(x, y) CLPERF_TORCH_NAME_(x, y)
#define TORCH_LIBRARY(name, m)                                                                     \
    static void CLPERF_TORCH_NAME(clperf_library_, name)(torch::Library & m)
#define TORCH_LIBRARY_FRAGMENT(name, m) TORCH_LIBRARY(name, m)
#define TORCH_LIBRARY_IMPL(name, key, m)                                                           \
    static void CLPERF_TORCH_NAME(clperf_##name##_, key)(torch::Library & m)
#define TORCH_EXTENSION_NAME clperf_extension
#define PYBIND11_MODULE(name, m)                                                                   \
    static void CLPERF_TORCH_NAME(clperf_module_, name)(pybind11::module_ & m)
#endif
