// clperf: launch global=1048576 local=256
__global__ void functions(float *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = data[i];
#pragma unroll 1
    for (int j = 0; j < 64; j++)
        x = expf(x) + x / 9.f;
    data[i] = x;
}
