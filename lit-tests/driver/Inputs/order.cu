// clperf: launch global=1048576 local=256
__global__ void adds(float *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = (data[i] + 1e6f) - 1e6f;
}
