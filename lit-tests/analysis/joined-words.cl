// Neighbouring words that a work-item reads or writes are one access where the GPU's compiler makes them one: LLVM's
// back end for AMD's GPUs whatever their alignment, NVIDIA's compiler only where the code shows it.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi210 -fclperf-dump=cfg 2>&1 | FileCheck --check-prefixes=CHECK,ANY %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3060 -fclperf-dump=cfg 2>&1 | FileCheck --check-prefixes=CHECK,SHOWN %s

// CHECK-LABEL: cfg of written (machine view): 1 blocks,
// ANY-SAME: 4 accesses
// ANY-COUNT-4: store global 16 bytes
// SHOWN-SAME: 16 accesses
// SHOWN-COUNT-16: store global 4 bytes
__kernel void written(__global float *p)
{
    size_t i = get_global_id(0);
    for (int k = 0; k < 16; k++)
        p[i * 16 + k] = 0;
}

// A word that something is stored to in between is read alone.
//
// CHECK-LABEL: cfg of copied (machine view): 1 blocks, 8 accesses
__kernel void copied(__global float *p, __global const float *q)
{
    size_t i = get_global_id(0);
    for (int k = 0; k < 4; k++)
        p[i * 4 + k] = q[i * 4 + k];
}

// Bytes from an odd address on are a word, too.
//
// CHECK-LABEL: cfg of bytes (machine view): 1 blocks,
// ANY-SAME: 2 accesses
// ANY: load global 4 bytes
// ANY: store global 4 bytes
// SHOWN-SAME: 8 accesses
__kernel void bytes(__global uchar *restrict p, __global const uchar *restrict q)
{
    size_t i = get_global_id(0);
    for (int k = 0; k < 4; k++)
        p[i * 4 + k] = q[i * 4 + k + 1];
}

// Local memory has no accesses of any alignment.
//
// CHECK-LABEL: cfg of local_words (machine view): 1 blocks,
// CHECK-COUNT-4: store local 4 bytes
__kernel void local_words(__local float *p)
{
    size_t i = get_local_id(0);
    for (int k = 0; k < 4; k++)
        p[i * 4 + k] = 1;
}
