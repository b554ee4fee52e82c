/* Forces between all bodies, each of which a thread reads from global memory. */
struct body { float x, y, z, vx, vy, vz; };

extern "C" __global__ void all_pairs(body *p, float dt, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n)
        return;
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f), third = inverse * inverse * inverse;
        fx += dx * third;
        fy += dy * third;
        fz += dz * third;
    }
    p[i].vx += dt * fx;
    p[i].vy += dt * fy;
    p[i].vz += dt * fz;
}

/* A group reads the bodies of a tile, one by each thread, into shared memory. The fourth number is the mass. */
extern "C" __global__ void all_pairs_by_tiles(const float4 *__restrict__ place, float4 *push, int n) {
    __shared__ float4 tile[256];
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    float4 mine = place[i];
    float fx = 0, fy = 0, fz = 0;
    for (int first = 0; first < n; first += 256) {
        tile[threadIdx.x] = place[first + threadIdx.x];
        __syncthreads();
#pragma unroll 32
        for (int j = 0; j < 256; j++) {
            float dx = tile[j].x - mine.x, dy = tile[j].y - mine.y, dz = tile[j].z - mine.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f), strength = tile[j].w * inverse * inverse * inverse;
            fx += dx * strength;
            fy += dy * strength;
            fz += dz * strength;
        }
        __syncthreads();
    }
    push[i] = make_float4(fx, fy, fz, 0);
}
