#include <cooperative_groups.h>
#include <cstdio>
#include <cublas_v2.h>

struct parameters {
    int first;
    float scale;
    int rounds;
};

namespace steps {
template <class T, int N> __global__ void step(T *out, const T *in, int n, parameters p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int r = 0; r < p.rounds; r++)
            out[i] += in[i] * p.scale + N;
}
}

__global__ void by_handle(float *p, int n) {
    p[threadIdx.x] = n;
}

__global__ void everywhere(float *data) {
    cooperative_groups::this_grid().sync();
    data[threadIdx.x] = 1;
}

__global__ void in_graph(float *data) {
    data[threadIdx.x] = 2;
}

int main() {
    const int n = 1000, seven = 7;
    float *in, *out;
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%s has %d multiprocessors of %d threads, L2 %d, %zu bytes of shared memory\n", p.name, p.multiProcessorCount,
           p.maxThreadsPerMultiProcessor, p.l2CacheSize, p.sharedMemPerBlock);
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, 2 * n * sizeof *out);
    for (int i = 0; i < 3; i++)
        steps::step<float, 3><<<(n + 255) / 256, 256>>>(out, in, n, parameters{1, 0.5f, 9});
    cudaKernel_t kernel;
    cudaGetKernel(&kernel, (const void *)by_handle);
    void *args[] = {&out, (void *)&seven};
    cudaLaunchKernel((const void *)kernel, dim3(2), dim3(32), args, 0, nullptr);
    void *cooperative[] = {&out};
    cudaLaunchCooperativeKernel((const void *)everywhere, dim3(2), dim3(64), cooperative, 0, nullptr);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    in_graph<<<1, 32, 0, stream>>>(out);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cublasHandle_t blas;
    cublasCreate(&blas);
    cublasSetStream(blas, stream);
    return cudaGetLastError();
}
