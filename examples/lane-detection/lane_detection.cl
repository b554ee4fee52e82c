/* Lane detection in a video of 640 x 480, in three kernels: the case study of Wang, Huang, Knoll and Qian's hybrid framework, written
 * after its description in section VI. Each frame is pre-processed in a region of interest; then lane markings are
 * either looked for among candidate lines, or followed from the frame before with a particle filter.
 * Work-groups are one-dimensional, and of any size. */

/* The region of interest, and where it lies in the frame. */
#define WIDTH 512
#define HEIGHT 96
#define LEFT 64
#define TOP 320
#define FRAME_WIDTH 640

/* Half the width of a marking, in pixels at the bottom of the region; it narrows towards its top. */
#define MARKING 9

static float grey(uchar4 c) {
    return 0.299f * c.x + 0.587f * c.y + 0.114f * c.z;
}

/* How much a pixel is brighter than the road on both sides of a marking through it, from 0 to 1. */
__kernel void kernel_pre(__global const uchar4 *restrict frame, __global float *restrict marking, float threshold)
{
    int i = get_global_id(0);
    int x = i % WIDTH, y = i / WIDTH;
    int reach = 2 + MARKING * y / HEIGHT;
    __global const uchar4 *row = frame + (TOP + y) * FRAME_WIDTH + LEFT;
    float left = grey(row[x - reach]), right = grey(row[x + reach]), mean = 0;

    for (int dx = -1; dx <= 1; dx++)
        mean += grey(row[x + dx]) / 3;

    float ridge = 2 * mean - left - right - fabs(left - right);
    marking[i] = ridge > threshold ? fmin(ridge / 255, 1.0f) : 0.0f;
}

/* Mean of the marking along a line from `top` at the region's upper border to `bottom` at its lower one. */
static float along(__global const float *restrict marking, float top, float bottom)
{
    float sum = 0;

    for (int y = 0; y < HEIGHT; y++) {
        int x = (int)(top + (bottom - top) * y / (HEIGHT - 1));

        if (x >= 0 && x < WIDTH)
            sum += marking[y * WIDTH + x];
    }
    return sum / HEIGHT;
}

/* A step of a generator of random numbers (Marsaglia's xorshift), and a number of it from -1 to 1. */
static float random_step(uint *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (float)*state / 2147483648.0f - 1.0f;
}

/* Each work-item tries some lines of its part of all, and keeps the best. */
__kernel void kernel_ld(__global const float *restrict marking, __global const uint *restrict seeds,
                        __global float4 *restrict best, int tries)
{
    int i = get_global_id(0);
    uint state = seeds[i];
    float4 found = (float4)(0.0f);

    for (int t = 0; t < tries; t++) {
        float top = WIDTH * (0.5f + 0.2f * random_step(&state));
        float bottom = WIDTH * (0.5f + 0.5f * random_step(&state));
        float score = along(marking, top, bottom);

        if (score > found.z)
            found = (float4)(top, bottom, score, 0.0f);
    }
    best[i] = found;
}

/* A particle is a pair of lines, left and right: it moves by chance, and weighs what lies along both. */
__kernel void kernel_pf(__global const float *restrict marking, __global const uint *restrict seeds,
                        __global float4 *restrict particle, __global float *restrict weight, float spread)
{
    int i = get_global_id(0);
    uint state = seeds[i];
    float4 p = particle[i];

    p.x += spread * random_step(&state);
    p.y += spread * random_step(&state);
    p.z += spread * random_step(&state);
    p.w += spread * random_step(&state);

    float score = along(marking, p.x, p.y) + along(marking, p.z, p.w);
    float lane = p.w - p.y - 0.6f * WIDTH;

    particle[i] = p;
    weight[i] = native_exp(4.0f * score - lane * lane / (WIDTH * WIDTH));
}
