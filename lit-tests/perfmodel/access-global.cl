// Sectors and lines that a warp's request touches, by the shape of its addresses: on warps of
// 32 and of 64 work-items.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=access -Wno-clperf 2>&1 \
// RUN:   | grep load | FileCheck --check-prefix=W32 %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-645 -fclperf-dump=access -Wno-clperf 2>&1 \
// RUN:   | grep load | FileCheck --check-prefix=W32 %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi250x -fclperf-dump=access -Wno-clperf 2>&1 \
// RUN:   | grep load | FileCheck --check-prefix=W64 %s
//
// W32: 8 requests, 4 sectors 1 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 5 sectors 2 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 4 sectors 2 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 8 sectors 2 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 32 sectors 8 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 32 sectors 32 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 1 sectors 1 lines, ideal 4, uniform, exact{{$}}
// W32-NEXT: 8 requests, 4 sectors 1 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 4 sectors 1 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 1 sectors 1 lines, ideal 4, exact{{$}}
// W32-NEXT: 8 requests, 16 sectors 4 lines, ideal 16, exact{{$}}
// W32-NEXT: 8 requests, 1 sectors 1 lines, ideal 1, exact{{$}}
// W32-NEXT: 8 requests, 8 sectors 2 lines, ideal 8, exact{{$}}
//
// W64: 4 requests, 8 sectors 2 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 9 sectors 3 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 8 sectors 3 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 16 sectors 4 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 64 sectors 16 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 64 sectors 64 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 1 sectors 1 lines, ideal 8, uniform, exact{{$}}
// W64-NEXT: 4 requests, 8 sectors 2 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 8 sectors 2 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 2 sectors 1 lines, ideal 8, exact{{$}}
// W64-NEXT: 4 requests, 32 sectors 8 lines, ideal 32, exact{{$}}
// W64-NEXT: 4 requests, 2 sectors 1 lines, ideal 2, exact{{$}}
// W64-NEXT: 4 requests, 16 sectors 4 lines, ideal 16, exact{{$}}

// clperf: launch global=256 local=256
__kernel void shapes(__global float *a, __global float4 *v, __global uchar *c, __global double *d,
                     __global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i];            // coalesced
    o[i] = a[i + 1];        // misaligned by one element
    o[i] = a[i + 8];        // misaligned by one sector
    o[i] = a[2 * i];        // every other element
    o[i] = a[8 * i];        // one element of each sector
    o[i] = a[32 * i];       // one element of each line
    o[i] = a[5];            // uniform
    o[i] = a[255 - i];      // backwards
    o[i] = a[i ^ 1];        // permuted inside a sector
    o[i] = a[i / 4];        // four lanes share an element
    v[i] = v[i + 256];      // 16 bytes a lane
    c[i] = c[i + 256];      // 1 byte a lane
    d[i] = d[i + 256];      // 8 bytes a lane
}
