// Kernels that take more than their budget cost the others of the file nothing.

// UNSUPPORTED: asan

// RUN: %clperf-cc -fsyntax-only %s -Rclperf -fclperf-no-cache -fclperf-add-output=json:file=%t.json 2>&1 | FileCheck %s
// RUN: grep '"name":.*"before"' %t.json && grep '"name":.*"after"' %t.json

// It is not tried again as long as nothing changes: the same is said, and nothing is written to the cache.
// RUN: rm -rf %t.cache && export CLPERF_CACHE_DIR=%t.cache
// RUN: %clperf-cc -fsyntax-only %s 2> %t.first && grep -q hungry_too %t.first && ls -iR %t.cache > %t.kept
// RUN: %clperf-cc -fsyntax-only %s 2> %t.second && cmp %t.first %t.second && ls -iR %t.cache | cmp - %t.kept
// RUN: bash -c 'ulimit -v 8000000; exec "%clperf-cc" -fsyntax-only %s' 2> %t.third && ls -iR %t.cache | not cmp -s - %t.kept

// CHECK-DAG: attempts.cl:[[# @LINE + 10]]:1: warning: 'hungry' and 'hungry_too' not analysed: it takes more memory than -fclperf-budget= allows
// CHECK-DAG: remark: the launch of 'before' is not known; as 1048576/256 it would take
// CHECK-DAG: remark: the launch of 'after' is not known; as 1048576/256 it would take
// CHECK-DAG: remark: the launch of 'last' is not known; as 1048576/256 it would take

__kernel void before(__global int *out) {
    out[get_global_id(0)] = 1;
}

// clperf: launch global=256 local=256
__kernel void hungry(__global int *out) {
    int much[1 << 20];
    much[out[0]] = 3;
    out[much[out[1]]] = 1;
}

__kernel void after(__global int *out) {
    out[get_global_id(0)] = 1;
}

// clperf: launch global=256 local=256
__kernel void hungry_too(__global int *out) {
    int much[1 << 20];
    much[out[2]] = 3;
    out[much[out[3]]] = 1;
}

__kernel void last(__global int *out) {
    out[get_global_id(0)] = 1;
}
