/* c = a + b, one element per work-item. */
kernel void vector_add(global const float *a, global const float *b, global float *c, int n) {
    int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}
