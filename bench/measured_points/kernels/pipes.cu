/* One unit after another, with as much work as fills it: EXPRESSION takes x, a and b of the type NUMBER. */
extern "C" __global__ void repeated(NUMBER *out, NUMBER a, NUMBER b, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    NUMBER x[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; c++)
        x[c] = (NUMBER)(i + c);
    for (int k = 0; k < rounds; k++)
#pragma unroll
        for (int r = 0; r < 8; r++)
#pragma unroll
            for (int c = 0; c < CHAINS; c++) {
                NUMBER y = x[c];
                x[c] = EXPRESSION;
            }
    NUMBER sum = 0;
#pragma unroll
    for (int c = 0; c < CHAINS; c++)
        sum += x[c];
    out[i] = sum;
}
