// A kernel that asks for no memory waits for none, in any model.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=sim -fclperf-model=dvfs -fclperf-gpu=gtx-980,mi250x 2>&1 | FileCheck %s
//
// CHECK-COUNT-2: latency 0, service 0 cycles per transaction

// clperf: launch global=65536 local=256
__kernel void empty(void) {}
