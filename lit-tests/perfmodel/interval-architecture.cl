// How far off the model is on an architecture is said by the GPU: on the MI250X by less than on the MI50, of which less is
// measured, and where DRAM limits a kernel by less than where multiply-adds do.
//
// DEFINE: %{width} = sed -n 's/.*time .* ms (\(.*\) to \(.*\)), bound.*/\1 \2/p'
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi250x -fclperf-dump=sim -fclperf-launch=copy:global=16777216,local=256 -fclperf-launch=powers:global=4194304,local=256 2>&1 \
// RUN:   | %{width} | awk 'NR == 1 {copy = $2 / $1} NR == 2 {powers = $2 / $1} END {exit !(copy > 1.4 && copy < 2 && powers > 2 && powers < 3)}'
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi50 -fclperf-dump=sim -fclperf-launch=copy:global=16777216,local=256 -fclperf-launch=powers:global=4194304,local=256 2>&1 \
// RUN:   | %{width} | awk 'NR == 1 {copy = $2 / $1} NR == 2 {powers = $2 / $1} END {exit !(copy > 2.7 && copy < 4 && powers > 5)}'
__kernel void copy(__global const float4 *in, __global float4 *out) {
    out[get_global_id(0)] = in[get_global_id(0)];
}
__kernel void powers(__global const float *in, __global float *out) {
    float x = in[get_global_id(0)], y = 1;
    for (int i = 0; i < 1024; i++)
        y = y * x + x;
    out[get_global_id(0)] = y;
}
