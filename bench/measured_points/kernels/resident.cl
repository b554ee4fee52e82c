#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* Streams of doubles. Local memory that nobody uses leaves few groups resident. With LENGTH, the
 * same elements come again and again, so that caches have them. */
#ifdef LENGTH
#define PLACE ((int)get_global_id(0) % LENGTH)
#else
#define PLACE ((int)get_global_id(0))
#endif

/* `never` is 0, which a compiler does not know: no work-item uses the local memory. */
#define USE(array) \
    if (never) \
        unused[get_local_id(0)] = array[get_local_id(0)]
#define USE_RESULT \
    if (never) \
        a[i] = unused[i]

kernel void fill(global double *a, long n, local double *unused, int never) {
    int i = PLACE;
    if (i >= n)
        return;
    USE(a);
    a[i] = 0.23;
    USE_RESULT;
}

kernel void reads(global double *a, global const double *restrict b, long n, local double *unused,
                  int never) {
    int i = PLACE;
    if (i >= n)
        return;
    USE(b);
    double x = b[i];
    if (never || x == 123.0)
        a[i] = x + unused[i];
}

kernel void scale(global double *a, global const double *restrict b, long n, local double *unused,
                  int never) {
    int i = PLACE;
    if (i >= n)
        return;
    USE(b);
    a[i] = b[i] * 1.2;
    USE_RESULT;
}

kernel void triad(global double *a, global const double *restrict b,
                  global const double *restrict c, global const double *restrict d, long n,
                  local double *unused, int never) {
    int i = PLACE;
    if (i >= n)
        return;
    USE(b);
    a[i] = b[i] * d[i] + c[i];
    USE_RESULT;
}
