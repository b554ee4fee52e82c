#include <functional>
#include <string>
#include <vector>
__global__ void naive(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
__global__ void tiled(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
struct Variant {
    std::string name;
    std::function<void(float *, int)> run;
};
int main() {
    std::vector<Variant> all = {{"naive", [](float *x, int n) { naive<<<n / 64, 64>>>(x); }},
                                {"tiled", [](float *x, int n) { tiled<<<n / 256, 256>>>(x); }}};
    float *x;
    cudaMalloc(&x, 1 << 18);
    for (auto &v : all)
        if (v.name != "skip")
            v.run(x, 1 << 16);
}
