// Behind the L2 of some GPUs is a large cache: what launches in a row use
// again comes from there instead of from DRAM, at most at its own bandwidth (867 bytes a clock).
//
// RUN: echo '{"name": "without", "base": "rx-6900-xt", "values": {"l3_bytes": \
// RUN:   {"value": 0, "kind": "inferred", "source": "a test"}}}' > %t.without.json
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rx-6900-xt -fclperf-dump=sim -Wno-clperf 2>&1 \
// RUN:   | grep -E 'sectors|time' | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=%t.without.json -fclperf-dump=sim -Wno-clperf 2>&1 \
// RUN:   | grep sectors | FileCheck --check-prefix=WITHOUT %s

// CHECK: DRAM sectors 0
// CHECK-NEXT: time 0.03{{.*}} bound by l2
// WITHOUT: DRAM sectors {{[1-9]}}
// clperf: launch global=2097152 local=256 count=10
__kernel void fits(__global float4 *a)
{
    a[get_global_id(0)] *= 2;
}

// CHECK-NEXT: DRAM sectors {{[1-9]}}
// WITHOUT-NEXT: DRAM sectors {{[1-9]}}
// clperf: launch global=16777216 local=256 count=10
__kernel void larger(__global float4 *a)
{
    a[get_global_id(0)] *= 2;
}
