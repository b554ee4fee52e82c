#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
int main() {
    std::vector<int> sizes(5);
    std::iota(sizes.begin(), sizes.end(), 1);
    std::transform(sizes.begin(), sizes.end(), sizes.begin(), [](int i) { return 1024 << i; });
    std::sort(sizes.begin(), sizes.end(), std::greater<int>());
    const int total = std::accumulate(sizes.begin(), sizes.end(), 0);
    float *d;
    cudaMalloc(&d, total * 4);
    k<<<sizes.front() / 256, 256>>>(d, total);
    k<<<(unsigned)std::count_if(sizes.begin(), sizes.end(), [](int s) { return s > 4096; }), 32>>>(
        d, total);
}
