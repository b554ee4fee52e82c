#define ARRAY(name) __local float name[32][32]

// clperf: launch global=32768 local=32
kernel void rounds(global float *data)
{
    ARRAY(t);
    int l = get_local_id(0);
    for (int i = 0; i < 32; i++)
        t[i][l] = data[get_global_id(0)] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int round = 0; round < 4; round++)
        for (int i = 1; i < 32; i++)
            t[l][i] += t[l][i - 1];
    data[get_global_id(0)] = t[l][31];
}
