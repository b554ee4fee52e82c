// What several GPUs have in common is one warning, with the figures and the cost on each: of those
// whose warps differ in width too, and with one result for each in SARIF, for baselines.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980,a100,mi250x -Wno-clperf -Wclperf-uncoalesced=0% \
// RUN:   -fclperf-add-output=sarif:file=%t.sarif 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: grep -c '"ruleId"' %t.sarif | FileCheck %s --check-prefix=RESULTS
// RUN: %clperf merge --format=gitlab %t.sarif | FileCheck %s --check-prefix=REVIEW
// RUN: %clperf merge --format=checkstyle %t.sarif | grep -c '<error' | FileCheck %s --check-prefix=ONE
// RUN: %clperf merge --format=gitlab %t.sarif | grep -c '"fingerprint"' | FileCheck %s --check-prefix=ONE
//
// RESULTS: {{^}}3{{$}}
// ONE: {{^}}1{{$}}
// REVIEW: "description": "Each {{warp|wave}}'s store to 'out' touches {{.*}} Predicted for '{{[a-z0-9-]+}}' with launch {{.*}} It costs {{[0-9.]+}} ms on '{{[a-z0-9-]+}}' with launch '1024x1024/32x8'. It costs {{[0-9.]+}} ms on

// CHECK: :[[#@LINE+10]]:23: warning: each {{warp|wave}}'s store to 'out' touches
// CHECK-NEXT: |
// CHECK-NEXT: |
// CHECK-NEXT: note: make get_global_id(0) the fastest-changing part of the index
// CHECK-NEXT: note: {{.*}}on {{gtx-980|a100|mi250x}}, launch 1024x1024/32x8 from comment
// CHECK-NEXT: note: {{.*}}costs {{[0-9.]+}} of {{[0-9.]+}} ms on {{gtx-980|a100|mi250x}}, launch 1024x1024/32x8 from comment
// CHECK-NEXT: note: {{.*}}costs {{[0-9.]+}} of {{[0-9.]+}} ms on {{gtx-980|a100|mi250x}}, launch 1024x1024/32x8 from comment
// clperf: launch global=1024x1024 local=32x8
__kernel void transpose(__global const float *in, __global float *out) {
    int x = get_global_id(0), y = get_global_id(1);
    out[x * 1024 + y] = in[y * 1024 + x];
}
