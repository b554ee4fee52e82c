/* Small kernels of the kind that people ask about: why is this one slower than that? */

/* Sums of vectors, each thread at its own place or STEP places from its neighbour. */
extern "C" __global__ void add_plain(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void add_strided(const float *a, const float *b, float *c, int n, int step) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
    i = i % n + i / n % step;
    if (i < n)
        c[i] = a[i] + b[i];
}

/* Sums of matrices, neighbouring threads in a row or in a column. */
extern "C" __global__ void add_rows(const unsigned *a, const unsigned *b, unsigned *c, unsigned width, unsigned height) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        c[y * width + x] = a[y * width + x] + b[y * width + x];
}

extern "C" __global__ void add_columns(const unsigned *a, const unsigned *b, unsigned *c, unsigned width, unsigned height) {
    unsigned y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        c[y * width + x] = a[y * width + x] + b[y * width + x];
}

/* Transpositions, plain and by tiles of 16 x 16. */
extern "C" __global__ void turn_plain(const float *a, float *t, unsigned width, unsigned height) {
    unsigned i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    t[i * height + j] = a[j * width + i];
}

extern "C" __global__ void turn_tiled(const float *a, float *t, unsigned width, unsigned height) {
    __shared__ float tile[16][17];
    unsigned i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[j * width + i];
    __syncthreads();
    unsigned x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    t[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

/* Rows of a table, chosen by what is loaded first, and of another one by the position. */
extern "C" __global__ void add_chosen_rows(float *out, const int *chosen, const float *table, const float *by_position, int batches, int positions, int channels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batches * positions * channels) {
        int row = i / channels, batch = row / positions, position = row % positions, channel = i % channels;
        int of_table = chosen[batch * positions + position];
        out[batch * positions * channels + position * channels + channel] =
            table[of_table * channels + channel] + by_position[position * channels + channel];
    }
}

/* A copy that turns a matrix with very long rows, an element of each thread. */
extern "C" __global__ void turn_copy(const float *from, float *to, long n, int width, int height, long step, long row_step) {
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long row = i / width, column = i - row * width;
    to[i] = from[column * step + row * row_step];
}
