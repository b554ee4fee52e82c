/* Comes last: HIP's names for what the other headers have, and what HIP has besides. */

#ifdef __AMDGCN__
#undef __CUDA_ARCH__
#undef __CUDACC__
#undef __CUDACC_VER_MAJOR__
#undef __CUDACC_VER_MINOR__
#undef CUDART_VERSION
#undef CUDA_VERSION
#define __HIP_PLATFORM_AMD__ 1
#define __HIP_PLATFORM_HCC__ 1
#define __HIP_CLANG_ONLY__ 1
#else
#define __HIP_PLATFORM_NVIDIA__ 1
#define __HIP_PLATFORM_NVCC__ 1
#define __HIPCC__ 1
#ifdef __CUDA_ARCH__
#define __HIP_DEVICE_COMPILE__ 1
#endif
#endif
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 2
#define HIP_VERSION 60200000
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ 0
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ 1

/* --- launches ----------------------------------------------------------------------- */

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
    kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__)
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define HIP_SYMBOL(x) (&(x))
extern "C" unsigned hipConfigureCall(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
extern "C" unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                               void *stream = 0);

/* --- device code -------------------------------------------------------------------- */

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
CLPERF_DEVICE unsigned __lane_id() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize;
}
CLPERF_DEVICE long long wall_clock64() {
    return clock64();
}
CLPERF_DEVICE float unsafeAtomicAdd(float *p, float v) {
    return atomicAdd(p, v);
}
CLPERF_DEVICE double unsafeAtomicAdd(double *p, double v) {
    return atomicAdd(p, v);
}
CLPERF_DEVICE float safeAtomicAdd(float *p, float v) {
    return atomicAdd(p, v);
}
CLPERF_DEVICE double safeAtomicAdd(double *p, double v) {
    return atomicAdd(p, v);
}
#define __assert_fail(...) __trap()

/* --- types that headers have under CUDA's names ---------------------------------------- */

#define hip_bfloat16 __nv_bfloat16
#define __hip_bfloat16 __nv_bfloat16
#define __hip_bfloat162 __nv_bfloat162
#define __hip_fp8_e4m3 __nv_fp8_e4m3
#define __hip_fp8_e5m2 __nv_fp8_e5m2
#define hipFloatComplex cuFloatComplex
#define hipDoubleComplex cuDoubleComplex
#define hipComplex cuComplex
#define hipfftReal cufftReal
#define hipfftDoubleReal cufftDoubleReal
#define hipfftComplex cufftComplex
#define hipfftDoubleComplex cufftDoubleComplex
#define make_hipFloatComplex make_cuFloatComplex
#define make_hipDoubleComplex make_cuDoubleComplex
#define make_hipComplex make_cuComplex
#define hipCaddf cuCaddf
#define hipCsubf cuCsubf
#define hipCmulf cuCmulf
#define hipCdivf cuCdivf
#define hipCabsf cuCabsf
#define hipConjf cuConjf
#define hipCrealf cuCrealf
#define hipCimagf cuCimagf
#define hipCadd cuCadd
#define hipCsub cuCsub
#define hipCmul cuCmul
#define hipCdiv cuCdiv
#define hipCabs cuCabs
#define hipConj cuConj
#define hipCreal cuCreal
#define hipCimag cuCimag
#define hiprandState curandState
#define hiprandState_t curandState_t
#define hiprandStateXORWOW_t curandStateXORWOW_t
#define hiprandStatePhilox4_32_10_t curandStatePhilox4_32_10_t
#define hiprand_init curand_init
#define hiprand curand
#define hiprand_uniform curand_uniform
#define hiprand_uniform_double curand_uniform_double
#define hiprand_normal curand_normal
#define hiprand_normal2 curand_normal2
#define hiprand_normal_double curand_normal_double
#define hiprand_log_normal curand_log_normal
#define hiprand4 curand4
#define hiprand_uniform4 curand_uniform4
#define hiprand_normal4 curand_normal4

/* --- the runtime, as host code calls it --------------------------------------------- */

typedef cudaError_t hipError_t;
typedef cudaStream_t hipStream_t;
typedef cudaEvent_t hipEvent_t;
typedef cudaArray_t hipArray_t;
typedef cudaMemcpyKind hipMemcpyKind;
typedef cudaDeviceProp hipDeviceProp_t;
typedef cudaFuncAttributes hipFuncAttributes;
typedef cudaGraph_t hipGraph_t;
typedef cudaGraphExec_t hipGraphExec_t;
typedef cudaGraphNode_t hipGraphNode_t;
typedef cudaExtent hipExtent;
typedef cudaPitchedPtr hipPitchedPtr;
typedef cudaFuncCache hipFuncCache_t;
typedef cudaTextureObject_t hipTextureObject_t;
typedef cudaSurfaceObject_t hipSurfaceObject_t;
typedef void *hipDeviceptr_t;
typedef int hipDevice_t;
#define hipStreamDefault 0
#define CLPERF_NAMED(type, name) constexpr type hip##name = cuda##name;
CLPERF_NAMED(cudaError_t, Success)
CLPERF_NAMED(cudaError_t, ErrorInvalidValue)
CLPERF_NAMED(cudaError_t, ErrorNotReady)
CLPERF_NAMED(cudaError_t, ErrorUnknown)
constexpr cudaError_t hipErrorOutOfMemory = cudaErrorMemoryAllocation;
CLPERF_NAMED(cudaMemcpyKind, MemcpyHostToHost)
CLPERF_NAMED(cudaMemcpyKind, MemcpyHostToDevice)
CLPERF_NAMED(cudaMemcpyKind, MemcpyDeviceToHost)
CLPERF_NAMED(cudaMemcpyKind, MemcpyDeviceToDevice)
CLPERF_NAMED(cudaMemcpyKind, MemcpyDefault)
CLPERF_NAMED(cudaFuncCache, FuncCachePreferNone)
CLPERF_NAMED(cudaFuncCache, FuncCachePreferShared)
CLPERF_NAMED(cudaFuncCache, FuncCachePreferL1)
CLPERF_NAMED(cudaFuncCache, FuncCachePreferEqual)
CLPERF_NAMED(unsigned, MemAttachGlobal)
CLPERF_NAMED(unsigned, EventDefault)
CLPERF_NAMED(unsigned, EventDisableTiming)
CLPERF_NAMED(unsigned, StreamNonBlocking)
#undef CLPERF_NAMED
constexpr unsigned hipHostMallocDefault = cudaHostAllocDefault;
constexpr unsigned hipHostMallocMapped = cudaHostAllocMapped;
constexpr unsigned hipHostMallocPortable = cudaHostAllocPortable;
#ifdef CLPERF_EVALUATED
#define CLPERF_RUNTIME(name)                                                                       \
    CLPERF_EVALUATED_CALL(name)                                                                    \
    hipError_t name(...);
CLPERF_EVALUATED_LAUNCH(hipLaunchKernel)
CLPERF_EVALUATED_LAUNCH(hipLaunchCooperativeKernel)
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *p, int device) {
    return cudaGetDeviceProperties(p, device);
}
#else
#define CLPERF_RUNTIME(name)                                                                       \
    template <class... T> hipError_t name(T &&...) {                                               \
        return (hipError_t)0;                                                                      \
    }                                                                                              \
    hipError_t name(...);
CLPERF_RUNTIME(hipLaunchKernel)
CLPERF_RUNTIME(hipLaunchCooperativeKernel)
CLPERF_RUNTIME(hipGetDeviceProperties)
#endif
CLPERF_RUNTIME(hipMalloc)
CLPERF_RUNTIME(hipMallocAsync)
CLPERF_RUNTIME(hipMallocHost)
CLPERF_RUNTIME(hipMallocManaged)
CLPERF_RUNTIME(hipMallocPitch)
CLPERF_RUNTIME(hipHostMalloc)
CLPERF_RUNTIME(hipHostAlloc)
CLPERF_RUNTIME(hipHostRegister)
CLPERF_RUNTIME(hipHostGetDevicePointer)
CLPERF_RUNTIME(hipFree)
CLPERF_RUNTIME(hipFreeAsync)
CLPERF_RUNTIME(hipHostFree)
CLPERF_RUNTIME(hipMemcpy)
CLPERF_RUNTIME(hipMemcpyAsync)
CLPERF_RUNTIME(hipMemcpy2D)
CLPERF_RUNTIME(hipMemcpyHtoD)
CLPERF_RUNTIME(hipMemcpyDtoH)
CLPERF_RUNTIME(hipMemcpyToSymbol)
CLPERF_RUNTIME(hipMemcpyFromSymbol)
CLPERF_RUNTIME(hipMemset)
CLPERF_RUNTIME(hipMemsetAsync)
CLPERF_RUNTIME(hipMemGetInfo)
CLPERF_RUNTIME(hipMemPrefetchAsync)
CLPERF_RUNTIME(hipMemAdvise)
CLPERF_RUNTIME(hipGetSymbolAddress)
CLPERF_RUNTIME(hipInit)
CLPERF_RUNTIME(hipGetDevice)
CLPERF_RUNTIME(hipSetDevice)
CLPERF_RUNTIME(hipSetDeviceFlags)
CLPERF_RUNTIME(hipGetDeviceCount)
#define hipDeviceAttributeMaxThreadsPerBlock cudaDevAttrMaxThreadsPerBlock
#define hipDeviceAttributeMaxBlockDimX cudaDevAttrMaxBlockDimX
#define hipDeviceAttributeMaxGridDimX cudaDevAttrMaxGridDimX
#define hipDeviceAttributeMaxSharedMemoryPerBlock cudaDevAttrMaxSharedMemoryPerBlock
#define hipDeviceAttributeWarpSize cudaDevAttrWarpSize
#define hipDeviceAttributeClockRate cudaDevAttrClockRate
#define hipDeviceAttributeMultiprocessorCount cudaDevAttrMultiProcessorCount
#define hipDeviceAttributeL2CacheSize cudaDevAttrL2CacheSize
#define hipDeviceAttributeMaxThreadsPerMultiProcessor cudaDevAttrMaxThreadsPerMultiProcessor
#define hipDeviceAttributeCooperativeLaunch cudaDevAttrCooperativeLaunch
CLPERF_RUNTIME(hipDeviceGetAttribute)
CLPERF_RUNTIME(hipDeviceReset)
CLPERF_RUNTIME(hipDeviceSetCacheConfig)
CLPERF_RUNTIME(hipDeviceSetLimit)
CLPERF_RUNTIME(hipDeviceSynchronize)
CLPERF_RUNTIME(hipFuncSetCacheConfig)
CLPERF_RUNTIME(hipFuncSetAttribute)
CLPERF_RUNTIME(hipFuncGetAttributes)
CLPERF_RUNTIME(hipGetLastError)
CLPERF_RUNTIME(hipPeekAtLastError)
CLPERF_RUNTIME(hipEventCreate)
CLPERF_RUNTIME(hipEventCreateWithFlags)
CLPERF_RUNTIME(hipEventDestroy)
CLPERF_RUNTIME(hipEventRecord)
CLPERF_RUNTIME(hipEventSynchronize)
CLPERF_RUNTIME(hipEventElapsedTime)
CLPERF_RUNTIME(hipEventQuery)
CLPERF_RUNTIME(hipStreamCreate)
CLPERF_RUNTIME(hipStreamCreateWithFlags)
CLPERF_RUNTIME(hipStreamDestroy)
CLPERF_RUNTIME(hipStreamSynchronize)
CLPERF_RUNTIME(hipStreamBeginCapture)
CLPERF_RUNTIME(hipStreamEndCapture)
CLPERF_RUNTIME(hipStreamIsCapturing)
CLPERF_RUNTIME(hipGraphCreate)
CLPERF_RUNTIME(hipGraphInstantiate)
CLPERF_RUNTIME(hipGraphInstantiateWithFlags)
CLPERF_RUNTIME(hipGraphLaunch)
CLPERF_RUNTIME(hipGraphUpload)
CLPERF_RUNTIME(hipGraphClone)
CLPERF_RUNTIME(hipGraphExecUpdate)
CLPERF_RUNTIME(hipGraphAddDependencies)
CLPERF_RUNTIME(hipGraphAddChildGraphNode)
CLPERF_RUNTIME(hipGraphDestroy)
CLPERF_RUNTIME(hipGraphExecDestroy)
CLPERF_RUNTIME(hipStreamWaitEvent)
CLPERF_RUNTIME(hipStreamQuery)
CLPERF_RUNTIME(hipModuleLaunchKernel)
CLPERF_RUNTIME(hipOccupancyMaxActiveBlocksPerMultiprocessor)
CLPERF_RUNTIME(hipOccupancyMaxPotentialBlockSize)
CLPERF_RUNTIME(hipDriverGetVersion)
CLPERF_RUNTIME(hipRuntimeGetVersion)
CLPERF_RUNTIME(hipProfilerStart)
CLPERF_RUNTIME(hipProfilerStop)
#undef CLPERF_RUNTIME
const char *hipGetErrorString(hipError_t);
const char *hipGetErrorName(hipError_t);
