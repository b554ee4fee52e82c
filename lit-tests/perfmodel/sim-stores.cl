// Stores hold no warp up, so warps run ahead of the memory in the walked part of a loop; the iterations that are
// skipped take as long as the memory does, which is what the kernel is bound by.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-no-cache -fclperf-gpu=rtx-3080,mi250x \
// RUN:   -fclperf-add-output=json:file=%t.json
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-no-cache -fclperf-gpu=rtx-3080,mi250x -fclperf-exact \
// RUN:   -fclperf-add-output=json:file=%t.exact.json
// RUN: %python -c "import json, sys; t, e = ([k['time_ms'] for k in json.load(open(f))['kernels']] for f in sys.argv[1:]); print([abs(x / y - 1) < 0.01 for x, y in zip(t, e)], [k['bound'] for f in sys.argv[1:] for k in json.load(open(f))['kernels']])" \
// RUN:   %t.json %t.exact.json | FileCheck %s
// CHECK: [True, True] ['dram', 'dram', 'dram', 'dram']

// clperf: launch global=65536 local=64 n=268435456
__kernel void fill(__global ulong *out, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        out[i] = i;
}
