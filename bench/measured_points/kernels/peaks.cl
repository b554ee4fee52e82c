/* What a GPU reaches at most: reads of vectors of W floats, 16 of each work-item, and chains of multiply-adds of vectors. */
#if W == 1
#define V(T) T
#define SUM(v) v
#define ASCENDING(T, a) (a)
#else
#define JOIN_(T, n) T##n
#define JOIN(T, n) JOIN_(T, n)
#define V(T) JOIN(T, W)
#if W == 2
#define ASCENDING(T, a) (T##2)(a, a + 1)
#define SUM(v) (v.s0 + v.s1)
#elif W == 4
#define ASCENDING(T, a) (T##4)(a, a + 1, a + 2, a + 3)
#define SUM(v) (v.s0 + v.s1 + v.s2 + v.s3)
#elif W == 8
#define ASCENDING(T, a) (T##8)(a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7)
#define SUM(v) (v.s0 + v.s1 + v.s2 + v.s3 + v.s4 + v.s5 + v.s6 + v.s7)
#else
#define ASCENDING(T, a)                                                                                                                  \
    (T##16)(a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7, a + 8, a + 9, a + 10, a + 11, a + 12, a + 13, a + 14, a + 15)
#define SUM(v) (v.s0 + v.s1 + v.s2 + v.s3 + v.s4 + v.s5 + v.s6 + v.s7 + v.s8 + v.s9 + v.sA + v.sB + v.sC + v.sD + v.sE + v.sF)
#endif
#endif

/* Sixteen vectors of each work-item, a group's width apart. */
__kernel void reads(__global V(float) *in, __global float *out) {
    int at = get_group_id(0) * get_local_size(0) * 16 + get_local_id(0);
    V(float) sum = (V(float))0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            sum += in[at];
            at += get_local_size(0);
        }
    out[get_global_id(0)] = SUM(sum);
}

#define FOUR(x, y) x = MULTIPLY_ADD(y, x, y); y = MULTIPLY_ADD(x, y, x); x = MULTIPLY_ADD(y, x, y); y = MULTIPLY_ADD(x, y, x);
#define CHAIN(name, T, A, TURNS)                                                                                                           \
    __kernel void name(__global T *out, A a) {                                                                                             \
        V(T) x = ASCENDING(T, (T)a), y = (T)get_local_id(0);                                                                               \
        for (int i = 0; i < TURNS / W; i++) {                                                                                              \
            FOUR(x, y) FOUR(x, y) FOUR(x, y) FOUR(x, y)                                                                                    \
        }                                                                                                                                  \
        out[get_global_id(0)] = SUM(y);                                                                                                    \
    }
#define MULTIPLY_ADD(a, b, c) mad(a, b, c)
CHAIN(floats, float, float, 128)
#ifdef HALVES
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
CHAIN(halves, half, float, 128)
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
CHAIN(doubles, double, double, 128)
#undef MULTIPLY_ADD
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
CHAIN(ints, int, int, 64)
#undef MULTIPLY_ADD
#define MULTIPLY_ADD(a, b, c) mad24(a, b, c)
CHAIN(ints24, int, int, 64)
