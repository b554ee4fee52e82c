kernel void copy(global const float *from, global float *to) {
    int i = get_global_id(0);
    to[i] = from[i * STRIDE];
}
