#include <string.h>

template <class T> struct alignas(16) Packed {
    __device__ Packed() = default;
    __device__ explicit Packed(int4 bits) {
        memcpy(&part, &bits, sizeof bits);
    }
    __device__ int4 bits() const {
        int4 all;
        memmove(&all, &part, sizeof all);
        return all;
    }
    __device__ static Packed zeros() {
        Packed p;
        memset(p.part, 0, sizeof p.part);
        return p;
    }
    T part[16 / sizeof(T)];
};

// clperf: launch global=262144 local=256
__global__ void scale(float *out, const float *in)
{
    int at = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    Packed<float> p(*reinterpret_cast<const int4 *>(in + at)), q = Packed<float>::zeros();
    for (int i = 0; i < 4; i++)
        q.part[i] += p.part[3 - i] * 2;
    *reinterpret_cast<int4 *>(out + at) = q.bits();
}
