/* Heat diffusion on a square grid: each cell moves towards the mean of its neighbours
 * and gains heat from a source. A work-group loads a tile with a halo of `steps` cells
 * and advances it `steps` times in local memory; the valid part shrinks by one cell per
 * side and step (pyramid blocking). Every warp diverges at the edge of the valid part;
 * that costs a few percent (clperf-divergence, where it is more than 5). Accesses are
 * coalesced but for the halo, and free of bank conflicts. */
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void stencil(__global const float *restrict heat, __global const float *restrict source,
             __global float *restrict result, int size, int steps, float rate)
{
    __local float now[TILE][TILE];
    __local float next[TILE][TILE];
    int lx = get_local_id(0);
    int ly = get_local_id(1);
    int valid = TILE - 2 * steps;
    int x = (int)get_group_id(0) * valid - steps + lx;
    int y = (int)get_group_id(1) * valid - steps + ly;
    int cell = clamp(y, 0, size - 1) * size + clamp(x, 0, size - 1);
    float gain = source[cell];

    now[ly][lx] = heat[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step <= steps; step++) {
        if (lx >= step && lx < TILE - step && ly >= step && ly < TILE - step) {
            float centre = now[ly][lx];
            float around = now[ly][lx - 1] + now[ly][lx + 1] + now[ly - 1][lx] + now[ly + 1][lx];

            next[ly][lx] = centre + rate * (0.25f * around - centre) + gain;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        now[ly][lx] = next[ly][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    bool inner = lx >= steps && lx < TILE - steps && ly >= steps && ly < TILE - steps;

    if (inner && x < size && y < size)
        result[y * size + x] = now[ly][lx];
}
