kernel void scale(global TYPE *x, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    for (int j = 0; j < REPEAT; j++)
        x[i] = 2 * x[i];
}
