/* Scales each row of a matrix of 16384 x 1024 to length 1, in four ways: docs/guide/slow-to-fast.md. */
/* Each work-item has a row of its own. */
// clperf: launch global=16384 local=256 width=1024
kernel void normalise_1(global float *m, int width) {
    int row = get_global_id(0);
    float sum = 0;
    for (int x = 0; x < width; x++)
        sum += m[row * width + x] * m[row * width + x];
    for (int x = 0; x < width; x++)
        m[row * width + x] *= 1.0 / sqrt(sum + 1e-6);
}

/* Each work-group has a row: neighbouring work-items read neighbouring numbers. */
// clperf: launch global=4194304 local=256 width=1024
kernel void normalise_2(global float *m, int width) {
    local float part[256];
    int row = get_group_id(0), t = get_local_id(0);
    float sum = 0;
    for (int x = t; x < width; x += 256)
        sum += m[row * width + x] * m[row * width + x];
    part[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
        for (int i = 1; i < 256; i++)
            part[0] += part[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int x = t; x < width; x += 256)
        m[row * width + x] *= 1.0 / sqrt(part[0] + 1e-6);
}

/* Literals of the data's type. */
// clperf: launch global=4194304 local=256 width=1024
kernel void normalise_3(global float *m, int width) {
    local float part[256];
    int row = get_group_id(0), t = get_local_id(0);
    float sum = 0;
    for (int x = t; x < width; x += 256)
        sum += m[row * width + x] * m[row * width + x];
    part[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
        for (int i = 1; i < 256; i++)
            part[0] += part[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int x = t; x < width; x += 256)
        m[row * width + x] *= 1.0f / sqrt(part[0] + 1e-6f);
}

/* The parts are summed as a tree. */
// clperf: launch global=4194304 local=256 width=1024
kernel void normalise_4(global float *m, int width) {
    local float part[256];
    int row = get_group_id(0), t = get_local_id(0);
    float sum = 0;
    for (int x = t; x < width; x += 256)
        sum += m[row * width + x] * m[row * width + x];
    part[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = 128; n > 0; n /= 2) {
        if (t < n)
            part[t] += part[t + n];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float factor = 1.0f / sqrt(part[0] + 1e-6f);
    for (int x = t; x < width; x += 256)
        m[row * width + x] *= factor;
}
