/* Forces between all bodies, a tile of 256 of them in shared memory at a time. */
#ifndef NUMBER
#define NUMBER float
#define FOUR float4
#endif
__constant__ NUMBER softening;

__device__ static float inverse_root(float x) { return rsqrtf(x); }
__device__ static double inverse_root(double x) { return rsqrt(x); }

extern "C" __global__ void step(FOUR *__restrict__ next, FOUR *__restrict__ place, FOUR *speed, int n, float dt,
                                float damping, int tiles) {
    extern __shared__ FOUR tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    FOUR p = place[i];
    NUMBER ax = 0, ay = 0, az = 0;
    for (int t = 0; t < tiles; t++) {
        tile[threadIdx.x] = place[t * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 128
        for (unsigned k = 0; k < blockDim.x; k++) {
            FOUR q = tile[k];
            NUMBER x = q.x - p.x, y = q.y - p.y, z = q.z - p.z, d = x * x + y * y + z * z;
            d += softening;
            NUMBER inverse = inverse_root(d), third = inverse * inverse * inverse, s = q.w * third;
            ax += x * s;
            ay += y * s;
            az += z * s;
        }
        __syncthreads();
    }
    FOUR v = speed[i];
    v.x = (v.x + ax * dt) * damping, v.y = (v.y + ay * dt) * damping, v.z = (v.z + az * dt) * damping;
    p.x += v.x * dt, p.y += v.y * dt, p.z += v.z * dt;
    next[i] = p;
    speed[i] = v;
}
