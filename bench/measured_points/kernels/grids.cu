/* Stencils, bodies and scans. */

/* Seven points of a cube. */
extern "C" __global__ void stencil_7(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    size_t row = nx, plane = (size_t)nx * ny, i = z * plane + y * row + x;
    out[i] = .4f * in[i] + .1f * (in[i - 1] + in[i + 1] + in[i - row] + in[i + row] + in[i - plane] + in[i + plane]);
}

/* The same points, each thread going up a column. */
extern "C" __global__ void stencil_7_columns(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    size_t plane = (size_t)nx * ny, i = (size_t)y * nx + x + plane;
    float below = in[i - plane], here = in[i];
    for (int z = 1; z < nz - 1; z++, i += plane) {
        float above = in[i + plane];
        out[i] = .4f * here + .1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + below + above);
        below = here;
        here = above;
    }
}

/* Five points of a square, through a tile with a margin. */
extern "C" __global__ void stencil_5_tiled(const float *in, float *out, int nx, int ny) {
    __shared__ float tile[18][34];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty;
    for (int j = ty; j < 18; j += 16)
        for (int i = tx; i < 34; i += 32) {
            int xx = blockIdx.x * 32 + i - 1, yy = blockIdx.y * 16 + j - 1;
            tile[j][i] = xx >= 0 && yy >= 0 && xx < nx && yy < ny ? in[(size_t)yy * nx + xx] : 0;
        }
    __syncthreads();
    if (x < nx && y < ny)
        out[(size_t)y * nx + x] = .5f * tile[ty + 1][tx + 1] + .125f * (tile[ty][tx + 1] + tile[ty + 2][tx + 1] + tile[ty + 1][tx] + tile[ty + 1][tx + 2]);
}

__device__ static float3 pull(float4 a, float4 b, float3 sum) {
    float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z, r = rsqrtf(x * x + y * y + z * z + .01f), s = b.w * r * r * r;
    sum.x += x * s;
    sum.y += y * s;
    sum.z += z * s;
    return sum;
}

extern "C" __global__ void bodies(const float4 *places, float4 *pulls, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = places[i];
    float3 sum = make_float3(0, 0, 0);
    for (int j = 0; j < n; j++)
        sum = pull(own, places[j], sum);
    pulls[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

extern "C" __global__ void bodies_tiled(const float4 *places, float4 *pulls, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 own = places[i];
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += 256) {
        tile[threadIdx.x] = places[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum = pull(own, tile[j], sum);
        __syncthreads();
    }
    pulls[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

/* Sums of all before, of each group of 512 elements: Hillis and Steele's, then Blelloch's. */
extern "C" __global__ void scan_by_doubling(const int *in, int *out) {
    __shared__ int part[2][512];
    int t = threadIdx.x, i = blockIdx.x * 512 + t, now = 0;
    part[0][t] = in[i];
    __syncthreads();
    for (int d = 1; d < 512; d *= 2) {
        part[1 - now][t] = part[now][t] + (t >= d ? part[now][t - d] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[i] = part[now][t];
}

extern "C" __global__ void scan_by_trees(const int *in, int *out) {
    __shared__ int part[512];
    int t = threadIdx.x, i = blockIdx.x * 512, d = 1;
    part[2 * t] = in[i + 2 * t];
    part[2 * t + 1] = in[i + 2 * t + 1];
    for (int n = 256; n > 0; n /= 2, d *= 2) {
        __syncthreads();
        if (t < n)
            part[d * (2 * t + 2) - 1] += part[d * (2 * t + 1) - 1];
    }
    if (t == 0)
        part[511] = 0;
    for (int n = 1; n < 512; n *= 2) {
        d /= 2;
        __syncthreads();
        if (t < n) {
            int left = part[d * (2 * t + 1) - 1];
            part[d * (2 * t + 1) - 1] = part[d * (2 * t + 2) - 1];
            part[d * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    out[i + 2 * t] = part[2 * t];
    out[i + 2 * t + 1] = part[2 * t + 1];
}

/* Black and Scholes's prices of options. */
__device__ static float normal(float d) {
    float k = 1 / (1 + .2316419f * fabsf(d));
    float p = .39894228f * expf(-.5f * d * d) * k * (.31938153f + k * (-.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1 - p : p;
}

extern "C" __global__ void prices(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
    float d1 = (logf(s / x) + (.02f + .045f) * t) / (.3f * root), d2 = d1 - .3f * root, away = expf(-.02f * t);
    call[i] = s * normal(d1) - x * away * normal(d2);
    put[i] = x * away * (1 - normal(d2)) - s * (1 - normal(d1));
}

/* Points of Mandelbrot's set. */
extern "C" __global__ void mandelbrot(int *out, int width, int height, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float cx = -2 + 3.f * x / width, cy = -1.5f + 3.f * y / height, zx = 0, zy = 0;
    int k = 0;
    while (k < most && zx * zx + zy * zy < 4) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
        k++;
    }
    out[(size_t)y * width + x] = k;
}
