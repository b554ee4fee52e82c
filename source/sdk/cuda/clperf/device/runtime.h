/* The runtime, as host code calls it; its types are in driver_types.h. */

cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth);
cudaPos make_cudaPos(size_t x, size_t y, size_t z);
cudaPitchedPtr make_cudaPitchedPtr(void *, size_t pitch, size_t width, size_t height);

/* Arrays of variable length are no arguments of templates. */
#ifdef CLPERF_EVALUATED
#define CLPERF_RUNTIME(name)                                                                       \
    CLPERF_EVALUATED_CALL(name)                                                                    \
    cudaError_t name(...);
#else
#define CLPERF_RUNTIME(name)                                                                       \
    template <class... T> cudaError_t name(T &&...) {                                              \
        return cudaSuccess;                                                                        \
    }                                                                                              \
    cudaError_t name(...);
#endif
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
#ifdef CLPERF_EVALUATED
/* What is not asked for is unknown. */
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) {
    clperf_runtime("cudaGetDeviceProperties", p);
    p->warpSize = clperf_device_attribute(cudaDevAttrWarpSize);
    p->maxThreadsPerBlock = clperf_device_attribute(cudaDevAttrMaxThreadsPerBlock);
    p->maxThreadsDim[0] = clperf_device_attribute(cudaDevAttrMaxBlockDimX);
    p->maxThreadsDim[1] = clperf_device_attribute(cudaDevAttrMaxBlockDimY);
    p->maxThreadsDim[2] = clperf_device_attribute(cudaDevAttrMaxBlockDimZ);
    p->maxGridSize[0] = clperf_device_attribute(cudaDevAttrMaxGridDimX);
    p->maxGridSize[1] = clperf_device_attribute(cudaDevAttrMaxGridDimY);
    p->maxGridSize[2] = clperf_device_attribute(cudaDevAttrMaxGridDimZ);
    p->multiProcessorCount = clperf_device_attribute(cudaDevAttrMultiProcessorCount);
    p->maxThreadsPerMultiProcessor =
        clperf_device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    p->sharedMemPerBlock = clperf_device_attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    p->sharedMemPerMultiprocessor =
        clperf_device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    p->regsPerBlock = clperf_device_attribute(cudaDevAttrMaxRegistersPerBlock);
    p->l2CacheSize = clperf_device_attribute(cudaDevAttrL2CacheSize);
    p->clockRate = clperf_device_attribute(cudaDevAttrClockRate);
    p->major = clperf_device_attribute(cudaDevAttrComputeCapabilityMajor);
    p->minor = clperf_device_attribute(cudaDevAttrComputeCapabilityMinor);
    return cudaSuccess;
}
#else
CLPERF_RUNTIME(cudaGetDeviceProperties)
#endif
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
#ifdef CLPERF_EVALUATED
CLPERF_EVALUATED_LAUNCH(cudaLaunchKernel)
CLPERF_EVALUATED_LAUNCH(cudaLaunchCooperativeKernel)
#else
CLPERF_RUNTIME(cudaLaunchKernel)
CLPERF_RUNTIME(cudaLaunchCooperativeKernel)
#endif
CLPERF_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
CLPERF_RUNTIME(cudaOccupancyMaxPotentialBlockSize)
CLPERF_RUNTIME(cudaDriverGetVersion)
CLPERF_RUNTIME(cudaRuntimeGetVersion)
CLPERF_RUNTIME(cudaProfilerStart)
CLPERF_RUNTIME(cudaProfilerStop)
CLPERF_RUNTIME(cudaMemcpy2DToArray)
CLPERF_RUNTIME(cudaMemcpy2DFromArray)
CLPERF_RUNTIME(cudaMemcpy2DArrayToArray)
CLPERF_RUNTIME(cudaMemcpyFromArray)
CLPERF_RUNTIME(cudaMemcpy3D)
CLPERF_RUNTIME(cudaMemcpy3DAsync)
CLPERF_RUNTIME(cudaMemcpyPeer)
CLPERF_RUNTIME(cudaMemcpyPeerAsync)
CLPERF_RUNTIME(cudaMemcpy3DPeer)
CLPERF_RUNTIME(cudaMemcpyFromSymbolAsync)
CLPERF_RUNTIME(cudaMemset3D)
CLPERF_RUNTIME(cudaMemset2DAsync)
CLPERF_RUNTIME(cudaMalloc3DArray)
CLPERF_RUNTIME(cudaMallocMipmappedArray)
CLPERF_RUNTIME(cudaFreeMipmappedArray)
CLPERF_RUNTIME(cudaMallocFromPoolAsync)
CLPERF_RUNTIME(cudaGetMipmappedArrayLevel)
CLPERF_RUNTIME(cudaHostGetFlags)
CLPERF_RUNTIME(cudaPointerGetAttributes)
CLPERF_RUNTIME(cudaGetSymbolSize)
CLPERF_RUNTIME(cudaCreateTextureObject)
CLPERF_RUNTIME(cudaDestroyTextureObject)
CLPERF_RUNTIME(cudaCreateSurfaceObject)
CLPERF_RUNTIME(cudaDestroySurfaceObject)
CLPERF_RUNTIME(cudaBindSurfaceToArray)
CLPERF_RUNTIME(cudaGetTextureReference)
CLPERF_RUNTIME(cudaGetTextureAlignmentOffset)
CLPERF_RUNTIME(cudaGetChannelDesc)
CLPERF_RUNTIME(cudaBindTextureToMipmappedArray)
CLPERF_RUNTIME(cudaDeviceCanAccessPeer)
CLPERF_RUNTIME(cudaDeviceEnablePeerAccess)
CLPERF_RUNTIME(cudaDeviceDisablePeerAccess)
CLPERF_RUNTIME(cudaDeviceGetLimit)
CLPERF_RUNTIME(cudaDeviceGetStreamPriorityRange)
CLPERF_RUNTIME(cudaDeviceGetPCIBusId)
CLPERF_RUNTIME(cudaDeviceSetMemPool)
CLPERF_RUNTIME(cudaDeviceGetMemPool)
CLPERF_RUNTIME(cudaDeviceGetDefaultMemPool)
CLPERF_RUNTIME(cudaDeviceSetSharedMemConfig)
CLPERF_RUNTIME(cudaFuncSetSharedMemConfig)
CLPERF_RUNTIME(cudaChooseDevice)
CLPERF_RUNTIME(cudaInitDevice)
CLPERF_RUNTIME(cudaDeviceGetByPCIBusId)
CLPERF_RUNTIME(cudaMemPoolSetAttribute)
CLPERF_RUNTIME(cudaMemPoolGetAttribute)
CLPERF_RUNTIME(cudaMemPoolTrimTo)
CLPERF_RUNTIME(cudaMemPoolCreate)
CLPERF_RUNTIME(cudaMemPoolDestroy)
CLPERF_RUNTIME(cudaMemPoolSetAccess)
CLPERF_RUNTIME(cudaStreamCreateWithPriority)
CLPERF_RUNTIME(cudaStreamGetPriority)
CLPERF_RUNTIME(cudaStreamAddCallback)
CLPERF_RUNTIME(cudaStreamAttachMemAsync)
CLPERF_RUNTIME(cudaStreamBeginCapture)
CLPERF_RUNTIME(cudaStreamEndCapture)
CLPERF_RUNTIME(cudaStreamIsCapturing)
CLPERF_RUNTIME(cudaStreamSetAttribute)
CLPERF_RUNTIME(cudaStreamGetCaptureInfo)
CLPERF_RUNTIME(cudaLaunchHostFunc)
CLPERF_RUNTIME(cudaCtxResetPersistingL2Cache)
CLPERF_RUNTIME(cudaGraphCreate)
CLPERF_RUNTIME(cudaGraphDestroy)
CLPERF_RUNTIME(cudaGraphInstantiate)
CLPERF_RUNTIME(cudaGraphInstantiateWithFlags)
CLPERF_RUNTIME(cudaGraphLaunch)
CLPERF_RUNTIME(cudaGraphExecDestroy)
CLPERF_RUNTIME(cudaGraphExecUpdate)
CLPERF_RUNTIME(cudaGraphAddKernelNode)
CLPERF_RUNTIME(cudaGraphAddMemcpyNode)
CLPERF_RUNTIME(cudaGraphAddMemsetNode)
CLPERF_RUNTIME(cudaGraphAddHostNode)
CLPERF_RUNTIME(cudaGraphAddDependencies)
CLPERF_RUNTIME(cudaGraphAddEmptyNode)
CLPERF_RUNTIME(cudaGraphGetNodes)
CLPERF_RUNTIME(cudaGraphClone)
CLPERF_RUNTIME(cudaGraphExecKernelNodeSetParams)
CLPERF_RUNTIME(cudaGraphUpload)
CLPERF_RUNTIME(cudaGraphDebugDotPrint)
CLPERF_RUNTIME(cudaGraphAddChildGraphNode)
CLPERF_RUNTIME(cudaGraphKernelNodeSetAttribute)
CLPERF_RUNTIME(cudaGraphKernelNodeSetParams)
CLPERF_RUNTIME(cudaGraphKernelNodeGetParams)
CLPERF_RUNTIME(cudaIpcGetMemHandle)
CLPERF_RUNTIME(cudaIpcOpenMemHandle)
CLPERF_RUNTIME(cudaIpcCloseMemHandle)
CLPERF_RUNTIME(cudaIpcGetEventHandle)
CLPERF_RUNTIME(cudaIpcOpenEventHandle)
CLPERF_RUNTIME(cudaEventRecordWithFlags)
CLPERF_RUNTIME(cudaLaunchKernelExC)
CLPERF_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
CLPERF_RUNTIME(cudaOccupancyMaxPotentialBlockSizeVariableSMem)
CLPERF_RUNTIME(cudaOccupancyMaxPotentialBlockSizeWithFlags)
CLPERF_RUNTIME(cudaOccupancyMaxActiveClusters)
CLPERF_RUNTIME(cudaOccupancyMaxPotentialClusterSize)
CLPERF_RUNTIME(cudaOccupancyAvailableDynamicSMemPerBlock)
CLPERF_RUNTIME(cudaGraphicsGLRegisterBuffer)
CLPERF_RUNTIME(cudaGraphicsGLRegisterImage)
CLPERF_RUNTIME(cudaGraphicsMapResources)
CLPERF_RUNTIME(cudaGraphicsUnmapResources)
CLPERF_RUNTIME(cudaGraphicsResourceGetMappedPointer)
CLPERF_RUNTIME(cudaGraphicsSubResourceGetMappedArray)
CLPERF_RUNTIME(cudaGraphicsUnregisterResource)
CLPERF_RUNTIME(cudaGraphicsResourceSetMapFlags)
CLPERF_RUNTIME(cudaSetupArgument)
CLPERF_RUNTIME(cudaLaunch)
CLPERF_RUNTIME(cudaGLSetGLDevice)
CLPERF_RUNTIME(cudaGetFuncBySymbol)
CLPERF_RUNTIME(cudaGetDriverEntryPoint)
CLPERF_RUNTIME(cudaSetDoubleForDevice)
#undef CLPERF_RUNTIME
/* Whose addresses are taken. */
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMallocManaged(void **, size_t);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
__host__ __device__ cudaError_t cudaDeviceSynchronize();
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char *cudaGetErrorString(cudaError_t);
__host__ __device__ const char *cudaGetErrorName(cudaError_t);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f);
cudaChannelFormatDesc cudaCreateChannelDescHalf();
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                         cudaStream_t stream = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = 0);
/* What device code calls of the runtime is a call that is not modelled, by its name. */
#define CLPERF_ON_DEVICE(name, ...) __device__ cudaError_t name(__VA_ARGS__) __asm__(#name);
CLPERF_ON_DEVICE(cudaMalloc, void **, size_t)
CLPERF_ON_DEVICE(cudaFree, void *)
CLPERF_ON_DEVICE(cudaMemcpyAsync, void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0)
CLPERF_ON_DEVICE(cudaMemsetAsync, void *, int, size_t, cudaStream_t = 0)
CLPERF_ON_DEVICE(cudaStreamCreateWithFlags, cudaStream_t *, unsigned)
CLPERF_ON_DEVICE(cudaStreamDestroy, cudaStream_t)
CLPERF_ON_DEVICE(cudaStreamWaitEvent, cudaStream_t, cudaEvent_t, unsigned = 0)
CLPERF_ON_DEVICE(cudaEventCreateWithFlags, cudaEvent_t *, unsigned)
CLPERF_ON_DEVICE(cudaEventRecord, cudaEvent_t, cudaStream_t = 0)
CLPERF_ON_DEVICE(cudaEventDestroy, cudaEvent_t)
CLPERF_ON_DEVICE(cudaGetDevice, int *)
CLPERF_ON_DEVICE(cudaGetDeviceCount, int *)
CLPERF_ON_DEVICE(cudaDeviceGetAttribute, int *, cudaDeviceAttr, int)
CLPERF_ON_DEVICE(cudaGraphSetConditional, unsigned long long, unsigned)
#undef CLPERF_ON_DEVICE
template <class T> CLPERF_DEVICE cudaError_t cudaMalloc(T **p, size_t n) {
    return cudaMalloc((void **)p, n);
}
/* Launches with attributes, which are not read. */
#ifdef CLPERF_EVALUATED
template <class... T, class... U>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*kernel)(T...), U &&...x) {
    kernel<<<c->gridDim, c->blockDim, c->dynamicSmemBytes>>>(T(x)...);
    return cudaSuccess;
}
#else
template <class... T, class... U>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*kernel)(T...), U &&...);
#endif
