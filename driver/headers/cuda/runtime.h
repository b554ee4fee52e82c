/* The runtime, as host code calls it. */

enum cudaError_t {
    cudaSuccess,
    cudaErrorInvalidValue,
    cudaErrorMemoryAllocation,
    cudaErrorInitializationError,
    cudaErrorNotReady = 600,
    cudaErrorUnknown = 999
};
typedef cudaError_t cudaError, CUresult;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
enum cudaFuncCache {
    cudaFuncCachePreferNone,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout
};
/* What is an unsigned to CUDA has the name of a type here, as templates want one. */
enum clperf_cuda_flags {
    cudaMemAttachGlobal = 1,
    cudaHostAllocDefault = 0,
    cudaHostAllocPortable = 1,
    cudaHostAllocMapped = 2,
    cudaEventDefault = 0,
    cudaEventBlockingSync = 1,
    cudaEventDisableTiming = 2,
    cudaStreamDefault = 0,
    cudaStreamNonBlocking = 1,
    cudaDeviceScheduleAuto = 0,
    cudaDeviceMapHost = 8,
    cudaDeviceBlockingSync = 4
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct cudaArray *cudaArray_t;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, memPitch, textureAlignment;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    int major, minor, multiProcessorCount, memoryClockRate, memoryBusWidth, l2CacheSize;
    int maxThreadsPerMultiProcessor, concurrentKernels, integrated, canMapHostMemory, ECCEnabled;
    int unifiedAddressing, managedMemory, computeMode, deviceOverlap, kernelExecTimeoutEnabled;
    int asyncEngineCount, pciBusID, pciDeviceID, pciDomainID, cooperativeLaunch;
    int pageableMemoryAccess, concurrentManagedAccess, regsPerMultiprocessor, isMultiGpuBoard;
    int maxBlocksPerMultiProcessor, globalL1CacheSupported, localL1CacheSupported, tccDriver;
    size_t sharedMemPerMultiprocessor;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

/* Arrays of variable length are no arguments of templates. */
#define CLPERF_RUNTIME(name)                                                                       \
    template <class... T> cudaError_t name(T &&...);                                               \
    cudaError_t name(...);
CLPERF_RUNTIME(cudaMalloc)
CLPERF_RUNTIME(cudaMallocHost)
CLPERF_RUNTIME(cudaMallocManaged)
CLPERF_RUNTIME(cudaMallocPitch)
CLPERF_RUNTIME(cudaMallocArray)
CLPERF_RUNTIME(cudaMalloc3D)
CLPERF_RUNTIME(cudaMallocAsync)
CLPERF_RUNTIME(cudaHostAlloc)
CLPERF_RUNTIME(cudaHostRegister)
CLPERF_RUNTIME(cudaHostUnregister)
CLPERF_RUNTIME(cudaHostGetDevicePointer)
CLPERF_RUNTIME(cudaFree)
CLPERF_RUNTIME(cudaFreeHost)
CLPERF_RUNTIME(cudaFreeArray)
CLPERF_RUNTIME(cudaFreeAsync)
CLPERF_RUNTIME(cudaMemcpy)
CLPERF_RUNTIME(cudaMemcpyAsync)
CLPERF_RUNTIME(cudaMemcpy2D)
CLPERF_RUNTIME(cudaMemcpy2DAsync)
CLPERF_RUNTIME(cudaMemcpyToArray)
CLPERF_RUNTIME(cudaMemcpyToSymbol)
CLPERF_RUNTIME(cudaMemcpyToSymbolAsync)
CLPERF_RUNTIME(cudaMemcpyFromSymbol)
CLPERF_RUNTIME(cudaMemset)
CLPERF_RUNTIME(cudaMemsetAsync)
CLPERF_RUNTIME(cudaMemset2D)
CLPERF_RUNTIME(cudaMemGetInfo)
CLPERF_RUNTIME(cudaMemPrefetchAsync)
CLPERF_RUNTIME(cudaMemAdvise)
CLPERF_RUNTIME(cudaGetSymbolAddress)
CLPERF_RUNTIME(cudaGetDevice)
CLPERF_RUNTIME(cudaSetDevice)
CLPERF_RUNTIME(cudaSetDeviceFlags)
CLPERF_RUNTIME(cudaGetDeviceCount)
CLPERF_RUNTIME(cudaGetDeviceProperties)
CLPERF_RUNTIME(cudaDeviceGetAttribute)
CLPERF_RUNTIME(cudaDeviceReset)
CLPERF_RUNTIME(cudaDeviceSetCacheConfig)
CLPERF_RUNTIME(cudaDeviceSetLimit)
CLPERF_RUNTIME(cudaThreadExit)
CLPERF_RUNTIME(cudaThreadSynchronize)
CLPERF_RUNTIME(cudaFuncSetCacheConfig)
CLPERF_RUNTIME(cudaFuncSetAttribute)
CLPERF_RUNTIME(cudaFuncGetAttributes)
CLPERF_RUNTIME(cudaEventCreate)
CLPERF_RUNTIME(cudaEventCreateWithFlags)
CLPERF_RUNTIME(cudaEventDestroy)
CLPERF_RUNTIME(cudaEventRecord)
CLPERF_RUNTIME(cudaEventSynchronize)
CLPERF_RUNTIME(cudaEventElapsedTime)
CLPERF_RUNTIME(cudaEventQuery)
CLPERF_RUNTIME(cudaStreamCreate)
CLPERF_RUNTIME(cudaStreamCreateWithFlags)
CLPERF_RUNTIME(cudaStreamDestroy)
CLPERF_RUNTIME(cudaStreamSynchronize)
CLPERF_RUNTIME(cudaStreamWaitEvent)
CLPERF_RUNTIME(cudaStreamQuery)
CLPERF_RUNTIME(cudaBindTexture)
CLPERF_RUNTIME(cudaBindTexture2D)
CLPERF_RUNTIME(cudaBindTextureToArray)
CLPERF_RUNTIME(cudaUnbindTexture)
CLPERF_RUNTIME(cudaLaunchKernel)
CLPERF_RUNTIME(cudaLaunchCooperativeKernel)
CLPERF_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
CLPERF_RUNTIME(cudaOccupancyMaxPotentialBlockSize)
CLPERF_RUNTIME(cudaDriverGetVersion)
CLPERF_RUNTIME(cudaRuntimeGetVersion)
CLPERF_RUNTIME(cudaProfilerStart)
CLPERF_RUNTIME(cudaProfilerStop)
#undef CLPERF_RUNTIME
__host__ __device__ cudaError_t cudaDeviceSynchronize();
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char *cudaGetErrorString(cudaError_t);
__host__ __device__ const char *cudaGetErrorName(cudaError_t);
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
    cudaChannelFormatKindNone
};
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                         cudaStream_t stream = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = 0);
/* Launches with attributes, which are not read. */
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore,
    cudaLaunchAttributeAccessPolicyWindow,
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
    int cooperative, programmaticStreamSerializationAllowed, priority;
    struct {
        unsigned x, y, z;
    } clusterDim;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
template <class... T, class... U>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*kernel)(T...), U &&...);
