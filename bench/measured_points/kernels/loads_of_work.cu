/* Groups with unlike work, few groups, small groups and many of them. */
__device__ static float work(float x, int rounds) {
    for (int k = 0; k < rounds; k++)
        x = x * .999f + .5f;
    return x;
}

/* Of each PERIOD groups, the first BUSY work. */
extern "C" __global__ void some_groups_work(float *out, int rounds, int period, int busy) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x % period >= busy)
        return;
    out[i] = work((float)i, rounds);
}

/* The first groups work, the last ones do not. */
extern "C" __global__ void first_groups_work(float *out, int rounds, int n_busy) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x < n_busy)
        out[i] = work((float)i, rounds);
}

/* One group works as long as a thousand others. */
extern "C" __global__ void one_heavy_group(float *out, int rounds, int factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work((float)i, blockIdx.x == 0 ? rounds * factor : rounds);
}

/* Ever more work from group to group. */
extern "C" __global__ void growing_work(float *out, int rounds_per_group) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work((float)i, blockIdx.x * rounds_per_group);
}

/* Lanes with unlike loops. */
extern "C" __global__ void unlike_lanes(float *out, int rounds, unsigned mask) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work((float)i, rounds * (1 + (threadIdx.x & mask)));
}

extern "C" __global__ void even_work(float *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work((float)i, rounds);
}

extern "C" __global__ void nothing(float *out) {
    if (out == 0)
        *out = 1;
}

/* A store of each thread: for groups of one thread, of a warp, and larger ones. */
extern "C" __global__ void one_store(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (float)i;
}

/* A copy by groups of one thread. */
extern "C" __global__ void one_copy(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
