/* Convolution of an image with a filter of 7x7 in constant memory, clamped at the
 * border. All lanes read the same filter value at a time, which is what constant memory
 * is good at. Each pixel is loaded 49 times; caches serve most of that, and a tile
 * in local memory would serve the rest. */
#define RADIUS 3
#define WIDTH (2 * RADIUS + 1)

__kernel void convolution(__global const float *restrict image, __constant float *filter,
                          __global float *restrict result, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    float sum = 0.0f;

    for (int j = 0; j < WIDTH; j++) {
        int row = clamp(y + j - RADIUS, 0, height - 1);

        for (int i = 0; i < WIDTH; i++) {
            int column = clamp(x + i - RADIUS, 0, width - 1);

            sum += filter[j * WIDTH + i] * image[row * width + column];
        }
    }
    result[y * width + x] = sum;
}
