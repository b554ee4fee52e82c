/* Transpose of a matrix, one element per work-item.
 * Neighbouring work-items load neighbouring elements but store a whole column apart:
 * every store of a warp touches 32 sectors (clperf-uncoalesced). */
__kernel void transpose_naive(__global const float *restrict in, __global float *restrict out,
                              int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);

    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
