extern "C" __global__ void stretch(float2 *x, int n) {
    for (int j = 0; j < tile; j++) {
        int i = (blockIdx.x * tile + j) * block_size_x + threadIdx.x;
        if (i < n)
            x[i].x *= 2;
    }
}
