// First pass of speckle reducing anisotropic diffusion: differences to the four neighbours and the
// diffusion coefficient, from global memory. The image's edge has itself as neighbour.
#define SIZE 16

__kernel void speckle_gradients(__global float *restrict east, __global float *restrict west,
                                __global float *restrict north, __global float *restrict south,
                                __global const float *restrict image,
                                __global float *restrict coefficient, int columns, int rows,
                                float q0) {
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int bx = get_group_id(0), by = get_group_id(1);
    const int block = columns * SIZE * by + SIZE * bx, at = block + columns * ty + tx;
    int up = at - columns, down = at + columns, left = at - 1, right = at + 1;
    if (ty == 0 && by == 0)
        up = SIZE * bx + tx;
    if (ty == SIZE - 1 && by == (int)get_num_groups(1) - 1)
        down = block + columns * (SIZE - 1) + tx;
    if (tx == 0 && bx == 0)
        left = columns * SIZE * by + columns * ty;
    if (tx == SIZE - 1 && bx == (int)get_num_groups(0) - 1)
        right = block + columns * ty + SIZE - 1;

    const float here = image[at];
    const float n = image[up] - here, s = image[down] - here;
    const float w = image[left] - here, e = image[right] - here;
    const float g = (n * n + s * s + w * w + e * e) / (here * here);
    const float l = (n + s + w + e) / here;
    const float numerator = 0.5f * g - 1.0f / 16.0f * (l * l), scale = 1 + 0.25f * l;
    const float q = numerator / (scale * scale);
    const float c = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));
    coefficient[at] = c < 0 ? 0 : c > 1 ? 1 : c;
    east[at] = e;
    west[at] = w;
    south[at] = s;
    north[at] = n;
}
