/* std::min comes with them, as <cmath> includes what they need. */
#include <cmath>

__global__ void smaller(float *a, float b) {
    a[threadIdx.x] = std::min(b, a[threadIdx.x]);
}

__global__ void scaled(float *a, float b) {
    a[threadIdx.x] *= b;
}

int main() {
    double factor = std::cyl_bessel_j(0, 1.0);
    smaller<<<1, 64>>>(0, 1);
    scaled<<<1, 64>>>(0, (float)factor);
}
