// Loops in loops of which nobody knows how often they run: 32 times each is assumed, 32768 iterations
// of the innermost for each work-item. Those are not all walked, so there is a time for them.
//
// RUN: %clperf-cc -fsyntax-only %s -Rclperf -Wno-clperf 2>&1 | FileCheck %s
// CHECK-NOT: not analysed
// CHECK: remark: the launch of 'nest' is not known; as {{[0-9x/]+}} it would take {{[0-9.]+}} ms on gtx-980

__kernel void nest(__global const float *a, __global const float *b, __global float *c, int m,
                   int n, int p)
{
    for (int i = get_global_id(0); i < m; i += get_global_size(0))
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[i * p + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

// A way out of both loops, and none out of the outer one alone.
//
// CHECK-NOT: not analysed
// CHECK: remark: the launch of 'out_of_both' is not known; as {{[0-9x/]+}} it would take {{[0-9.]+}} ms on gtx-980
__kernel void out_of_both(__global int *out, __global const int *in, int n)
{
    int i = 0, sum = 0;
    while (1) {
        do {
            if (in[i] > n)
                goto done;
            sum += in[i];
        } while (in[i++] % 3 == 0);
        out[sum % 64] = i;
    }
done:
    out[get_global_id(0)] = sum;
}
