#include <memory>
__global__ void step(float *a, float *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        b[y * w + x] = a[y * w + x];
}
class Solver {
  public:
    virtual ~Solver() {}
    virtual void solve(int steps) = 0;
};
class Heat : public Solver {
    int w, h;
    float *a, *b;
    dim3 block{32, 8};

  public:
    Heat(int w, int h) : w(w), h(h) {
        cudaMalloc(&a, w * h * 4);
        cudaMalloc(&b, w * h * 4);
    }
    dim3 grid() const { return dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y); }
    void solve(int steps) override {
        for (int i = 0; i < steps; i++) {
            step<<<grid(), block>>>(a, b, w, h);
            std::swap(a, b);
        }
    }
};
int main() {
    std::unique_ptr<Solver> s = std::make_unique<Heat>(1000, 500);
    s->solve(12);
}
