// What one change mends is one finding, whose cost is that of all places.
//
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-gpu=rtx-3070 -fclperf-all -Wno-clperf-divergence 2>&1 | FileCheck --implicit-check-not=warning: %s

// Sines and cosines by one option; the innermost loop's is the place.
// CHECK: [[#@LINE+7]]:17: warning: sinf() in full precision, {{.*}}; costs
// CHECK: [[#@LINE+3]]:15: note: the same is true here and in 1 more place, whose cost is counted above
__global__ void waves(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = cosf(in[i]), y = x;
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        y = x + sinf(y);
        y = y + cosf(y);
    }
    out[i] = y;
}

// A quotient and a remainder by one divisor.
// CHECK: [[#@LINE+7]]:22: warning: remainder of 32-bit integers, {{.*}} the divisor 'n' is the same for all threads
// CHECK: [[#@LINE+6]]:36: note: the same is true here, whose cost is counted above
__global__ void digits(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[i];
#pragma unroll 1
    for (int j = 0; j < 64; j++)
        x ^= (x + j) % n + (x - j) / n;
    out[i] = x;
}

// All loads and stores of an array of structures, whatever is between them.
struct cell {
    float values[20];
};
// CHECK: [[#@LINE+4]]:15: warning: {{.*}} load from 'from' touches 32 sectors {{.*}} neighbouring threads read 80 bytes apart
// CHECK: note: the same is true of 2 more of 'from', whose cost is counted here
__global__ void cells(const cell *from, float *to, int row) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[i].values[0];
    float y = from[i + row].values[1];
    float z = from[i + 2 * row].values[2];
    to[i] = x + y + z;
}

// Loads of one array in shared memory that leave banks out, and what mends that.
// CHECK: [[#@LINE+9]]:{{[0-9]+}}: warning: {{.*}} 'all' takes 4 passes over the banks of shared memory
// CHECK: note: let neighbouring threads use neighbouring elements, which are 16 bytes apart now
// CHECK: note: this access of it and {{[0-9]+}} more have conflicts, too, whose cost is counted above
__global__ void shared_quarters(const float *in, float *out) {
    __shared__ float all[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        all[4 * t] = in[i] + sum;
        __syncthreads();
        sum += all[4 * ((t + 1) % 256)];
        __syncthreads();
        sum += all[4 * ((t + 2) % 256)];
        __syncthreads();
    }
    out[i] = sum;
}

// What a texture of two dimensions has side by side nobody knows.
__global__ void texels(cudaTextureObject_t t, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex2D<float>(t, i / 1024, i % 1024);
}

// All threads of a block run a loop as often if its bounds do not depend on the thread, whatever they do within.
__global__ void in_step(float *out, const float *in) {
    int b = blockIdx.x, t = threadIdx.x;
    for (int first = 100 * b; first < min(3000, 90 * b + 600); first += 32) {
        for (int k = max(0, 100 * b + 3 * t - first); k < min(31, 90 * b + 3 * t - first + 36); k++)
            out[256 * b + t] += in[32 * t + first + k];
        __syncthreads();
    }
}

int main() {
    waves<<<4096, 256>>>(nullptr, nullptr);
    digits<<<4096, 256>>>(nullptr, nullptr, 7);
    cells<<<4096, 256>>>(nullptr, nullptr, 1024);
    shared_quarters<<<4096, 256>>>(nullptr, nullptr);
    texels<<<4096, 256>>>(0, nullptr);
}
