#include <cstdio>
#include <hip/hip_runtime.h>

__global__ void fill(float *p, int n) {
    p[threadIdx.x] = n;
}

__global__ void in_graph(float *p, double factor) {
    p[threadIdx.x] *= factor;
}

int main() {
    float *p;
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t executable;
    hipMalloc(&p, 1024);
    fill<<<2, 128>>>(p, 5);
    fill<<<1, 4096>>>(p, 6);
    printf("%s\n", hipGetErrorName(hipGetLastError()));
    printf("%s\n", hipGetErrorName(hipGetLastError()));
    fill<<<1, 32>>>(nullptr, 7);
    printf("%s\n", hipGetErrorName(hipPeekAtLastError()));
    hipStreamCreate(&stream);
    hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
    in_graph<<<3, 64, 0, stream>>>(p, .5);
    hipStreamEndCapture(stream, &graph);
    hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0);
    hipGraphLaunch(executable, stream);
    hipGraphLaunch(executable, stream);
    return hipDeviceSynchronize();
}
