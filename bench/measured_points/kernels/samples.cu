/* What NVIDIA's samples do: copies of structures, transpositions, sorts, histograms, quasi-random numbers. */
typedef unsigned char byte;
typedef unsigned int word;

/* ---- copies of structures of one to 32 bytes, aligned as their largest member or as a whole ---- */

#if defined(SHAPE)
struct bytes4 { byte r, g, b, a; };
struct words2 { word l, a; };
struct words3 { word r, g, b; };
struct words4 { word r, g, b, a; };
struct alignas(4) bytes4a { byte r, g, b, a; };
struct alignas(8) words2a { word l, a; };
struct alignas(16) words3a { word r, g, b; };
struct alignas(16) words4a { word r, g, b, a; };
struct alignas(16) words8a { words4a one, two; };
typedef unsigned short half_word;

extern "C" __global__ void copy_shapes(SHAPE *out, SHAPE *in, int n) {
    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i];
}
#endif

/* ---- copies and transpositions of a square matrix by tiles of 16 x 16 ---- */

#define TILE 16

#ifndef PAD
#define PAD 0
#endif

__device__ static void through_tile(float *out, const float *in, int bx, int by, int width, int height) {
    __shared__ float tile[TILE][TILE + PAD];
    tile[threadIdx.y][threadIdx.x] = in[bx * TILE + threadIdx.x + (by * TILE + threadIdx.y) * width];
    __syncthreads();
    out[by * TILE + threadIdx.x + (bx * TILE + threadIdx.y) * height] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void transpose_tiled(float *out, float *in, int width, int height) {
    through_tile(out, in, blockIdx.x, blockIdx.y, width, height);
}

/* ---- bitonic sorts of keys with values, 1,024 of them in shared memory ---- */

#define SHARED 1024

__device__ static void compare(word &ka, word &va, word &kb, word &vb, word up) {
    if ((ka > kb) == up) {
        word t = ka;
        ka = kb, kb = t;
        t = va;
        va = vb, vb = t;
    }
}

__device__ static void merge(word *key, word *value, word stride, word up) {
    for (; stride > 0; stride >>= 1) {
        __syncthreads();
        word i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        compare(key[i], value[i], key[i + stride], value[i + stride], up);
    }
}

__device__ static void fetch(word *key, word *value, const word *ks, const word *vs) {
    word i = blockIdx.x * SHARED + threadIdx.x;
    key[threadIdx.x] = ks[i], value[threadIdx.x] = vs[i];
    key[threadIdx.x + SHARED / 2] = ks[i + SHARED / 2], value[threadIdx.x + SHARED / 2] = vs[i + SHARED / 2];
}

__device__ static void put(word *kd, word *vd, const word *key, const word *value) {
    word i = blockIdx.x * SHARED + threadIdx.x;
    __syncthreads();
    kd[i] = key[threadIdx.x], vd[i] = value[threadIdx.x];
    kd[i + SHARED / 2] = key[threadIdx.x + SHARED / 2], vd[i + SHARED / 2] = value[threadIdx.x + SHARED / 2];
}

extern "C" __global__ void sort_short(word *kd, word *vd, word *ks, word *vs, word length, word up) {
    __shared__ word key[SHARED], value[SHARED];
    fetch(key, value, ks, vs);
    for (word size = 2; size < length; size <<= 1)
        merge(key, value, size / 2, up ^ ((threadIdx.x & (size / 2)) != 0));
    merge(key, value, length / 2, up);
    put(kd, vd, key, value);
}

extern "C" __global__ void sort_blocks(word *kd, word *vd, word *ks, word *vs) {
    __shared__ word key[SHARED], value[SHARED];
    fetch(key, value, ks, vs);
    for (word size = 2; size < SHARED; size <<= 1)
        merge(key, value, size / 2, (threadIdx.x & (size / 2)) != 0);
    merge(key, value, SHARED / 2, blockIdx.x & 1);
    put(kd, vd, key, value);
}

extern "C" __global__ void merge_far(word *kd, word *vd, word *ks, word *vs, word length, word size, word stride, word up) {
    word c = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * c - (c & (stride - 1));
    word direction = up ^ (((c & (length / 2 - 1)) & (size / 2)) != 0);
    word ka = ks[i], va = vs[i], kb = ks[i + stride], vb = vs[i + stride];
    compare(ka, va, kb, vb, direction);
    kd[i] = ka, vd[i] = va, kd[i + stride] = kb, vd[i + stride] = vb;
}

extern "C" __global__ void merge_near(word *kd, word *vd, word *ks, word *vs, word length, word size, word up) {
    __shared__ word key[SHARED], value[SHARED];
    fetch(key, value, ks, vs);
    word c = (blockIdx.x * blockDim.x + threadIdx.x) & (length / 2 - 1);
    merge(key, value, SHARED / 2, up ^ ((c & (size / 2)) != 0));
    put(kd, vd, key, value);
}

/* ---- histograms: 256 bins for each warp ---- */

extern "C" __global__ void bins256(word *parts, word *in, word n) {
    __shared__ word bins[6 * 256];
    word *mine = bins + threadIdx.x / 32 * 256;
#pragma unroll
    for (int i = 0; i < 8; i++)
        bins[threadIdx.x + i * 192] = 0;
    __syncthreads();
    for (word i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        word w = in[i];
        atomicAdd(mine + (w & 255), 1);
        atomicAdd(mine + (w >> 8 & 255), 1);
        atomicAdd(mine + (w >> 16 & 255), 1);
        atomicAdd(mine + (w >> 24), 1);
    }
    __syncthreads();
    for (word b = threadIdx.x; b < 256; b += 192) {
        word sum = 0;
        for (int i = 0; i < 6; i++)
            sum += bins[b + i * 256];
        parts[blockIdx.x * 256 + b] = sum;
    }
}

#ifndef BINS
#define BINS 64
#endif

extern "C" __global__ void merge_bins(word *out, word *parts, word count) {
    __shared__ word data[256];
    word sum = 0;
    for (word i = threadIdx.x; i < count; i += 256)
        sum += parts[blockIdx.x + i * BINS];
    data[threadIdx.x] = sum;
    for (word k = 128; k > 0; k >>= 1) {
        __syncthreads();
        if (threadIdx.x < k)
            data[threadIdx.x] += data[threadIdx.x + k];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = data[0];
}

/* ---- numbers that fill space evenly ---- */

__constant__ word table[3][31];

extern "C" __global__ void niederreiter(float *out, word seed, word n) {
    word *mine = &table[threadIdx.y][0], step = blockDim.x * gridDim.x;
    for (word i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += step) {
        word result = 0, data = seed + i;
        for (int b = 0; b < 31; b++, data >>= 1)
            if (data & 1)
                result ^= mine[b];
        out[threadIdx.y * n + i] = (float)(result + 1) * (1.0f / (float)0x80000001U);
    }
}

/* ---- the same word written five times, and added to ---- */

extern "C" __global__ void add_factor(int *data, int *factor, int times) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < times; k++)
        data[i] += *factor;
}
