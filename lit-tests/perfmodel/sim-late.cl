// Where following every work-item's numbers takes longer than the budget, the trace goes on without
// them: the time is that of all iterations, not of those that the budget sufficed for.
//
// UNSUPPORTED: asan
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json \
// RUN:   -fclperf-gpu=rtx-2080-ti -fclperf-budget=1 -fclperf-no-cache
// RUN: %python %S/Inputs/times.py %t.json '40 * few < many < 60 * few' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

uint stir(uint h)
{
    for (int i = 0; i < 16; i++) {
        h ^= h >> 15;
        h *= 2246822519u;
        h ^= h >> 13;
        h += (h << 7) ^ (uint)i;
    }
    return h;
}

// clperf: launch global=1048576 local=256 target=12345
__kernel void few(__global uint *out, uint target)
{
    uint h = get_global_id(0);
    for (int r = 0; r < 400; r++) {
        h = stir(h);
        if (h == target)
            out[0] = h;
    }
}

// clperf: launch global=1048576 local=256 target=12345
__kernel void many(__global uint *out, uint target)
{
    uint h = get_global_id(0);
    for (int r = 0; r < 20000; r++) {
        h = stir(h);
        if (h == target)
            out[0] = h;
    }
}
