struct cell {
    float a, b, c, d, e, f, g, h;
};

__global__ void copy(cell *to, const cell *from) {
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void change(cell *to, const cell *from) {
    cell x = from[threadIdx.x];
    x.a *= 2;
    x.h += x.b;
    to[threadIdx.x] = x;
}

struct __align__(16) quad {
    float a, b, c, d;
};

__global__ void aligned(quad *to, const quad *from) {
    quad x = from[threadIdx.x];
    x.b += x.a;
    to[threadIdx.x] = x;
}
