/* c = alpha * a * b + beta * c, matrices of n x n floats in rows, step by step. With PLUS_C 0 it is c = a * b. */
__device__ static void put(float *c, float sum, float alpha, float beta) {
#if PLUS_C
    *c = alpha * sum + beta * *c;
#else
    *c = sum;
#endif
}

/* One element of each thread; with ROWS_ACROSS neighbouring threads are in different rows. */
extern "C" __global__ void plain(const float *a, const float *b, float *c, int n, float alpha, float beta) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int row = ROWS_ACROSS ? x : y, column = ROWS_ACROSS ? y : x;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + column];
        put(&c[row * n + column], sum, alpha, beta);
    }
}

/* As plain, by groups of one dimension that cover squares of 32 x 32. */
extern "C" __global__ void plain_squares(const float *a, const float *b, float *c, int n, float alpha, float beta) {
    int row = blockIdx.x * 32 + threadIdx.x / 32, column = blockIdx.y * 32 + threadIdx.x % 32;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + column];
        put(&c[row * n + column], sum, alpha, beta);
    }
}

/* Squares of 32 x 32 of both matrices in shared memory. */
extern "C" __global__ void tiled(const float *a, const float *b, float *c, int n, float alpha, float beta) {
    __shared__ float from_a[32 * 32], from_b[32 * 32];
    unsigned i = threadIdx.x / 32, j = threadIdx.x % 32;
    a += blockIdx.x * 32 * n;
    b += blockIdx.y * 32;
    c += blockIdx.x * 32 * n + blockIdx.y * 32;
    float sum = 0;
    for (int first = 0; first < n; first += 32) {
        from_a[i * 32 + j] = a[i * n + j];
        from_b[i * 32 + j] = b[i * n + j];
        __syncthreads();
        a += 32;
        b += 32 * n;
        for (int k = 0; k < 32; k++)
            sum += from_a[i * 32 + k] * from_b[k * 32 + j];
        __syncthreads();
    }
    put(&c[i * n + j], sum, alpha, beta);
}

/* Eight elements of a column by each thread, 64 x 64 by a group of 512. */
extern "C" __global__ void columns_of_8(const float *a, const float *b, float *c, int n, float alpha, float beta) {
    __shared__ float from_a[64 * 8], from_b[8 * 64];
    unsigned t = threadIdx.x, column = t % 64, row = t / 64 * 8;
    a += blockIdx.y * 64 * n;
    b += blockIdx.x * 64;
    c += blockIdx.y * 64 * n + blockIdx.x * 64;
    float sums[8] = {0};
    for (int first = 0; first < n; first += 8) {
        from_a[t] = a[t / 8 * n + t % 8];
        from_b[t] = b[t / 64 * n + t % 64];
        __syncthreads();
        a += 8;
        b += 8 * n;
        for (int k = 0; k < 8; k++) {
            float x = from_b[k * 64 + column];
            for (int i = 0; i < 8; i++)
                sums[i] += from_a[(row + i) * 8 + k] * x;
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        put(&c[(row + i) * n + column], sums[i], alpha, beta);
}

/* 8 x 8 elements by each of 256 threads. With ROWS_FIRST the group's number counts down the rows first. */
extern "C" __global__ void __launch_bounds__(256) squares_of_8(const float *a, const float *b, float *c, int n, float alpha, float beta) {
    __shared__ float from_a[128 * 8], from_b[8 * 128];
    unsigned t = threadIdx.x, column = t % 16 * 8, row = t / 16 * 8;
    unsigned down = ROWS_FIRST ? blockIdx.x : blockIdx.y, across = ROWS_FIRST ? blockIdx.y : blockIdx.x;
    a += down * 128 * n;
    b += across * 128;
    c += down * 128 * n + across * 128;
    float sums[64] = {0}, left[8], right[8];
    for (int first = 0; first < n; first += 8) {
        for (int i = 0; i < 128; i += 32)
            from_a[(t / 8 + i) * 8 + t % 8] = a[(t / 8 + i) * n + t % 8];
        for (int i = 0; i < 8; i += 2)
            from_b[(t / 128 + i) * 128 + t % 128] = b[(t / 128 + i) * n + t % 128];
        __syncthreads();
        a += 8;
        b += 8 * n;
        for (int k = 0; k < 8; k++) {
            for (int i = 0; i < 8; i++)
                left[i] = from_a[(row + i) * 8 + k];
            for (int j = 0; j < 8; j++)
                right[j] = from_b[k * 128 + column + j];
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    sums[i * 8 + j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            put(&c[(row + i) * n + column + j], sums[i * 8 + j], alpha, beta);
}

/* As above with loads and stores of four elements; a's part stands transposed in shared memory. */
extern "C" __global__ void squares_by_fours(const float *a, const float *b, float *c, int n, float alpha, float beta) {
    __shared__ float from_a[8 * 128], from_b[8 * 128];
    unsigned t = threadIdx.x, column = t % 16 * 8, row = t / 16 * 8;
    unsigned down = ROWS_FIRST ? blockIdx.x : blockIdx.y, across = ROWS_FIRST ? blockIdx.y : blockIdx.x;
    a += down * 128 * n;
    b += across * 128;
    c += down * 128 * n + across * 128;
    float sums[64] = {0}, left[8], right[8];
    for (int first = 0; first < n; first += 8) {
        float4 x = *(const float4 *)&a[t / 2 * n + t % 2 * 4];
        unsigned place = t % 2 * 4 * 128 + t / 2;
        from_a[place] = x.x;
        from_a[place + 128] = x.y;
        from_a[place + 256] = x.z;
        from_a[place + 384] = x.w;
        *(float4 *)&from_b[t / 32 * 128 + t % 32 * 4] = *(const float4 *)&b[t / 32 * n + t % 32 * 4];
        __syncthreads();
        a += 8;
        b += 8 * n;
        for (int k = 0; k < 8; k++) {
            for (int i = 0; i < 8; i++)
                left[i] = from_a[k * 128 + row + i];
            for (int j = 0; j < 8; j++)
                right[j] = from_b[k * 128 + column + j];
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    sums[i * 8 + j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j += 4) {
            float4 *place = (float4 *)&c[(row + i) * n + column + j], old = make_float4(0, 0, 0, 0);
#if PLUS_C
            old = *place;
#endif
            old.x = alpha * sums[i * 8 + j] + beta * old.x;
            old.y = alpha * sums[i * 8 + j + 1] + beta * old.y;
            old.z = alpha * sums[i * 8 + j + 2] + beta * old.z;
            old.w = alpha * sums[i * 8 + j + 3] + beta * old.w;
            *place = old;
        }
}
