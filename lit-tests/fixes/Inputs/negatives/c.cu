// clperf: launch global=262144 local=256 n=64 sel=1
extern "C" __global__ void c1_ternary(float *a, float p, float q, int sel, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x += 3.0f;
        x /= sel ? p : q;
    }
    a[i] = x;
}
extern "C" {
// clperf: launch global=262144 local=256 n=64
__global__ void c2_other(double *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] * 0.1 + 0.7;
}
// clperf: launch global=262144 local=256 n=64
__global__ void c3_lit(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.5 + 1.0;
    a[i] = x;
}
}
__device__ void bump(float &x) { x *= 1.5f; }
// clperf: launch global=262144 local=256 n=64
__global__ void c4_reference(float *a, float y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        bump(y);
    }
    a[i] = x;
}
// clperf: launch global=262144 local=256 n=16
__global__ void c5_reference_keep(float *a, const float *b, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        bump(a[i]);
        o[k * 262144 + i] = s;
    }
}
// clperf: launch global=262144 local=256 n=16
__global__ void c6_range_ptr(float *a, const float *b, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float &r = a[i];
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        r = s * 0.5f;
        o[k * 262144 + i] = s;
    }
}
