/* Rows of 4,096 numbers over their root mean square, by groups of 512 that keep them in shared memory: one number or
 * four at once. */
#define COLUMNS 4096
#define THREADS 512

__device__ static float tree(float *part, float sum) {
    int t = threadIdx.x;
    part[t] = sum;
    __syncthreads();
    for (int active = THREADS / 2; active > 0; active /= 2) {
        if (t < active)
            part[t] += part[t + active];
        __syncthreads();
    }
    return part[0];
}

extern "C" __global__ void rms_kept(float *x, float *w, float eps, float *y) {
    __shared__ float part[THREADS], kept[COLUMNS], rms;
    int t = threadIdx.x, row = blockIdx.x * COLUMNS;
    float sum = 0;
    for (int i = t; i < COLUMNS; i += THREADS) {
        float v = x[row + i];
        kept[i] = v;
        sum += v * v;
    }
    sum = tree(part, sum);
    if (t == 0)
        rms = rsqrtf(sum / COLUMNS + eps);
    __syncthreads();
    for (int i = t; i < COLUMNS; i += THREADS)
        y[row + i] = kept[i] * rms * w[i];
}

extern "C" __global__ void rms_kept_fours(float4 *x, float4 *w, float eps, float4 *y) {
    __shared__ float part[THREADS], rms;
    __shared__ float4 kept[COLUMNS / 4];
    int t = threadIdx.x, row = blockIdx.x * (COLUMNS / 4);
    float sum = 0;
    for (int i = t; i < COLUMNS / 4; i += THREADS) {
        float4 v = x[row + i];
        kept[i] = v;
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = tree(part, sum);
    if (t == 0)
        rms = rsqrtf(sum / COLUMNS + eps);
    __syncthreads();
    for (int i = t; i < COLUMNS / 4; i += THREADS) {
        float4 v = kept[i], g = w[i];
        y[row + i] = make_float4(v.x * rms * g.x, v.y * rms * g.y, v.z * rms * g.z, v.w * rms * g.w);
    }
}
