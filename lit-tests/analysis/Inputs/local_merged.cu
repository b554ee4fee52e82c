__global__ void rows(const float *in, float *out)
{
    __shared__ float tile[64 * 4];
    unsigned long i = threadIdx.x;
    for (int j = 0; j < 4; j++)
        tile[j * 64 + i] = in[j * 64 + i];
    __syncthreads();
    out[i] = tile[i * 4] + tile[i * 4 + 1] + tile[i * 4 + 2] + tile[i * 4 + 3];
}
