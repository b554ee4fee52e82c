/* The runtime's interface in C, as far as it does something when no GPU is there. What else the
 * runtime has is declared by name in clperf/unmodelled.def. */
#ifndef CLPERF_CUDA_RUNTIME_API_H
#define CLPERF_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__
#pragma GCC system_header

#include "driver_types.h"

#ifdef __cplusplus
#define CLPERF_DEFAULT(value) = value
extern "C" {
#else
#define CLPERF_DEFAULT(value)
#endif
#define CLPERF_CUDA __host__ cudaError_t
/* What device code may call as well. */
#define CLPERF_CUDA_BOTH __host__ __device__ cudaError_t

/* --- devices ------------------------------------------------------------------ */

CLPERF_CUDA_BOTH cudaGetDeviceCount(int *count);
CLPERF_CUDA_BOTH cudaGetDevice(int *device);
CLPERF_CUDA cudaSetDevice(int device);
CLPERF_CUDA cudaSetDeviceFlags(unsigned int flags);
CLPERF_CUDA cudaGetDeviceFlags(unsigned int *flags);
CLPERF_CUDA cudaSetValidDevices(int *devices, int n);
CLPERF_CUDA cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
CLPERF_CUDA cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
#define cudaGetDeviceProperties cudaGetDeviceProperties_v2
CLPERF_CUDA cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
CLPERF_CUDA_BOTH cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
CLPERF_CUDA cudaDeviceGetPCIBusId(char *text, int bytes, int device);
CLPERF_CUDA cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
CLPERF_CUDA cudaDeviceCanAccessPeer(int *can, int device, int peer);
CLPERF_CUDA cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
CLPERF_CUDA cudaDeviceDisablePeerAccess(int peer);
CLPERF_CUDA_BOTH cudaDeviceSynchronize(void);
CLPERF_CUDA cudaDeviceReset(void);
CLPERF_CUDA cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
CLPERF_CUDA_BOTH cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
CLPERF_CUDA_BOTH cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
CLPERF_CUDA cudaDeviceSetCacheConfig(enum cudaFuncCache config);
CLPERF_CUDA_BOTH cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
CLPERF_CUDA cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
CLPERF_CUDA cudaThreadSynchronize(void);
CLPERF_CUDA cudaThreadExit(void);
CLPERF_CUDA cudaThreadSetLimit(enum cudaLimit limit, size_t value);
CLPERF_CUDA cudaThreadSetCacheConfig(enum cudaFuncCache config);
CLPERF_CUDA_BOTH cudaRuntimeGetVersion(int *version);
CLPERF_CUDA cudaDriverGetVersion(int *version);
CLPERF_CUDA cudaProfilerStart(void);
CLPERF_CUDA cudaProfilerStop(void);

/* --- errors ------------------------------------------------------------------- */

CLPERF_CUDA_BOTH cudaGetLastError(void);
CLPERF_CUDA_BOTH cudaPeekAtLastError(void);
__host__ __device__ const char *cudaGetErrorString(cudaError_t error);
__host__ __device__ const char *cudaGetErrorName(cudaError_t error);

/* --- memory ------------------------------------------------------------------- */

CLPERF_CUDA_BOTH cudaMalloc(void **pointer, size_t bytes);
CLPERF_CUDA cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags);
CLPERF_CUDA cudaMallocHost(void **pointer, size_t bytes);
CLPERF_CUDA cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags);
CLPERF_CUDA cudaHostRegister(void *pointer, size_t bytes, unsigned int flags);
CLPERF_CUDA cudaHostUnregister(void *pointer);
CLPERF_CUDA cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
CLPERF_CUDA cudaHostGetFlags(unsigned int *flags, void *host);
CLPERF_CUDA cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
CLPERF_CUDA cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
CLPERF_CUDA cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream);
CLPERF_CUDA cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream);
CLPERF_CUDA cudaFreeAsync(void *pointer, cudaStream_t stream);
CLPERF_CUDA_BOTH cudaFree(void *pointer);
CLPERF_CUDA cudaFreeHost(void *pointer);
CLPERF_CUDA cudaMemGetInfo(size_t *free_bytes, size_t *total);
CLPERF_CUDA cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
CLPERF_CUDA cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
CLPERF_CUDA cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes);
CLPERF_CUDA cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
CLPERF_CUDA cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
CLPERF_CUDA cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy,
                              cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemset(void *pointer, int value, size_t bytes);
CLPERF_CUDA cudaMemsetAsync(void *pointer, int value, size_t bytes,
                            cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
CLPERF_CUDA cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent);
CLPERF_CUDA cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          int device);
CLPERF_CUDA cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                               size_t offset CLPERF_DEFAULT(0),
                               enum cudaMemcpyKind kind CLPERF_DEFAULT(cudaMemcpyHostToDevice));
CLPERF_CUDA cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset CLPERF_DEFAULT(0),
                                 enum cudaMemcpyKind kind CLPERF_DEFAULT(cudaMemcpyDeviceToHost));
CLPERF_CUDA cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaGetSymbolAddress(void **pointer, const void *symbol);
CLPERF_CUDA cudaGetSymbolSize(size_t *bytes, const void *symbol);

/* --- arrays and textures ------------------------------------------------------ */

CLPERF_CUDA cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *texel,
                            size_t width, size_t height CLPERF_DEFAULT(0),
                            unsigned int flags CLPERF_DEFAULT(0));
CLPERF_CUDA cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *texel,
                              struct cudaExtent extent, unsigned int flags CLPERF_DEFAULT(0));
CLPERF_CUDA cudaFreeArray(cudaArray_t array);
CLPERF_CUDA cudaArrayGetInfo(struct cudaChannelFormatDesc *texel, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array);
CLPERF_CUDA cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
CLPERF_CUDA cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
CLPERF_CUDA cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
CLPERF_CUDA cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
__host__ struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                            enum cudaChannelFormatKind f);
CLPERF_CUDA cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view);
CLPERF_CUDA cudaDestroyTextureObject(cudaTextureObject_t texture);
CLPERF_CUDA cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
CLPERF_CUDA cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
CLPERF_CUDA cudaBindTexture(size_t *offset, const struct textureReference *texture,
                            const void *pointer, const struct cudaChannelFormatDesc *texel,
                            size_t bytes CLPERF_DEFAULT(UINT_MAX));
CLPERF_CUDA cudaBindTexture2D(size_t *offset, const struct textureReference *texture,
                              const void *pointer, const struct cudaChannelFormatDesc *texel,
                              size_t width, size_t height, size_t pitch);
CLPERF_CUDA cudaBindTextureToArray(const struct textureReference *texture, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *texel);
CLPERF_CUDA cudaUnbindTexture(const struct textureReference *texture);
CLPERF_CUDA cudaBindSurfaceToArray(const struct surfaceReference *surface, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *texel);

/* --- streams and events ------------------------------------------------------- */

CLPERF_CUDA cudaStreamCreate(cudaStream_t *stream);
CLPERF_CUDA_BOTH cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
CLPERF_CUDA cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
CLPERF_CUDA_BOTH cudaStreamDestroy(cudaStream_t stream);
CLPERF_CUDA cudaStreamSynchronize(cudaStream_t stream);
CLPERF_CUDA cudaStreamQuery(cudaStream_t stream);
CLPERF_CUDA cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
CLPERF_CUDA cudaStreamGetPriority(cudaStream_t stream, int *priority);
CLPERF_CUDA_BOTH cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                     unsigned int flags CLPERF_DEFAULT(0));
CLPERF_CUDA cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t call, void *data,
                                  unsigned int flags);
CLPERF_CUDA cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t call, void *data);
CLPERF_CUDA cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                     size_t bytes CLPERF_DEFAULT(0),
                                     unsigned int flags CLPERF_DEFAULT(cudaMemAttachSingle));
CLPERF_CUDA cudaEventCreate(cudaEvent_t *event);
CLPERF_CUDA_BOTH cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
CLPERF_CUDA_BOTH cudaEventDestroy(cudaEvent_t event);
CLPERF_CUDA_BOTH cudaEventRecord(cudaEvent_t event, cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream CLPERF_DEFAULT(0),
                                     unsigned int flags CLPERF_DEFAULT(0));
CLPERF_CUDA cudaEventSynchronize(cudaEvent_t event);
CLPERF_CUDA cudaEventQuery(cudaEvent_t event);
CLPERF_CUDA cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

/* --- graphs ------------------------------------------------------------------- */

CLPERF_CUDA cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
CLPERF_CUDA cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
CLPERF_CUDA cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
CLPERF_CUDA cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
CLPERF_CUDA cudaGraphDestroy(cudaGraph_t graph);
CLPERF_CUDA cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n_after,
                                   const struct cudaKernelNodeParams *kernel);
CLPERF_CUDA cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t n_after);
CLPERF_CUDA cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n_after,
                                   const struct cudaMemcpy3DParms *copy);
CLPERF_CUDA cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n_after, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind);
CLPERF_CUDA cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n_after,
                                   const struct cudaMemsetParams *set);
CLPERF_CUDA cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t n_after,
                                 const struct cudaHostNodeParams *host);
CLPERF_CUDA cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *after, size_t n_after,
                                       cudaGraph_t child);
CLPERF_CUDA cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n_after,
                                     struct cudaMemAllocNodeParams *allocation);
CLPERF_CUDA cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *after, size_t n_after, void *pointer);
CLPERF_CUDA cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
CLPERF_CUDA cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *kernel);
CLPERF_CUDA cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *kernel);
CLPERF_CUDA cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n);
CLPERF_CUDA cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
CLPERF_CUDA cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *kernel);
CLPERF_CUDA cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags);
CLPERF_CUDA cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags);
CLPERF_CUDA cudaGraphExecDestroy(cudaGraphExec_t executable);
CLPERF_CUDA cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);
CLPERF_CUDA cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, void *result,
                                int *result_11 CLPERF_DEFAULT(0));
CLPERF_CUDA cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream);

/* --- kernels ------------------------------------------------------------------ */

CLPERF_CUDA cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                             size_t shared CLPERF_DEFAULT(0),
                             cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                        size_t shared CLPERF_DEFAULT(0),
                                        cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **args);
CLPERF_CUDA cudaConfigureCall(dim3 grid, dim3 block, size_t shared CLPERF_DEFAULT(0),
                              cudaStream_t stream CLPERF_DEFAULT(0));
CLPERF_CUDA cudaSetupArgument(const void *argument, size_t bytes, size_t offset);
CLPERF_CUDA cudaLaunch(const void *kernel);
CLPERF_CUDA cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel);
CLPERF_CUDA cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value);
CLPERF_CUDA cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config);
CLPERF_CUDA cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config);
CLPERF_CUDA cudaGetFuncBySymbol(cudaFunction_t *function, const void *kernel);
CLPERF_CUDA_BOTH cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                               int threads, size_t shared);
CLPERF_CUDA_BOTH cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                        const void *kernel,
                                                                        int threads, size_t shared,
                                                                        unsigned int flags);
CLPERF_CUDA cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *kernel,
                                                      int blocks, int threads);

#ifdef __cplusplus
}
#endif

#include "clperf/unmodelled.h"
#define SKIPPED_CALL(name) CLPERF_SKIPPED(cudaError_t, name)
#include "clperf/runtime_calls.def"
#undef SKIPPED_CALL

#endif
