#pragma once
struct curandStateXORWOW {
    unsigned at;
};
typedef curandStateXORWOW curandState;
__device__ inline unsigned curand_of_the_sdk(curandState *s) {
    return s->at = s->at * 1664525u + 1013904223u;
}
