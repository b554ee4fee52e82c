#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* Sets of data that are read again and again: by each compute unit, and by all of them group after group. `zero` is 0, which a compiler does not know. */
#ifdef OWN
#if WIDE
typedef float4 NUMBER;
#define LAST(v) (v).x
#else
typedef float NUMBER;
#define LAST(x) (x)
#endif
/* Each group sums up 2 * LENGTH numbers, the same in all groups, ROUNDS times. */
kernel void own_set(global NUMBER *to, global const NUMBER *from, int zero) {
    NUMBER sum = (NUMBER)0;
    from += get_local_id(0);
#pragma unroll ROUNDS_AT_ONCE
    for (int round = 0; round < ROUNDS; round++) {
        from += zero;
        global const NUMBER *second = from + LENGTH;
#pragma unroll AT_ONCE
        for (int i = 0; i < LENGTH; i += GROUP)
            sum += from[i] * second[i];
        sum *= (NUMBER)1.3f;
    }
    if (LAST(sum) == 1233.0f)
        to[get_local_id(0)] += sum;
}
#endif
#ifdef SHARED
/* Group after group sums up one of `parts` interleaved parts of the set. */
kernel void shared_set(global double *to, global const double *from, int parts) {
    double sum = 0;
    for (int i = 0; i < NUMBERS / 2; i++) {
        int at = (1024 * parts * i + (int)get_group_id(0) % parts * 1024) * 2 + (int)get_local_id(0);
        sum += from[at] * from[at + 1024];
    }
    sum *= 1.3;
    if (get_local_id(0) > 1233 || sum == 23.12)
        to[get_local_id(0)] += sum;
}
#endif
