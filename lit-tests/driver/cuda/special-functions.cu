// What comes with C++17's special functions in <cmath> is there where a source needs it.
//
// RUN: %clperf-analyze %s -Rclperf -fclperf-no-cache 2>&1 | FileCheck %s

#include <cmath>

// CHECK: remark: 'smaller' takes {{.*}}; launch 64/64 from host code
__global__ void smaller(float *a, float b) {
    a[threadIdx.x] = std::min(b, a[threadIdx.x]);
}

// CHECK: remark: 'scaled' takes {{.*}}; launch 64/64 from host code
__global__ void scaled(float *a, float b) {
    a[threadIdx.x] *= b;
}

int main() {
    double factor = std::cyl_bessel_j(0, 1.0);
    smaller<<<1, 64>>>(0, 1);
    scaled<<<1, 64>>>(0, (float)factor);
}
