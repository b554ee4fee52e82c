// The GPU starts so many wavefronts a cycle, all compute units together: 4.2 million of them take 1.76 ms on the MI100 (1.59 a
// cycle of 1502 MHz), where what they store takes 0.27 ms.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi100 -fclperf-launch=mark:global=268435456,local=256,marks=elements:268435456 -fclperf-dump=sim 2>&1 | FileCheck %s
// CHECK: dram busy {{[12]?[0-9]\.}}
// CHECK: time 1.{{[78]}}
//
// Where that is not known they wait for nothing.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi50 -fclperf-launch=mark:global=268435456,local=256,marks=elements:268435456 -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=FREE %s
// FREE: time 0.

kernel void mark(global uchar *marks) {
    marks[get_global_id(0)] = 1;
}
