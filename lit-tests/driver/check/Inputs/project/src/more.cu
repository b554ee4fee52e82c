#include "scale.cuh"

void twice(float *x) {
    scale<<<512, 256>>>(x, 1 << 17);
}
