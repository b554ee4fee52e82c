__global__ void added(int *a) { atomicAdd(a, 1); }
__global__ void exchanged(int *a) { atomicExch(a, 1); }
__global__ void wrapped(unsigned *a) {
    atomicInc(a, 17);
}
__global__ void doubles(double *a) { atomicAdd(a, 1.0); }
__global__ void doubles_apart(double *a) { atomicAdd(a + threadIdx.x % 32, 1.0); }

template <class T> __device__ void add_locally(T *a, T *place) {
    __shared__ T sum[32];
    for (int i = 0; i < 64; i++)
        atomicAdd(sum + (place - a), T(1));
    __syncthreads();
    a[threadIdx.x % 32] = sum[threadIdx.x % 32];
}
__global__ void local_integers(int *a) { add_locally(a, a); }
__global__ void local_doubles(double *a) { add_locally(a, a); }
__global__ void local_apart(double *a) { add_locally(a, a + threadIdx.x % 32); }

int main() {
    int *a;
    double *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    added<<<6048, 256>>>(a);
    exchanged<<<6048, 256>>>(a);
    wrapped<<<6048, 256>>>((unsigned *)a);
    doubles<<<6048, 256>>>(b);
    doubles_apart<<<6048, 256>>>(b);
    local_integers<<<6048, 256>>>(a);
    local_doubles<<<6048, 256>>>(b);
    local_apart<<<6048, 256>>>(b);
}
