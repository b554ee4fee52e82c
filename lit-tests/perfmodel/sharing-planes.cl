// Groups that go through a grid plane by plane share with those of the planes beside, several planes of groups at once.
// What comes to the MI210's L2 of 8 MB between two of them is part of three planes, not all that the groups touch that run
// together: of planes of 2.6 MB all is there again, and of those of 4.7 MB if what the kernel stores passes by, as its
// source says.
//
// DEFINE: %{of} = %clperf-analyze %s -fclperf-gpu=mi210 -fclperf-dump=sim -fclperf-no-text
// RUN: %{of} -DSTORE=plain -fclperf-launch=sums:global=512x80x256,local=256x1x1,u=elements:83886080,f=elements:83886080,nx=512,ny=640 \
// RUN:   2>&1 | FileCheck --check-prefix=ONCE %s
// RUN: %{of} -DSTORE=plain -fclperf-launch=sums:global=768x96x256,local=256x1x1,u=elements:150994944,f=elements:150994944,nx=768,ny=768 \
// RUN:   2>&1 | FileCheck --check-prefix=AGAIN %s
// RUN: %{of} -DSTORE=passing -fclperf-launch=sums:global=768x96x256,local=256x1x1,u=elements:150994944,f=elements:150994944,nx=768,ny=768 \
// RUN:   2>&1 | FileCheck --check-prefix=ONCE %s
// ONCE: L2 sectors 16384, DRAM sectors 82{{[0-9][0-9]$}}
// AGAIN: L2 sectors 16384, DRAM sectors 10{{[0-9][0-9][0-9]$}}

__attribute__((overloadable)) static void plain(double value, __global double *place) {
    *place = value;
}

static void passing(double value, __global double *place) {
    __builtin_nontemporal_store(value, place);
}

__kernel void sums(__global const double *u, __global double *f, int nx, int ny) {
    int plane = nx * ny, at = get_global_id(0) + nx * 8 * get_global_id(1) + plane * get_global_id(2);
    if (get_global_id(2) == 0 || get_global_id(2) == get_global_size(2) - 1)
        return;
    double sum[8];
    for (int p = 0; p < 8; p++)
        sum[p] = u[at + p * nx - plane];
    for (int p = 0; p < 8; p++)
        sum[p] += u[at + p * nx];
    for (int p = 0; p < 8; p++)
        sum[p] += u[at + p * nx + plane];
    for (int p = 0; p < 8; p++)
        STORE(sum[p], &f[at + p * nx]);
}
