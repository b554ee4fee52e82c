// Arguments that nobody gave are made up by what the kernel does with them, and the output says so.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-dump=launch 2>&1 | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Rclperf -fclperf-no-fixes \
// RUN:   -fclperf-add-output=json:file=%t.json 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: %python %root/lit-tests/diag/validate_schema.py %root/docs/report.schema.json %t.json

// Work-items are held against `width` and `height`, and rows are `width` apart. 32 sectors would be
// the price of not knowing how far two rows of a warp are apart.
// CHECK: launch: 'transpose' global 1024x1024x1 (assumption)
// CHECK-NEXT: width = 1024 (assumption)
// CHECK-NEXT: height = 1024 (assumption)
__kernel void transpose(__global const float *in, __global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
// Whether the store costs anything depends on the shape of the work-groups, so it is no warning.
// TEXT-NOT: warning: uncoalesced

// A half, and what remains of a number of groups.
// CHECK: launch: 'pairs' global 1048576x1x1 (assumption)
// CHECK-NEXT: n = 2097152 (assumption)
// CHECK-NEXT: share = 256 (assumption)
// CHECK-NEXT: start = 0 (assumption)
// CHECK-NEXT: stage = 1024 bytes of local memory (assumption)
__kernel void pairs(__global int *out, uint n, uint share, uint start, __local int *stage)
{
    uint i = get_global_id(0);
    stage[get_local_id(0)] = i;
    if (i < n / 2)
        out[get_group_id(0) * share + get_local_id(0) + start] += stage[get_local_id(0)];
}

// A number that nothing tells of stays unknown; so do those that go with a launch of the user's.
// CHECK: launch: 'steps' global 1048576x1x1 (assumption) local 256x1x1 (assumption) offset 0x0x0 count 1
__kernel void steps(__global float *out, int times)
{
    for (int i = 0; i < times; i++)
        out[get_global_id(0)] *= 2;
}

// CHECK-NEXT: launch: 'told' global 64x1x1 (comment) local 32x1x1 (comment) offset 0x0x0 count 1
// clperf: launch global=64 local=32
__kernel void told(__global float *out, int n)
{
    if (get_global_id(0) < n)
        out[get_global_id(0)] = 1;
}

// All pairs: the work grows with the square of the size.
// CHECK-NEXT: launch: 'all_pairs' global 16384x1x1 (assumption)
// CHECK-NEXT: n = 16384 (assumption)
__kernel void all_pairs(__global const float *in, __global float *out, int n)
{
    float sum = 0;
    if (get_global_id(0) >= n)
        return;
    for (int i = 0; i < n; i++)
        sum += fabs(in[i] - in[get_global_id(0)]);
    out[get_global_id(0)] = sum;
}

// Whatever the launch is, neighbours are 128 bytes apart: that is a warning, with its share of the time.
// TEXT: assumed-arguments.cl:[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced store to 'out': 32 sectors
__kernel void apart(__global float *out)
{
    out[get_global_id(0) * 32] = 1;
}

// TEXT: remark: the launch of 'transpose' is not known; as 1024x1024/16x16 it would take
// TEXT-NEXT: missing: global and local size, 'width' and 'height'; to give it, put above the kernel, with your numbers: // clperf: launch global=1024x1024 local=16x16 width=1024 height=1024{{$}}
// TEXT-NEXT: the launch decides about uncoalesced (line 17)

// What is assumed is not known.
// RUN: %python -c "import json; k = json.load(open('%t.json'))['kernels']; \
// RUN:   t = k[0]; assert t['launch']['args'] == {} and t['launch']['assumed'] == {'width': 1024, 'height': 1024}; \
// RUN:   assert not any(x[f] for x in t['accesses'] + t['branches'] for f in ('known', 'followed')); \
// RUN:   a = next(x for x in k if x['name'] == 'all_pairs'); assert not a['loops'][0]['known'] and a['loops'][0]['trips_max'] is None; \
// RUN:   assert t['open'] == [{'rule': 'clperf-uncoalesced', 'line': 17, 'col': 29}] and not t['findings']; \
// RUN:   [f] = next(x for x in k if x['name'] == 'apart')['findings']; assert 0.5 < f['cost_share']['low'] <= f['cost_share']['high'] < 1"
