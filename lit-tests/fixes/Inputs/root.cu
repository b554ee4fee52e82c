// A division by a square root in CUDA.

// clperf: launch global=262144 local=256
__global__ void of_one(float *data)
{
    float x = data[blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        x = 1.0f / sqrtf(x + i) + 2.0f;
    data[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
