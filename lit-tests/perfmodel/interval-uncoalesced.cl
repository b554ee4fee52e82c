// Requests that touch more sectors than their data need depend on how channels and banks are mapped,
// which nobody documents: the interval is wider than where neighbours read neighbours.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=copy:global=4096x4096,local=16x16,across=0 2>&1 \
// RUN:   | sed -n 's/.*time .* ms (\(.*\) to \(.*\)), bound.*/\1 \2/p' | awk 'NR == 1 {good = $2 / $1 < 2} END {exit !good}'
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=copy:global=4096x4096,local=16x16,across=1 2>&1 \
// RUN:   | sed -n 's/.*time .* ms (\(.*\) to \(.*\)), bound.*/\1 \2/p' | awk 'NR == 1 {good = $2 / $1 > 3} END {exit !good}'
__kernel void copy(__global const float *in, __global float *out, int across) {
    int x = get_global_id(0), y = get_global_id(1);
    int i = across ? x * 4096 + y : y * 4096 + x;
    out[i] = in[i];
}
