"""Prints a kernel of AMD's assembly with the instructions of a file, and the descriptor and metadata that make it one.

Usage: kernel.py ARCHITECTURE FILE [STACK-BYTES [SPILLED]]
Instructions are lines that begin with a blank; what stands behind "//" is a comment.
"""

import sys

architecture, path = sys.argv[1:3]
stack, spilled = ([int(n) for n in sys.argv[3:]] + [0, 0])[:2]
width = 64 if architecture.startswith("gfx9") or architecture.startswith("gfx8") else 32
lines = [line.rstrip().split("//")[0] for line in open(path) if line[:1] in (" ", ".") or line.startswith("L")]
accumulators = "  .amdhsa_accum_offset 4\n" if architecture in ("gfx90a", "gfx942") else ""
buffer = "  .amdhsa_user_sgpr_private_segment_buffer 1\n" if architecture in ("gfx803", "gfx90a", "gfx1030") else ""
print(f"""  .amdgcn_target "amdgcn-amd-amdhsa--{architecture}"
  .text
  .globl kernel
  .p2align 8
  .type kernel,@function
kernel:
{chr(10).join(lines)}
.Lend:
  .size kernel, .Lend-kernel
  .rodata
  .p2align 6
  .amdhsa_kernel kernel
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 32
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
{accumulators}{buffer}  .end_amdhsa_kernel
  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: kernel
    .symbol: kernel.kd
    .kernarg_segment_size: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: {stack}
    .kernarg_segment_align: 8
    .wavefront_size: {width}
    .sgpr_count: 32
    .vgpr_count: 8
    .vgpr_spill_count: {spilled}
    .max_flat_workgroup_size: 1024
...
  .end_amdgpu_metadata""")
