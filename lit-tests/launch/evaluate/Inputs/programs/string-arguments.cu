#include <cstdlib>
#include <string>
__global__ void k(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
int main(int argc, char **argv) {
    int n = 8192;
    std::string mode = "gpu";
    for (int i = 1; i < argc; ++i) {
        std::string a(argv[i]);
        if (a == "--n" && i + 1 < argc)
            n = std::stoi(argv[++i]);
        else if (a.substr(0, 7) == "--mode=")
            mode = a.substr(7);
        else if (a.find("help") != std::string::npos)
            return 0;
    }
    if (const char *e = getenv("BLOCKS"))
        n = atoi(e) * 64;
    float *x;
    cudaMalloc(&x, n * 4);
    if (mode == "gpu")
        k<<<n / 64, 64>>>(x);
    else
        k<<<1, 1>>>(x);
}
