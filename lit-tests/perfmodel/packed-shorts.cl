// From Vega on AMD's GPUs compute two integers of 16 bits in one instruction: multiply-adds of pairs
// take as long as those of single ones.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi50,mi210,rx-6800-xt -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'two < 1.2 * one' | FileCheck %s
// CHECK: 3 GPUs, 0 wrong
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=h200 -fclperf-dump=sim 2>&1 | grep instructions | FileCheck %s --check-prefix=CLASSES
// CLASSES-NOT: paired
// CLASSES: paired-short 1024, paired-short-imul 1024

// clperf: launch global=1048576 local=256
__kernel void one(__global short *to)
{
    short x = (short)get_global_id(0), y = (short)get_local_id(0);
    for (int i = 0; i < 256; i++) {
        x = y * x + y;
        y = x * y + x;
    }
    to[get_global_id(0)] = y;
}

// clperf: launch global=1048576 local=256
__kernel void two(__global short2 *to)
{
    short2 x = as_short2((uint)get_global_id(0)), y = as_short2((uint)get_local_id(0));
    for (int i = 0; i < 256; i++) {
        x = y * x + y;
        y = x * y + x;
    }
    to[get_global_id(0)] = y;
}
