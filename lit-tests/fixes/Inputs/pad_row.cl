/* Columns of tiles whose rows are as long as there are banks. */
#define TILE 32

// clperf: launch global=1024x256 local=32x8
kernel void transpose(global const float *in, global float *out)
{
    __local float tile[TILE][TILE];
    int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
    for (int i = ly; i < TILE; i += 8)
        tile[i][lx] = in[(gy * TILE + i) * 1024 + gx * TILE + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = ly; i < TILE; i += 8)
        out[(gx * TILE + i) * 1024 + gy * TILE + lx] = tile[lx][i];
}

// clperf: launch global=65536 local=32
kernel void column_sums(global const int *in, global int *out)
{
    local int rows[32][32];
    int l = get_local_id(0), sum = 0;
    for (int i = 0; i < 32; i++)
        rows[i][l] = in[get_group_id(0) * 1024 + i * 32 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; i++)
        sum += rows[l][i];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=65536 local=64
kernel void sixteen_ways(global float *data)
{
    local float t[64][16];
    int l = get_local_id(0);
    float sum = 0;
    for (int i = 0; i < 16; i++)
        t[l][i] = data[get_global_id(0)] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; i++)
        sum += t[63 - l][i];
    data[get_global_id(0)] = sum;
}

// clperf: launch global=65536 local=128
kernel void constant_expression(global float *data)
{
    local float t[128][1 << 3];
    int l = get_local_id(0);
    float sum = 0;
    for (int i = 0; i < 8; i++)
        t[l][i] = data[get_global_id(0)] * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; i++)
        sum += t[127 - l][i] * t[l ^ 1][i];
    data[get_global_id(0)] = sum;
}

// clperf: launch global=65536 local=64
kernel void two_arrays(global float *data)
{
    local float a[64][32], b[64][32];
    int l = get_local_id(0);
    float sum = 0;
    for (int i = 0; i < 32; i++) {
        a[l][i] = data[get_global_id(0)] * i;
        b[i * 2 + (l >> 5)][l & 31] = i;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; i++)
        sum += a[63 - l][i] * b[i][l & 31];
    data[get_global_id(0)] = sum;
}

// clperf: launch global=32768 local=32
kernel void three_dimensions(global int *data)
{
    local int t[2][32][32];
    int l = get_local_id(0), sum = 0;
    for (int i = 0; i < 32; i++) {
        t[0][i][l] = data[get_global_id(0)] + i;
        t[1][i][l] = data[get_global_id(0)] ^ i;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; i++)
        sum += t[i & 1][l][i];
    data[get_global_id(0)] = sum;
}

// clperf: launch global=65536 local=64
kernel void of_pairs(global float2 *data)
{
    local float2 t[64][16];
    int l = get_local_id(0);
    float2 sum = 0;
    for (int i = 0; i < 16; i++)
        t[l][i] = data[get_global_id(0)] * (float)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; i++)
        sum += t[63 - l][i];
    data[get_global_id(0)] = sum;
}

// clperf: launch global=32768 local=32
kernel void rounds(global float *data)
{
    __local float t[32][32];
    int l = get_local_id(0);
    for (int i = 0; i < 32; i++)
        t[i][l] = data[get_global_id(0)] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int round = 0; round < 4; round++)
        for (int i = 1; i < 32; i++)
            t[l][i] += t[l][i - 1];
    data[get_global_id(0)] = t[l][31];
}
