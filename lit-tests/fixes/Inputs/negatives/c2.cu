__device__ void bump(float &x) { x *= 1.5f; }
// clperf: launch global=262144 local=256 n=16
__global__ void c5_reference_keep(float *a, const float *b, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        bump(a[i]);
        o[k * 262144 + i] = s;
    }
}
// clperf: launch global=262144 local=256 n=16
__global__ void c6_reference(float *a, const float *b, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float &r = a[i];
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        r = s * 0.5f;
        o[k * 262144 + i] = s;
    }
}
// clperf: launch global=262144 local=256
__global__ void c7_pad(const float *a, float *o)
{
    __shared__ float t[32][32];
    int x = threadIdx.x & 31, y = threadIdx.x / 32;
    float (*p)[32] = t;
    for (int j = 0; j < 32; j += 8) t[y + j][x] = a[j * 262144 + blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    float s = 0;
    for (int j = 0; j < 32; j += 8) s += t[x][y + j] + (&t[0][0])[x * 32 + y];
    o[blockIdx.x * 256 + threadIdx.x] = s;
}
