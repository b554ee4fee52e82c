/* Pragmas as Clang's: push and pop, rules off, as warnings, as errors.

RUN: not %clperf-cc true %s -Wno-clperf -Wclperf-memory -fclperf-add-output=sarif:file=%t.sarif \
RUN:   -fclperf-add-output=json:file=%t.json 2>&1 \
RUN:   | FileCheck %s --implicit-check-not='{{[a-z]+}}:{{.*}}Wclperf'
RUN: %python %S/suppressed.py %t.sarif %t.json | FileCheck --check-prefix=KEPT %s
*/

#pragma clperf diagnostic push
#pragma clperf diagnostic ignored "-Wclperf-memory"
// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void off(__global float *out, int h) {
    out[get_global_id(0) * h + get_global_id(1)] = 1;
}
// KEPT: clperf-uncoalesced off inSource no-reason line 10
#  pragma GCC diagnostic push
#  pragma GCC diagnostic warning "-Wclperf-uncoalesced"
// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void on(__global float *on, int h) {
    on[get_global_id(0) * h + get_global_id(1)] = 1;
}
// CHECK: [[@LINE-2]]:{{.*}}: warning: each warp's store to 'on' touches{{.*}}Wclperf-uncoalesced]
#  pragma GCC diagnostic pop
// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void off_again(__global float *out, int h) {
    out[get_global_id(0) * h + get_global_id(1)] = 1;
}
// KEPT: clperf-uncoalesced off_again inSource no-reason line 10
#pragma clperf diagnostic pop
// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void default_again(__global float *plain, int h) {
    plain[get_global_id(0) * h + get_global_id(1)] = 1;
}
// CHECK: [[@LINE-2]]:{{.*}}: warning: each warp's store to 'plain' touches{{.*}}Wclperf-uncoalesced]
#pragma clperf diagnostic pop
#pragma clang diagnostic error "-Wclperf-uncoalesced"
// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void as_error(__global float *bad, int h) {
    bad[get_global_id(0) * h + get_global_id(1)] = 1;
}
// CHECK: [[@LINE-2]]:{{.*}}: error: each warp's store to 'bad' touches{{.*}}-Werror=clperf-uncoalesced]
// KEPT-NOT: {{.}}

// What the command line turns off a pragma turns on.
// clperf: launch global=1024x1024 local=16x16
__kernel void few_warps(__global float *out) {
    __local float tile[32 * 256];
    tile[get_local_id(1) * 16 + get_local_id(0)] = out[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(1) * 1024 + get_global_id(0)] = tile[get_local_id(1) * 16 + get_local_id(0)] + 1;
}
#pragma clperf diagnostic warning "-Wclperf-occupancy"
// clperf: launch global=1024x1024 local=16x16
__kernel void few_warps_said(__global float *out) {
    __local float tile[32 * 256];
    tile[get_local_id(1) * 16 + get_local_id(0)] = out[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(1) * 1024 + get_global_id(0)] = tile[get_local_id(1) * 16 + get_local_id(0)] + 1;
}
// CHECK: [[@LINE-6]]:{{.*}}: warning: only {{[0-9]+}} of 64 warps of 'few_warps_said' fit on a multiprocessor: {{.*}} [-Wclperf-occupancy]
