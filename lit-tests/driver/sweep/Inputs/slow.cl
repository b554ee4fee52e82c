/* Takes a while to predict: a sweep looks at its rows before the first is there. */
kernel void slow(global float *x, int n) {
    int i = get_global_id(0);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 3000; j++)
            x[i] = x[i] * 2.5f + x[(i + x[j] > 0.0f ? j : k) % 60000];
}
