/* The matrix of a five-point stencil by a vector of doubles: entries of a row of the inside are found by its number, those of the border by
   the row's start. */
extern "C" __global__ void five_entries(const int *__restrict__ starts, const int *__restrict__ columns, const double *__restrict__ values,
                                        const double *__restrict__ x, double *__restrict__ y, int n, int grid, double alpha) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    int i = row / grid, j = row % grid;
    double sum = 0;
    if (i > 0 && i < grid - 1 && j > 0 && j < grid - 1) {
        int at = 4 * grid - 2 + (i - 1) * (5 * grid - 2) + 4 + (j - 1) * 5;
        sum = values[at + 1] * x[row - 1] + values[at + 2] * x[row] + values[at + 3] * x[row + 1] + values[at] * x[row - grid] +
              values[at + 4] * x[row + grid];
    } else {
        for (int k = starts[row]; k < starts[row + 1]; k++)
            sum += values[k] * x[columns[k]];
    }
    y[row] = alpha * sum;
}
