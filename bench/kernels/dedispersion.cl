// Dedispersion of a radio signal: for each dispersion measure (dm) and sample, the sum over all
// channels of the sample that this channel receives later by a shift of dm times a factor. The input
// holds 8-bit samples, channel by channel.
//
// A work-item computes TILE_X samples for TILE_Y measures: next to each other where STRIDE_X (STRIDE_Y)
// is 0, else a block apart. The launch has a work-item for each point all the same; surplus
// groups find nothing to do.
#if STRIDE_X
#define ITEM_X 1
#define STEP_X BLOCK_X
#else
#define ITEM_X TILE_X
#define STEP_X 1
#endif
#if STRIDE_Y
#define ITEM_Y 1
#define STEP_Y BLOCK_Y
#else
#define ITEM_Y TILE_Y
#define STEP_Y 1
#endif

__kernel void dedispersion(__global const uchar *input, __global float *output,
                           __global const float *shifts) {
    const int x = get_group_id(0) * BLOCK_X * TILE_X + get_local_id(0) * ITEM_X;
    const int y = get_group_id(1) * BLOCK_Y * TILE_Y + get_local_id(1) * ITEM_Y;
    for (int i = 0; i < TILE_X; i++) {
        const int sample = x + i * STEP_X;
        if (sample >= SAMPLES)
            continue;
        for (int j = 0; j < TILE_Y; j++) {
            const int dm = y + j * STEP_Y;
            if (dm >= MEASURES)
                continue;
            float sum = 0.0f;
#if UNROLL
#pragma unroll UNROLL
#endif
            for (int channel = 0; channel < CHANNELS; channel++) {
                const uint shift = (0.0f + dm * 0.02f) * shifts[channel];
                sum += input[channel * SAMPLES_PER_CHANNEL + sample + shift];
            }
            output[dm * SAMPLES + sample] = sum;
        }
    }
}
