/* One layer of a neural network and back: WIDTH hidden units, `inputs` rows of weights with a row and
 * a column of bias in front; groups of WIDTH x HEIGHT take HEIGHT rows each. */

/* The tree's steps are powers of two in floating point; compilers differ in whether they work
 * them out.
 *
 * Each group multiplies its rows of weights with their inputs, adds them up as a tree over the
 * rows, and leaves partial sums, of the tree's last state, per hidden unit. */
kernel void layer_forward(global float *input, global float *output, global float *weights,
                          global float *sums, int inputs, int hidden) {
    local float in[HEIGHT];
    local float products[HEIGHT][WIDTH];
    int group = get_group_id(1), x = get_local_id(0), y = get_local_id(1);
    int at = (hidden + 1) * HEIGHT * group + (hidden + 1) * y + x + 1 + (hidden + 1);
    int from = HEIGHT * group + y + 1;
    if (x == 0)
        in[y] = input[from];
    barrier(CLK_LOCAL_MEM_FENCE);
    products[y][x] = weights[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    products[y][x] = products[y][x] * in[y];
    barrier(CLK_LOCAL_MEM_FENCE);
#if POWERS_AT_COMPILE_TIME
#pragma unroll
    for (int i = 1; 1 << i <= HEIGHT; i++) {
        int step = 1 << i;
#else
#pragma nounroll
    for (int i = 1; i <= native_log2((float)HEIGHT); i++) {
        int step = native_exp2(i * native_log2(2.0f));
#endif
        if (y % step == 0)
            products[y][x] = products[y][x] + products[y + step / 2][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    weights[at] = products[y][x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x == 0)
        sums[group * hidden + y] = products[x][y];
}

/* Gradient step with momentum. The rates are doubles, so the arithmetic is. */
#define RATE 0.3
#define MOMENTUM 0.3
kernel void adjust_weights(global float *delta, int hidden, global float *layer, int inputs,
                           global float *weights, global float *before) {
    int group = get_group_id(1), x = get_local_id(0), y = get_local_id(1);
    int at = (hidden + 1) * HEIGHT * group + (hidden + 1) * y + x + 1 + (hidden + 1);
    int row = HEIGHT * group + y + 1, column = x + 1;
    weights[at] += RATE * delta[column] * layer[row] + MOMENTUM * before[at];
    before[at] = RATE * delta[column] * layer[row] + MOMENTUM * before[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y == 0 && group == 0) {
        weights[column] += RATE * delta[column] + MOMENTUM * before[column];
        before[column] = RATE * delta[column] + MOMENTUM * before[column];
    }
}
