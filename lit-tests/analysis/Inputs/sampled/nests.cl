/* Long loops, and what does and does not depend on the iterations that samples leave out. */
#ifdef PAIRS
/* Rows of a triangle: work-items start at different columns. */
kernel void k(global float *out, global const float *in, int n) {
    int i = get_global_id(0);
    local float first[64];
    first[get_local_id(0)] = in[i];
    if (i < n - 1) {
        out[i * n + i] = 1;
        for (int j = i + 1; j < n; j++) {
            float sum = 0;
            for (int m = 0; m < 9; m++)
                sum += in[m * n + i] * in[m * n + j];
            out[i * n + j] = sum;
            out[j * n + i] = sum;
        }
    }
    for (int m = 0; m < 5; m++)
        out[m * n + i] += first[m];
}
#endif
#ifdef SELDOM
/* What happens in few iterations, and what follows from it behind the loop. */
kernel void k(global float *out, global const float *in, int n) {
    int i = get_global_id(0), seen = 0, last = 0;
    local float stage[64];
    for (int j = 0; j < n; j++) {
        if (j % 97 == 96) {
            seen++;
            last = j;
            stage[get_local_id(0)] = j;
        }
        if (j == n - 90)
            out[i] = in[j * 32];
        out[j] = i;
    }
    for (int j = 0; j < seen; j++)
        out[i + j] = 1;
    for (int j = 0; j < 7; j++)
        out[i + j] = stage[j];
    if (last > n / 2)
        out[last * 3 + i] = 2;
    out[n + i] = 3;
}
#endif
#ifdef STEPS
/* Steps that double, loops as long as the one around, a loop left early. */
kernel void k(global float *out, global const float *in, int n) {
    int i = get_global_id(0);
    local float tile[1024];
    for (int j = 0; j < n; j++) {
        for (int step = 1; step < 256; step *= 2)
            tile[(get_local_id(0) * step) & 1023] = j;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int m = 0; m < j % 8; m++)
            out[i + m] = tile[m];
        if (j * 3 > n * 2 + (int)get_local_id(0))
            break;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = n; j > 0; j /= 2)
        out[j * 64 + i] = 0;
}
#endif
#ifdef GROUPS
/* What differs between groups, and what does not. */
kernel void k(global float *out, global const float *in, int n) {
    int l = get_local_id(0), g = get_group_id(0);
    local float tile[128];
    local int bound;
    for (int s = 32; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            tile[l] += tile[(l + s) * 2 & 127];
    }
    for (int j = 0; j < g % 5; j++)
        tile[j * l & 127] = j;
    if (l == 0)
        bound = g * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < bound; j++)
        tile[j + l & 127] = 2;
    for (int j = 0; j < n; j++)
        tile[j & 127] = in[j];
    if (g > 4)
        tile[127 - l] = 0;
    out[get_global_id(0) * g] = tile[l];
}
#endif
