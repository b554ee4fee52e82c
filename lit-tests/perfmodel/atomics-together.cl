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

// The compiler joins what it sees to be at one address, not what turns out to be: 32 at a time.
// CHECK-NEXT: time 1.{{.*}} bound by l2
// clperf: launch global=4194304 local=256 mask=0
__kernel void happens_to_be_one_address(__global int *a, int mask)
{
    atomic_add(&a[get_local_id(0) & mask], 1);
}

// A place that memory names is one address for all lanes.
// CHECK-NEXT: time 0.0{{.*}} bound by l2
// clperf: launch global=4194304 local=256 n=4194304
__kernel void loaded_place(__global int *a, __global const int *places, int n)
{
    int at = places[get_group_id(0)];
    if (get_global_id(0) < n)
        atomic_add(&a[at & 1], 1);
}

// Lanes leave the loop after different numbers of iterations, each with a place of its own.
// CHECK-NEXT: time 1.{{.*}} bound by l2
// clperf: launch global=4194304 local=256 n=4
__kernel void place_of_last_iteration(__global int *a, int n)
{
    int i = 0;
    while (i < n && (get_local_id(0) >> i & 1))
        i++;
    atomic_add(&a[i >> 8], 1);
}

// Sums are joined where the old value is used; minima are not.
// CHECK-NEXT: time 0.1{{.*}} bound by l2
// clperf: launch global=4194304 local=256
__kernel void number_of_each(__global int *a, __global int *out)
{
    out[get_global_id(0)] = atomic_add(a, 1);
}

// CHECK-NEXT: time 1.{{.*}} bound by l2
// clperf: launch global=4194304 local=256
__kernel void least_before_each(__global int *a, __global int *out)
{
    out[get_global_id(0)] = atomic_min(a, (int)get_local_id(0));
}
