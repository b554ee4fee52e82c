/* CUDA's driver without a device: every kernel takes a microsecond for each iteration and stores in[0] + n to out[0], as a kernel
 * that does nothing does. FAKE_PTX names a file for the kernels' code. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned iterations;

int cuInit(unsigned flags) { return (int)flags; }
int cuDriverGetVersion(int *v) { return *v = 12020, 0; }
int cuDeviceGetCount(int *n) { return *n = 1, 0; }
int cuDeviceGet(int *d, int i) { return *d = i, 0; }
int cuDeviceGetName(char *to, int n, int d) { return snprintf(to, (size_t)n, "NVIDIA GeForce RTX 9990 %d", d), 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int d) { return *bytes = (size_t)8 << 30, d; }

int cuDeviceGetAttribute(int *value, int what, int d) {
    static const int known[][2] = {{1, 1024}, {8, 49152}, {10, 32}, {13, 1000000}, {16, 20}, {75, 7}, {76, 5}};
    *value = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i][0] == what)
            *value = known[i][1];
    return d;
}

int cuCtxCreate_v2(void **c, unsigned f, int d) { return *c = &iterations, (int)f + d; }
int cuEventCreate(void **e, unsigned f) { return *e = &iterations, (int)f; }
int cuEventRecord(void *e, void *s) { return !e || s; }
int cuEventSynchronize(void *e) { return !e; }
int cuEventElapsedTime(float *ms, void *a, void *b) { return *ms = (float)(iterations + 1) / 1000, !a || !b; }

int cuModuleLoadData(void **m, const void *text) {
    FILE *out = fopen(getenv("FAKE_PTX"), "a");
    fputs(text, out);
    fclose(out);
    *m = &iterations;
    return !strstr(text, ".entry measure");
}

int cuModuleGetFunction(void **f, void *m, const char *name) { return *f = m, strcmp(name, "measure"); }

int cuMemAlloc_v2(uint64_t *at, size_t n) {
    if (n > (size_t)1 << 27)
        return 2;
    *at = (uint64_t)(uintptr_t)malloc(n);
    return 0;
}

int cuMemFree_v2(uint64_t at) { return free((void *)(uintptr_t)at), 0; }
int cuMemsetD8_v2(uint64_t at, unsigned char c, size_t n) { return memset((void *)(uintptr_t)at, c, n), 0; }
int cuMemcpyHtoD_v2(uint64_t at, const void *from, size_t n) { return memcpy((void *)(uintptr_t)at, from, n), 0; }
int cuMemcpyDtoH_v2(void *to, uint64_t at, size_t n) { return memcpy(to, (void *)(uintptr_t)at, n), 0; }

int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned x, unsigned y, unsigned z, unsigned shared,
                   void *stream, void **arguments, void **extra) {
    unsigned *out = (unsigned *)(uintptr_t) * (uint64_t *)arguments[0];
    unsigned *in = (unsigned *)(uintptr_t) * (uint64_t *)arguments[1];
    iterations = *(unsigned *)arguments[2];
    if (*(unsigned *)arguments[3])
        *out = *in + iterations;
    return !f || !gx || gy * gz * y * z != 1 || !x || shared || stream || extra;
}
