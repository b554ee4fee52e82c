#include "scale.cuh"

void twice(float *x) {
    scale<<<1024, 256>>>(x, 1 << 18);
}
