// Of a launch that nobody gives, the work of a few groups stands for that of all, and loops keep their short samples: it is
// near to what the same launch is given.

// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-3060 -fclperf-no-cache -fclperf-no-text -fclperf-add-output=json:file=%t.guessed
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-3060 -fclperf-no-cache -fclperf-no-text -fclperf-add-output=json:file=%t.given \
// RUN:   -fclperf-launch=collatz:global=1048576,local=256 -fclperf-launch=triangle:global=1048576,local=256
// RUN: %python -c "import json, sys; g, h = ([(k['name'], k['time_ms']) for k in json.load(open(f))['kernels']] for f in sys.argv[1:]); \
// RUN:   print(*(f'{n}: {t / u:.1f} times as long' for (n, t), (_, u) in zip(g, h)), sep=chr(10))" %t.guessed %t.given | FileCheck %s

// CHECK: collatz: {{0.9|1.[0-2]}} times as long
// CHECK-NEXT: triangle: {{0.9|1.[0-2]}} times as long

kernel void collatz(global uint *out) {
    uint x = get_global_id(0) + 1, steps = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    out[get_global_id(0)] = steps;
}

kernel void triangle(global float *out, global const float *in) {
    float sum = 0;
    for (int i = 0; i < get_global_id(0) / 8192; i++)
        sum += in[i];
    out[get_global_id(0)] = sum;
}
