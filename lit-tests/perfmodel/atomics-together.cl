// Atomics of all SMs on one line of global memory wait for each other in the L2 slice that has it;
// those on lines that each group has for itself do not. 1.22 cycles of the RTX 2080 Ti for each of
// the first (131,072 warps), 3.3 for each line full of addresses, whose four sectors are a pass each.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -Wno-clperf 2>&1 \
// RUN:   | grep time | FileCheck %s

// CHECK: time 0.10{{.*}} bound by l2
// clperf: launch global=4194304 local=256
__kernel void one_address(__global int *a)
{
    atomic_add(a, 1);
}

// CHECK-NEXT: time 0.28{{.*}} bound by l2
// clperf: launch global=4194304 local=256
__kernel void one_line(__global int *a)
{
    atomic_add(&a[get_local_id(0) % 32], 1);
}

// CHECK-NEXT: time 0.0{{[0-6]}}
// clperf: launch global=4194304 local=256
__kernel void line_of_each_group(__global int *a)
{
    atomic_add(&a[get_group_id(0) * 32], 1);
}
