// Nothing in this kernel says that it runs in more than one work-item, as where a macro is missing that would: no warning rests on such a launch.
//
// RUN: %clperf-cc true -c %s -fclperf-gpu=rtx-3060 2>&1 | not grep 'warning:'
// RUN: %clperf-cc true -c %s -fclperf-gpu=rtx-3060 -Rclperf 2>&1 | FileCheck %s

__global__ void distances(const float *rows, const float *columns, float *product, int m, int n, float gamma) {
    for (int k = 0; k < m * n; k++) {
        // CHECK: [[#@LINE+1]]:{{.*}}: remark: division of 32-bit integers{{.*}} in every plausible launch [-Wclperf-integer-division]
        int i = k / n, j = k % n;
        product[k] = expf(-(rows[i] + columns[j] - product[k] * 2) * gamma);
    }
}
