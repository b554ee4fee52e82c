// Temperatures of a chip: `rounds` steps of a 5-point stencil per launch, on blocks in local memory
// whose valid part shrinks by one cell per step and side. The factor 2.0 is a double, so part of the
// arithmetic is done in fp64.
__kernel void hotspot_pyramid(int rounds, __global const float *power, __global const float *from,
                              __global float *to, int columns, int rows, int border_columns,
                              int border_rows, float capacity, float rx, float ry, float rz,
                              float step) {
    __local float temperature[SIZE][SIZE], heat[SIZE][SIZE], next[SIZE][SIZE];
    const float ambient = 80.0f;
    const int tx = get_local_id(0), ty = get_local_id(1);
    const float step_per_capacity = step / capacity;
    const float gx = 1 / rx, gy = 1 / ry, gz = 1 / rz;
    const int kept = SIZE - rounds * 2;
    const int top = kept * (int)get_group_id(1) - border_rows;
    const int left = kept * (int)get_group_id(0) - border_columns;
    const int bottom = top + SIZE - 1, right = left + SIZE - 1;
    const int y = top + ty, x = left + tx, index = columns * y + x;
    if (y >= 0 && y <= rows - 1 && x >= 0 && x <= columns - 1) {
        temperature[ty][tx] = from[index];
        heat[ty][tx] = power[index];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int first_y = top < 0 ? -top : 0;
    const int last_y = bottom > rows - 1 ? SIZE - 1 - (bottom - rows + 1) : SIZE - 1;
    const int first_x = left < 0 ? -left : 0;
    const int last_x = right > columns - 1 ? SIZE - 1 - (right - columns + 1) : SIZE - 1;
    const int north = max(ty - 1, first_y), south = min(ty + 1, last_y);
    const int west = max(tx - 1, first_x), east = min(tx + 1, last_x);

    bool computed = false;
    for (int i = 0; i < rounds; i++) {
        computed = false;
        if (tx >= i + 1 && tx <= SIZE - i - 2 && ty >= i + 1 && ty <= SIZE - i - 2 &&
            tx >= first_x && tx <= last_x && ty >= first_y && ty <= last_y) {
            computed = true;
            const float here = temperature[ty][tx];
            next[ty][tx] =
                here +
                step_per_capacity *
                    (heat[ty][tx] +
                     (temperature[south][tx] + temperature[north][tx] - 2.0 * here) * gy +
                     (temperature[ty][east] + temperature[ty][west] - 2.0 * here) * gx +
                     (ambient - here) * gz);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == rounds - 1)
            break;
        if (computed)
            temperature[ty][tx] = next[ty][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
        to[index] = next[ty][tx];
}
