// Two-dimensional convolution of an IMAGE_WIDTH x IMAGE_HEIGHT image that carries a halo of half a
// filter around it. A work-group computes BLOCK_X*TILE_X x BLOCK_Y*TILE_Y outputs, a work-item those
// BLOCK_X (BLOCK_Y) apart from each other.
//
// STAGED: the group first copies its inputs to local memory. PADDED: rows there get columns to
// spare so that rows of narrow groups fall into different banks. FILTER_CONSTANT: the filter
// lies in constant memory, else in a buffer. Loops over taps and outputs are unrolled completely, the
// one along a staged row four times, as nvcc does where it cannot tell how long a loop is.
// ROWS_AT_ONCE: so many rows of taps only, where the compiler of the measured kernels stopped.
#define HALO_X (FILTER_WIDTH / 2 * 2)
#define HALO_Y (FILTER_HEIGHT / 2 * 2)
#define INPUT_WIDTH (IMAGE_WIDTH + HALO_X)
#define INPUT_HEIGHT (IMAGE_HEIGHT + HALO_Y)
#define GROUP_X (BLOCK_X * TILE_X)
#define GROUP_Y (BLOCK_Y * TILE_Y)
#define RAGGED (IMAGE_WIDTH % GROUP_X != 0 || IMAGE_HEIGHT % GROUP_Y != 0)

#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define NEEDED_X (GROUP_X + HALO_X)
#define NEEDED_Y (GROUP_Y + HALO_Y)
#if PADDED && BLOCK_X % 32 != 0 && (NEEDED_X - BLOCK_X) % 32 != 0
#define STAGE_WIDTH (NEEDED_X + ((32 - (NEEDED_X - BLOCK_X)) & 31))
#else
#define STAGE_WIDTH NEEDED_X
#endif

#if FILTER_CONSTANT
extern __constant float coefficients[33 * 33];
#define FILTER coefficients
#else
#define FILTER filter
#endif

// READ_ONLY: read with __ldg(), which is a piece of assembly in CUDA's headers: nvcc puts the address
// of each such load together, in 64 bits, from the index where its row begins and its column: their
// sum first, which extends the column's sign by itself, and then what that is scaled to.
#if READ_ONLY
#define LOAD(row, x, j) load(input, (row)*INPUT_WIDTH, x, j)
static float load(__global const float *from, int begin, int x, int j) {
    __asm__("" : "+r"(begin));
    __asm__("" : "+r"(x) : "r"(begin));
    int column = x + j;
    __asm__("" : "+r"(column));
    ulong at = (ulong)(uint)begin + (ulong)(uint)column;
    __asm__("" : "+r"(at));
    return from[at];
}
#else
#define LOAD(row, x, j) input[(row)*INPUT_WIDTH + ((x) + (j))]
#endif

#ifdef ITEMS_UP_TO
__attribute__((amdgpu_flat_work_group_size(1, ITEMS_UP_TO)))
#endif
// HIP compiles RDNA 2 for compute-unit mode when it compiles at run time.
#ifdef __GFX10__
__attribute__((target("cumode")))
#endif
__kernel void convolution(__global float *output, __global const float *input,
                          __global const float *filter) {
    const int column = get_local_id(0), row = get_local_id(1);
    const int left = get_group_id(0) * GROUP_X, top = get_group_id(1) * GROUP_Y;

#if STAGED
    __local float stage[NEEDED_Y][STAGE_WIDTH];
#pragma unroll 1
    for (int i = row; i < SMALLER(NEEDED_Y, INPUT_HEIGHT); i += BLOCK_Y) {
#pragma unroll 4
        for (int j = column; j < SMALLER(NEEDED_X, INPUT_WIDTH); j += BLOCK_X) {
#if ZERO_OUTSIDE
            float value = 0.0f;
            if (!RAGGED || (top + i < INPUT_HEIGHT && left + j < INPUT_WIDTH))
                value = input[(top + i) * INPUT_WIDTH + left + j];
            stage[i][j] = value;
#else
            if (!RAGGED || (top + i < INPUT_HEIGHT && left + j < INPUT_WIDTH))
                stage[i][j] = input[(top + i) * INPUT_WIDTH + left + j];
#endif
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#endif

    float sum[TILE_Y][TILE_X];
#pragma unroll
    for (int v = 0; v < TILE_Y; v++)
#pragma unroll
        for (int u = 0; u < TILE_X; u++)
            sum[v][u] = 0.0f;

#if ROWS_AT_ONCE
#pragma unroll ROWS_AT_ONCE
#else
#pragma unroll
#endif
    for (int i = 0; i < FILTER_HEIGHT; i++)
#pragma unroll
        for (int j = 0; j < FILTER_WIDTH; j++)
#pragma unroll
            for (int v = 0; v < TILE_Y; v++)
#pragma unroll
                for (int u = 0; u < TILE_X; u++) {
                    float weight = FILTER[i * FILTER_WIDTH + j];
#if STAGED
                    float in = stage[row + v * BLOCK_Y + i][column + u * BLOCK_X + j];
#else
                    int x = left + column + u * BLOCK_X, y = top + row + v * BLOCK_Y;
                    float in = 0.0f;
                    if (!RAGGED || (y < INPUT_HEIGHT && x < INPUT_WIDTH))
                        in = LOAD(y + i, x, j);
#endif
                    sum[v][u] += in * weight;
                }

#pragma unroll
    for (int v = 0; v < TILE_Y; v++)
#pragma unroll
        for (int u = 0; u < TILE_X; u++) {
            int x = left + column + u * BLOCK_X, y = top + row + v * BLOCK_Y;
            if (!RAGGED || (y < IMAGE_HEIGHT && x < IMAGE_WIDTH))
                output[y * IMAGE_WIDTH + x] = sum[v][u];
        }
}
