#include <cstdlib>
#include <map>
#include <string>
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
int main(int argc, char **argv) {
    std::map<std::string, std::string> opts = {{"size", "65536"}, {"block", "128"}};
    for (int i = 1; i + 1 < argc; i += 2)
        if (argv[i][0] == '-')
            opts[argv[i] + 1] = argv[i + 1];
    const int n = std::stoi(opts["size"]), block = std::atoi(opts.at("block").c_str());
    float *d;
    cudaMalloc(&d, n * 4);
    k<<<n / block, block>>>(d, n);
}
