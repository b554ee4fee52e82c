__kernel void one(__global float *a) {
    a[get_global_id(0)] *= 2.0f;
}

__kernel void two(__global const float *a, __global float *b) {
    b[get_global_id(0)] = a[get_global_id(0)] + 1.0f;
}

#ifdef CALLS
float elsewhere(float x);

__kernel void calls(__global float *a) {
    a[get_global_id(0)] = elsewhere(a[get_global_id(0)]);
}

__kernel void indexed(__global const int *a, __global int *b) {
    int own[64];
    for (int i = 0; i < 64; i++)
        own[a[i] & 63] = i;
    b[get_global_id(0)] = own[a[get_global_id(0)] & 63];
}
#endif

#ifdef LOOP
__kernel void loop(__global const float *a, __global float *b, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    b[get_global_id(0)] = sum;
}
#endif

#ifdef SIZED
__kernel __attribute__((reqd_work_group_size(128, 8, 1))) void sized(__global float *a) {
    a[get_global_id(0)] += get_local_size(0);
}
#endif
