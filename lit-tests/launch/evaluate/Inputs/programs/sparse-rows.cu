#include <cstdlib>
#include <vector>
__global__ void spmv(int rows, const int *ptr, const int *col, const float *val, const float *x,
                     float *y) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float s = 0;
        for (int j = ptr[r]; j < ptr[r + 1]; j++)
            s += val[j] * x[col[j]];
        y[r] = s;
    }
}
int main() {
    const int rows = 2048;
    std::vector<int> ptr(1, 0), col;
    std::vector<float> val;
    for (int r = 0; r < rows; r++) {
        for (int c = r - 1; c <= r + 1; c++)
            if (c >= 0 && c < rows) {
                col.push_back(c);
                val.push_back(1.f);
            }
        ptr.push_back((int)col.size());
    }
    int *dp, *dc;
    float *dv, *x, *y;
    cudaMalloc(&dp, ptr.size() * 4);
    cudaMalloc(&dc, col.size() * 4);
    cudaMalloc(&dv, val.size() * 4);
    cudaMalloc(&x, rows * 4);
    cudaMalloc(&y, rows * 4);
    cudaMemcpy(dp, ptr.data(), ptr.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, col.data(), col.size() * 4, cudaMemcpyHostToDevice);
    spmv<<<(rows + 127) / 128, 128>>>(rows, dp, dc, dv, x, y);
}
