// Distances and steps that 64 bits do not hold wrap around; the build with sanitizers checks it.
// RUN: %clperf-cc true -c %s -fclperf-no-cache -Rclperf -fclperf-launch=far:global=4096,local=64,n=9223372036854775807 \
// RUN:   -fclperf-launch=steps:global=4096,local=64,n=1000000 2>&1 | FileCheck %s --implicit-check-not="runtime error"
// CHECK-DAG: remark: 'far'
// CHECK-DAG: remark: 'steps'
kernel void far(global int *p, long n) {
    long sum = 0;
    for (long i = 0; i < n; i += 0x00ffffffffffffffL)
        sum += p[i * 0x7ffffffffffffff1L - 0x7fffffffffffffffL];
    p[get_global_id(0)] = (int)sum;
}
kernel void steps(global int *p, long n) {
    long at = 0x7fffffffffffff00L, by = -0x7fffffffffffffffL - 1;
    int sum = 0;
    for (long i = 0; i < n; i++) {
        sum += p[at & 0xffff];
        at -= by;
        by *= 0x7fffffffffffL;
    }
    p[get_global_id(0)] = sum;
}
