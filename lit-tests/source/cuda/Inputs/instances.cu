enum format { PLAIN, PACKED = 41 };

struct cell {
    int value;
};

template <class T> __device__ float value_of(T cell) {
    return cell.value;
}

template <class T> __global__ void through(T *cells, float *out) {
    out[threadIdx.x] = value_of(cells[threadIdx.x]);
}

template <format f, unsigned n, bool odd, class T, class... More>
__global__ void unpack(float *x, T cell) {
    x[threadIdx.x] = cell.value + n;
}

template <class T> struct wrapped {
    T inner;
    __device__ float own() {
        return inner.value;
    }
    template <class U> __device__ float sum(U other) {
        return inner.value + other.value;
    }
};

template <class T> __global__ void members(wrapped<T> w, float *x) {
    x[threadIdx.x] = w.own() + w.sum(cell());
}

template <int n> __global__ void limited(float *x) {
    static_assert(n < 4, "too large");
    x[threadIdx.x] += n;
}

int main() {
    float *x;
    cudaMalloc(&x, 1 << 20);
    through<<<1, 32>>>(x, x);
    through<<<1, 32>>>((cell *)x, x);
    unpack<PLAIN, 4, true><<<1, 32>>>(x, 1.0f);
    unpack<(format)7, 4, true, cell, int, float><<<1, 32>>>(x, cell());
    unpack<PACKED, 4, true, cell><<<1, 32>>>(x, cell());
    members<<<1, 32>>>(wrapped<cell>(), x);
    members<<<1, 32>>>(wrapped<int>(), x);
    limited<3><<<1, 32>>>(x);
    limited<5><<<1, 32>>>(x);
    limited<6><<<1, 32>>>(x);
}
