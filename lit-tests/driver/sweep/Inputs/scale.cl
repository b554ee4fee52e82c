__kernel void scale(__global TYPE *x, int n) {
    int i = get_global_id(0);
    for (int j = 0; j < REPEAT; j++)
        if (i + j * (int)get_global_size(0) < n)
            x[i + j * get_global_size(0)] *= 2;
}
