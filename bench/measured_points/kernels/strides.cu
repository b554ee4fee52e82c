/* Walks with strides between threads, rows and groups: how sectors, pages and sets of caches are used. */
#ifndef NUMBER
#define NUMBER float
#endif

/* Sums down the columns of a matrix: neighbouring threads are neighbours in a row of PITCH elements. */
extern "C" __global__ void column_sums(const float *a, float *sums, int width, int height, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    float sum = 0;
    for (int y = 0; y < height; y++)
        sum += a[(size_t)y * pitch + x];
    sums[x] = sum;
}

/* Sums along the rows: neighbouring threads are PITCH elements apart. */
extern "C" __global__ void row_sums(const float *a, float *sums, int width, int height, int pitch) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= height)
        return;
    float sum = 0;
    for (int x = 0; x < width; x++)
        sum += a[(size_t)y * pitch + x];
    sums[y] = sum;
}

/* A copy whose threads run down the columns: groups that are neighbours use the same sectors. */
extern "C" __global__ void copy_by_columns(const float *in, float *out, int width, int height, int pitch) {
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[(size_t)y * pitch + x] = in[(size_t)y * pitch + x];
}

/* A read by rows, written by columns. */
extern "C" __global__ void turn(const NUMBER *in, NUMBER *out, int width, int height, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[(size_t)x * pitch + y] = in[(size_t)y * width + x];
}

/* Written by rows, read by columns. */
extern "C" __global__ void turn_reads(const NUMBER *in, NUMBER *out, int width, int height, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[(size_t)y * width + x] = in[(size_t)x * pitch + y];
}

/* Each thread one element, STRIDE apart from its neighbour's. */
extern "C" __global__ void strided_read(const float *in, float *out, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(size_t)i * stride];
}

extern "C" __global__ void strided_write(const float *in, float *out, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(size_t)i * stride] = in[i];
}

/* Words that places chosen at random have. */
extern "C" __global__ void gather(const int *places, const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[places[i]];
}

extern "C" __global__ void scatter(const int *places, const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[places[i]] = in[i];
}

/* Rows of WIDTH elements of a table that are chosen at random. */
extern "C" __global__ void gather_rows(const int *rows, const float *table, float *out, int n, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[(size_t)rows[i / width] * width + i % width];
}

/* A warp for each row. */
extern "C" __global__ void gather_rows_by_warps(const int *rows, const float *table, float *out, int n_rows, int width) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= n_rows)
        return;
    const float *from = table + (size_t)rows[row] * width;
    for (int i = threadIdx.x; i < width; i += 32)
        out[(size_t)row * width + i] = from[i];
}

/* Stores of single bytes, by which each group fills a part of a sector. */
extern "C" __global__ void bytes_by_columns(unsigned char *out, int width, int height) {
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[(size_t)y * width + x] = (unsigned char)(x + y);
}

/* A word of each sector is written, the rest of it is left. */
extern "C" __global__ void part_of_sectors(float *out, int n, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(size_t)i * step] = (float)i;
}
