// A buffer whose numbers are given by a formula of their place has known contents: branches and trip
// counts that follow them are decided.
//
// RUN: split-file %s %t && cd %t
// RUN: %clperf-cc -fsyntax-only k.cl -fclperf-launch=k.json -fclperf-dump=trace,launch -fclperf-add-output=json:file=report.json 2>&1 | FileCheck %s
// CHECK: launch: 'count'
// CHECK: number = 64 elements, by a formula
// CHECK: trace of count: 2 warps of 32 lanes, {{[0-9]+}} patterns, exact
// RUN: FileCheck --check-prefix=LOOPS --input-file=report.json %s
// LOOPS: "trips_min":{{ *}}0,
// LOOPS: "trips_avg":{{ *}}3.5,
// LOOPS: "trips_max":{{ *}}7,
//
// Floating-point numbers, and numbers beyond the formula's buffer, which are not known.
// RUN: %clperf-cc -fsyntax-only k.cl -fclperf-launch=halves.json -fclperf-dump=trace 2>&1 | FileCheck --check-prefix=HALVES %s
// HALVES: trace of above: 2 warps of 32 lanes, {{[0-9]+}} patterns, exact
// HALVES: store out+0x{{.*}} lanes 8 x
// RUN: %clperf-cc -fsyntax-only k.cl -fclperf-launch=short.json -fclperf-dump=trace 2>&1 | FileCheck --check-prefix=SHORT %s
// SHORT: trace of above: 2 warps of 32 lanes, {{[0-9]+}} patterns, unknown
//--- k.cl
__kernel void count(__global const int *number, __global float *out) {
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < number[i]; k++)
        sum += out[k];
    out[i] = sum;
}
__kernel void above(__global const float *number, __global int *out) {
    int i = get_global_id(0);
    if (number[i] > 0.5f)
        out[i] = i;
}
//--- k.json
{ "version": 1, "launches": [
  { "kernel": "count", "file": "k.cl", "global": [64], "local": [64],
    "args": { "number": {"elements": 64, "each": "i % 8"}, "out": {"elements": 64} } } ] }
//--- halves.json
{ "version": 1, "launches": [
  { "kernel": "above", "file": "k.cl", "global": [64], "local": [64],
    "args": { "number": {"elements": 64, "each": "i % 4 / 4"}, "out": {"elements": 64} } } ] }
//--- short.json
{ "version": 1, "launches": [
  { "kernel": "above", "file": "k.cl", "global": [64], "local": [64],
    "args": { "number": {"elements": 32, "each": "i % 4 / 4"}, "out": {"elements": 64} } } ] }
