// The wavefronts of a group are spread over the four SIMDs of a work-group processor of RDNA, from the first one on: of eight
// of which two have work, two SIMDs have that of all groups, and the others nothing. Four take as long.
//
// DEFINE: %{of} = %clperf-cc -fsyntax-only %s -fclperf-dump=sim
// RUN: %{of} -fclperf-gpu=rx-6900-xt -fclperf-launch=few:global=4194304,local=256,n=64 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %{of} -fclperf-gpu=rx-6900-xt -fclperf-launch=few:global=4194304,local=256,n=128 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %{of} -fclperf-gpu=rx-6900-xt -fclperf-launch=few:global=4194304,local=256,n=256 2>&1 | FileCheck --check-prefix=ALL %s
// TWO: time 0.7
// ALL: time 1.{{49|50}}
//
// Groups of two wavefronts begin where the one before has ended.
// RUN: %{of} -fclperf-gpu=rx-6900-xt -fclperf-launch=few:global=1048576,local=64,n=64 2>&1 | FileCheck --check-prefix=SMALL %s
// SMALL: time 0.3
//
// On GCN, whose groups belong to one compute unit and begin at the next of its SIMDs, half as many take half as long.
// RUN: %{of} -fclperf-gpu=rx-vega-64 -fclperf-launch=few:global=4194304,local=256,n=64 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: %{of} -fclperf-gpu=rx-vega-64 -fclperf-launch=few:global=4194304,local=256,n=128 2>&1 | FileCheck --check-prefix=BOTH %s
// ONE: time 0.6
// BOTH: time 1.3

kernel void few(global float *out, int n) {
    if (get_local_id(0) >= n)
        return;
    float x = get_local_id(0), y = 1.5f;
    for (int i = 0; i < 1024; i++) {
        x = fma(x, y, x);
        y = fma(y, x, y);
        x = fma(x, y, x);
        y = fma(y, x, y);
    }
    out[get_global_id(0)] = x + y;
}
