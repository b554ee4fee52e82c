/* Temperatures of a chip, `steps` time steps at once: a group of N x N computes the N - 2 steps
 * inner square of a tile whose rim it recomputes. The factor of two is a double, so most of the
 * stencil's arithmetic is in double precision. */
#define INSIDE(x, low, high) ((x) >= (low) && (x) <= (high))

kernel void temperatures(int steps, global float *power, global float *from, global float *to,
                         int columns, int rows, int rim_columns, int rim_rows, float capacity,
                         float rx, float ry, float rz, float step, float elapsed) {
    local float now[N][N], heat[N][N], next[N][N];
    float ambient = 80.0f;
    int bx = get_group_id(0), by = get_group_id(1), x = get_local_id(0), y = get_local_id(1);
    float per_capacity = step / capacity;
    float rx1 = 1 / rx, ry1 = 1 / ry, rz1 = 1 / rz;

    int inner_rows = N - steps * 2, inner_columns = N - steps * 2;
    int top = inner_rows * by - rim_rows, left = inner_columns * bx - rim_columns;
    int bottom = top + N - 1, right = left + N - 1;
    int row = top + y, column = left + x, at = columns * row + column;
    if (INSIDE(row, 0, rows - 1) && INSIDE(column, 0, columns - 1)) {
        now[y][x] = from[at];
        heat[y][x] = power[at];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    int first_y = top < 0 ? -top : 0, first_x = left < 0 ? -left : 0;
    int last_y = bottom > rows - 1 ? N - 1 - (bottom - rows + 1) : N - 1;
    int last_x = right > columns - 1 ? N - 1 - (right - columns + 1) : N - 1;
    int north = y - 1, south = y + 1, west = x - 1, east = x + 1;
    north = north < first_y ? first_y : north;
    south = south > last_y ? last_y : south;
    west = west < first_x ? first_x : west;
    east = east > last_x ? last_x : east;

    bool computed;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (INSIDE(x, i + 1, N - i - 2) && INSIDE(y, i + 1, N - i - 2) &&
            INSIDE(x, first_x, last_x) && INSIDE(y, first_y, last_y)) {
            computed = true;
            next[y][x] = now[y][x] +
                         per_capacity *
                             (heat[y][x] +
                              (now[south][x] + now[north][x] - 2.0 * now[y][x]) * ry1 +
                              (now[y][east] + now[y][west] - 2.0 * now[y][x]) * rx1 +
                              (ambient - now[y][x]) * rz1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == steps - 1)
            break;
        if (computed)
            now[y][x] = next[y][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
        to[at] = next[y][x];
}
