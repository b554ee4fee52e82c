#!/usr/bin/env python3
"""Writes a project of N generated kernels, with a kernel in a header that all of them share.

Usage: make_project.py N DIRECTORY
"""

import sys
from pathlib import Path

MAKEFILE = """OBJECTS := $(patsubst %.cl,%.o,$(wildcard */*.cl))
all: $(OBJECTS)
%.o: %.cl
\t$(CC) -c $< -o $@ -I. $(FLAGS)
"""
SHARED = """// clperf: launch global=256x256 local=16x16 n=256
__kernel void shared(__global float *out, __global const float *in, int n)
{
    out[get_global_id(0) * n + get_global_id(1)] = in[get_global_id(1) * n + get_global_id(0)];
}
"""
KERNEL = """#include "shared.h"

// clperf: launch global=4096 local=64 n=%(stride)d
__kernel void generated_%(number)d(__global float *out, __global const float *in, int n)
{
    out[get_global_id(0)] = in[get_global_id(0) * n] * %(number)d;
}
"""


def main():
    n, top = int(sys.argv[1]), Path(sys.argv[2])
    top.mkdir(parents=True)
    (top / "Makefile").write_text(MAKEFILE)
    (top / "shared.h").write_text(SHARED)
    for i in range(n):
        directory = top / f"part{i % 4}"
        directory.mkdir(exist_ok=True)
        (directory / f"k{i // 4}.cl").write_text(KERNEL % {"number": i + 2, "stride": 8 + i % 31})


if __name__ == "__main__":
    main()
