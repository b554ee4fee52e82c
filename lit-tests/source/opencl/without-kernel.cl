// UNSUPPORTED: asan, tsan
//
// Our own clang makes nothing of kernels that nobody asks for, and the same of the others.
//
// DEFINE: %{clang} = %clperf-analyze --clang=$(command -v clang-19) -target nvptx64-unknown-nvidiacl -nogpulib -O3 -x cl -S -o -
// RUN: %{clang} %s --without-kernel=left_out | FileCheck %s
// RUN: %{clang} %s -DSHARED --without-kernel=left_out | FileCheck --check-prefix=SHARED %s
// CHECK-NOT: left_out
// CHECK: .entry kept(
// CHECK-NOT: left_out
//
// A function that only the kernels can call would be inlined into the last one of them: all stay.
// SHARED-DAG: .entry kept(
// SHARED-DAG: .entry left_out(
#ifdef SHARED
static __attribute__((noinline)) int twice(int i) { return 2 * i; }
#else
static __attribute__((always_inline)) int twice(int i) { return 2 * i; }
#endif

kernel void left_out(global int *out) { out[twice(out[0])] = 1; }
kernel void kept(global int *out) { out[twice(out[1])] = 2; }
