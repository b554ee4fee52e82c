/* The four kernels of STREAM over arrays of doubles. */
kernel void copy(global const double *a, global double *c) {
    size_t i = get_global_id(0);
    c[i] = a[i];
}

kernel void scale(global double *b, global const double *c) {
    size_t i = get_global_id(0);
    b[i] = 0.4 * c[i];
}

kernel void add(global const double *a, global const double *b, global double *c) {
    size_t i = get_global_id(0);
    c[i] = a[i] + b[i];
}

kernel void triad(global double *a, global const double *b, global const double *c) {
    size_t i = get_global_id(0);
    a[i] = b[i] + 0.4 * c[i];
}
