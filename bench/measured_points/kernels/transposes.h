/* Transpositions of a matrix of floats by groups of TILE x TILE: in CUDA and HIP. */
extern "C" __global__ void copy_matrix(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    out[y * width + x] = in[y * width + x];
}

extern "C" __global__ void transpose_plain(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    out[x * height + y] = in[y * width + x];
}

/* Through shared memory with rows of TILE + PAD: without padding, banks conflict. */
extern "C" __global__ void transpose_tiled(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + PAD];
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    tile[threadIdx.y][threadIdx.x] = in[(top + threadIdx.y) * width + left + threadIdx.x];
    __syncthreads();
    out[(left + threadIdx.y) * height + top + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
