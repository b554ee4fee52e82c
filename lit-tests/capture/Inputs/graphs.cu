#include <cstdio>
#include <cuda.h>

__global__ void fill(float *p, int n) {
    p[threadIdx.x] = n;
}

static void say(void *data) {
    printf("host %d\n", *(int *)data);
}

int main() {
    float *p;
    int one = 1, two = 2, seven = 7;
    cudaGraph_t graph, child, clone;
    cudaGraphNode_t kernel, host, memory, whole;
    cudaGraphExec_t first, second;
    cudaMalloc(&p, 4096);
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&child, 0);
    void *args[] = {&p, &one};
    cudaKernelNodeParams k = {};
    k.func = (void *)fill, k.gridDim = 2, k.blockDim = 64, k.kernelParams = args;
    cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &k);
    cudaHostNodeParams h = {say, &seven};
    cudaGraphAddHostNode(&host, graph, &kernel, 1, &h);

    /* The child's kernel works on what the graph allocates. */
    cudaMemAllocNodeParams allocation = {};
    allocation.bytesize = 2048;
    cudaGraphAddMemAllocNode(&memory, graph, nullptr, 0, &allocation);
    void *other[] = {&allocation.dptr, &two};
    k.gridDim = 3, k.kernelParams = other;
    cudaGraphAddKernelNode(&kernel, child, nullptr, 0, &k);
    cudaGraphAddChildGraphNode(&whole, graph, nullptr, 0, child);

    cudaGraphClone(&clone, graph);
    cudaGraphInstantiate(&first, graph, 0);
    cudaGraphInstantiate(&second, clone, 0);
    cudaGraphNode_t nodes[8];
    size_t n = 8;
    cudaGraphGetNodes(graph, nodes, &n);
    int type[2] = {-1, -1};
    cudaGraphNodeGetType(nodes[0], (cudaGraphNodeType *)&type[0]);
    cudaGraphNodeGetType(nodes[1], (cudaGraphNodeType *)&type[1]);
    cudaKernelNodeParams read = {};
    int got = cudaGraphKernelNodeGetParams(nodes[0], &read), not_one = cudaGraphKernelNodeGetParams(nodes[1], &read);
    printf("%zu nodes of types %d and %d, blocks of %u, %d, %d\n", n, type[0], type[1], read.blockDim.x, got, not_one);

    /* Another launch in the first executable only. */
    k.gridDim = 5, k.kernelParams = args;
    cudaGraphExecKernelNodeSetParams(first, nodes[0], &k);
    cudaGraphLaunch(first, 0);
    cudaGraphLaunch(second, 0);

    /* Memory at reserved addresses, of two pieces. */
    CUdeviceptr at = 0;
    CUmemGenericAllocationHandle piece;
    CUmemAllocationProp properties = {};
    CUmemAccessDesc access = {};
    size_t grain = 0;
    cuMemGetAllocationGranularity(&grain, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    cuMemAddressReserve(&at, 8 * grain, 0, 0, 0);
    cuMemCreate(&piece, grain, &properties, 0);
    int mapped = cuMemMap(at, grain, 0, piece, 0) + cuMemMap(at + grain, grain, 0, piece, 0);
    mapped += cuMemSetAccess(at, 2 * grain, &access, 1);
    int copied = cuMemsetD8(at, 1, 2 * grain), beyond = cuMemsetD8(at, 1, 3 * grain);
    fill<<<1, 32>>>((float *)(at + grain), seven);
    printf("grain %zu, mapped %d, set %d, beyond %d, unmapped %d\n", grain, mapped, copied, beyond != 0, cuMemUnmap(at, 2 * grain));
    return 0;
}
