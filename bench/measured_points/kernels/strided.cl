#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* One group loads the same eight numbers of each work-item again and again, so that the L1 has
 * them; work-items of a wave are a stride apart. `zero` is 0, which a compiler does not know. */
#define ROUNDS (18 * 64 * 1024 / 8)

kernel void strided(global const NUMBER *a, global NUMBER *b, int zero, int stride) {
    int lane = get_local_id(0);
    global const NUMBER *from = a + lane % 64 * stride;
    NUMBER sum = 0;
#pragma unroll 1
    for (int round = 0; round < ROUNDS; round++) {
        from += zero;
#pragma unroll
        for (int k = 0; k < 32; k += 8)
            sum = fma(from[k], from[k + 4], sum);
    }
    if (sum == (NUMBER)123123.23)
        b[lane] = sum;
}
