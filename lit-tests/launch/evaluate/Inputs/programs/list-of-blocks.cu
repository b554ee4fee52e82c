#include <sstream>
#include <string>
#include <vector>
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
int main(int argc, char **argv) {
    std::string text = "64,128,256";
    std::stringstream ss(text);
    std::string item;
    std::vector<int> blocks;
    while (std::getline(ss, item, ',')) {
        std::stringstream is(item);
        int v;
        is >> v;
        blocks.push_back(v);
    }
    float *d;
    cudaMalloc(&d, 1 << 16);
    for (int b : blocks)
        k<<<16384 / b, b>>>(d, 16384);
}
