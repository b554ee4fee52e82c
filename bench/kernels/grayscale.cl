// Grey values of an image of three bytes per pixel.
__kernel void grayscale(__global const uchar *in, __global uchar *out, int width, int height) {
    const int row = get_global_id(1), column = get_global_id(0);
    if (row < 0 || row >= height || column < 0 || column >= width)
        return;
    const int at = row * width + column;
    const uchar r = in[3 * at], g = in[3 * at + 1], b = in[3 * at + 2];
    out[at] = (uchar)(0.21f * r + 0.71f * g + 0.07f * b);
}
