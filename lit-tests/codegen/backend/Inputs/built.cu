// clperf: launch global=65536 local=256 n=65536 rows=512
__global__ void walk(const float *__restrict__ in, float *out, int n, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, most = 0;
    for (int r = 0; r < rows; r++) {
        float v = in[r * n + i];
        sum += v / (r + 1.0f);
        most = fmaxf(most, v);
    }
    out[i] = sum + powf(most, 2.5f);
}
#ifdef BROKEN
this is not CUDA;
#endif
