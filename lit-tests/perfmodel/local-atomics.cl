// Lanes that add to one word of local memory wait for each other, and keep the memory meanwhile.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -DBIN=0 -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf '-DBIN=get_local_id(0)' -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=EACH %s
// ONE: shared busy {{9[0-9.]*|100.0}} %
// ONE: time {{[45]}}.{{[0-9]*}} ms {{.*}}, bound by shared
// EACH: time 0.1{{[0-9]*}} ms
// clperf: launch global=4194304 local=256
__kernel void histogram(__global uint *out) {
    __local uint bins[256];
    bins[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 64; i++)
        atomic_add(&bins[BIN], i);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = bins[get_local_id(0)];
}
