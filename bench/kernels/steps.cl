/* Sums of products over `rows` times `columns` steps, as long as one likes: what a prediction costs
 * must not follow. */
kernel void steps(global float *out, global const float *in, int pitch, int rows, int columns) {
    int x = get_global_id(0);
    float sum = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            sum += in[row * pitch + column * 64 + x] * in[column];
    out[x] = sum;
}
