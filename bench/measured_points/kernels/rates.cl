/* What a benchmark of OpenCL devices measures: runs of multiply-adds, each of which waits for the last one, and each work-item
   reading or writing COUNT words, next to those of its neighbours or next to each other. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#ifdef NUMBER
/* What a number begins with: vectors may take both. */
#ifndef BEGIN
#define BEGIN(a, b) (NUMBER)(a)
#endif

#ifdef FUSED
#define NEXT(a, b, c) fma(a, b, c)
#else
#define NEXT(a, b, c) ((a) * (b) + (c))
#endif

kernel void run_of_sums(global float *data) {
    NUMBER x = BEGIN(get_global_id(0), get_local_id(0)), y = BEGIN(get_local_id(0), get_global_id(0));
    for (uint i = 0; i < PAIRS; i++) {
        x = NEXT(y, x, y);
        y = NEXT(x, y, x);
    }
    data[get_global_id(0)] = PART(y);
}
#else
kernel void read_with_neighbours(global float *data) {
    uint n = get_global_id(0);
    float sum = 0;
    for (uint i = 0; i < COUNT; i++)
        sum += data[i * ITEMS + n];
    data[n] = sum;
}

kernel void write_with_neighbours(global float *data) {
    uint n = get_global_id(0);
    for (uint i = 0; i < COUNT; i++)
        data[i * ITEMS + n] = as_float(n);
}

kernel void read_a_row(global float *data) {
    uint n = get_global_id(0);
    float sum = 0;
    for (uint i = 0; i < COUNT; i++)
        sum += data[n * COUNT + i];
    data[n] = sum;
}

kernel void write_a_row(global float *data) {
    uint n = get_global_id(0);
    for (uint i = 0; i < COUNT; i++)
        data[n * COUNT + i] = as_float(n);
}
#endif
