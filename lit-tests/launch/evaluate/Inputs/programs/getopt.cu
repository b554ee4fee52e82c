#include <cstdlib>
#include <cstring>
#include <unistd.h>
__global__ void k(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}
struct Options {
    int n = 4096, block = 64;
    bool twice = false;
    const char *name = "none";
};
static Options parse(int argc, char **argv) {
    Options o;
    int c;
    while ((c = getopt(argc, argv, "n:b:tf:")) != -1)
        switch (c) {
        case 'n':
            o.n = atoi(optarg);
            break;
        case 'b':
            o.block = strtol(optarg, NULL, 10);
            break;
        case 't':
            o.twice = true;
            break;
        case 'f':
            o.name = optarg;
            break;
        default:
            exit(2);
        }
    return o;
}
int main(int argc, char **argv) {
    Options o = parse(argc, argv);
    int *d;
    cudaMalloc(&d, o.n * sizeof *d);
    k<<<(o.n + o.block - 1) / o.block, o.block>>>(d, o.n);
    if (o.twice)
        k<<<1, o.block>>>(d, o.block);
    if (!strcmp(o.name, "big"))
        k<<<9999, 1024>>>(d, o.n);
}
