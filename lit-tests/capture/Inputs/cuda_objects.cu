/* Streams, graphs, textures, memory of all kinds; prints what goes wrong. */
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#include "cuda_objects.cuh"

texture<float, 2> image;
__device__ int counter = 7;
__managed__ int shared_counter = 9;

__global__ void fill(float *p, float v, cudaTextureObject_t t) {
    p[threadIdx.x] = v + tex2D<float>(t, 1, 2) + tex2D(image, 0.f, 1.f) + counter;
}

static int failures;

static void expect(bool good, const char *text) {
    if (!good) {
        printf("failed: %s\n", text);
        failures++;
    }
}
#define EXPECT(condition) expect(condition, #condition)
#define OK(call) expect((call) == cudaSuccess, #call)

static void memory() {
    float *p, *q, host[4] = {1, 2, 3, 4}, back[4] = {};
    size_t pitch, left, total;
    cudaPointerAttributes what;
    OK(cudaMallocPitch(&p, &pitch, 100, 4));
    EXPECT(pitch >= 100 && pitch % 256 == 0);
    OK(cudaMemcpy2D(p, pitch, host, 8, 8, 2, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(back, 8, p, pitch, 8, 2, cudaMemcpyDeviceToHost));
    EXPECT(memcmp(host, back, sizeof host) == 0);
    OK(cudaMemset(p, 1, 4 * pitch));
    OK(cudaMemcpy(back, p, 4, cudaMemcpyDeviceToHost));
    EXPECT(*(int *)back == 0x01010101);
    EXPECT(cudaMemcpy(p, host, 4 * pitch + 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(host, back, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
    OK(cudaMallocManaged(&q, 64));
    q[3] = 5;
    OK(cudaPointerGetAttributes(&what, q + 3));
    EXPECT(what.type == cudaMemoryTypeManaged);
    OK(cudaMemGetInfo(&left, &total));
    EXPECT(total - left >= 64 + 4 * pitch);
    EXPECT(cudaMalloc(&q, total) == cudaErrorMemoryAllocation && !q);
    OK(cudaFree(p));
    EXPECT(cudaFree(p) == cudaErrorInvalidValue);
    OK(cudaMallocHost(&p, 64));
    OK(cudaFreeHost(p));
    OK(cudaMemcpyToSymbol(counter, &failures, sizeof counter));
    EXPECT(cudaMemcpyToSymbol(counter, host, 8) == cudaErrorInvalidValue);
    EXPECT(shared_counter == 9);
    cudaGetLastError();
}

static void textures(float *p) {
    cudaArray_t array;
    cudaTextureObject_t object;
    cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    OK(cudaMallocArray(&array, &texel, 32, 16));
    OK(cudaBindTextureToArray(image, array));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    OK(cudaCreateTextureObject(&object, &resource, &description, nullptr));
    fill<<<1, 32>>>(p, 1, object);
    OK(cudaDestroyTextureObject(object));
    OK(cudaFreeArray(array));
}

static void graphs(float *p) {
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t program;
    OK(cudaStreamCreate(&first));
    OK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    OK(cudaEventCreate(&join));
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(fork, first));
    OK(cudaStreamWaitEvent(second, fork, 0));
    fill<<<2, 64, 0, first>>>(p, 2, 0);
    fill<<<3, 64, 0, second>>>(p, 3, 0);
    OK(cudaEventRecord(join, second));
    OK(cudaStreamWaitEvent(first, join, 0));
    OK(cudaStreamEndCapture(first, &graph));
    OK(cudaGraphInstantiate(&program, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 7; i++)
        OK(cudaGraphLaunch(program, first));
    fill << < 4, 64, 0, second >> > (p, 4, 0);
    OK(cudaGraphExecDestroy(program));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(first));
}

int main() {
    float *p;
    int blocks, grid, block;
    cudaDeviceProp device;
    OK(cudaGetDeviceProperties(&device, 0));
    EXPECT(device.warpSize == 32 && device.multiProcessorCount > 0 && *device.name);
    EXPECT(cudaSetDevice(1) == cudaErrorInvalidDevice);
    OK(cudaMalloc(&p, 4096));
    memory();
    textures(p);
    graphs(p);
    launch_elsewhere(p);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
    EXPECT(blocks > 0 && blocks <= 32);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill));
    EXPECT(block >= 32 && grid >= device.multiProcessorCount);
    printf("%d failures\n", failures);
}
