"""Writes the sources that robust/*.test compiles: sources.py NAME, in the current directory."""

import json
import pathlib
import sys


def word():
    """A word that begins an interface's name, over and over and never the name."""
    pathlib.Path("word.c").write_text("/* " + "ernel" * 400_000 + " */\nint x;\n")


def headers():
    """A header of 4 MB that is included 400 times, and kept from being compiled more than once."""
    lines = "/* a kernel_of_truth */\n" * 170_000
    pathlib.Path("big.h").write_text("#ifndef BIG\n#define BIG\n" + lines + "#endif\n")
    pathlib.Path("headers.c").write_text('#include "big.h"\n' * 400 + "int x;\n")


def large():
    """A header that is larger than what is looked through, with a kernel at its end, and a small one."""
    kernel = 'static const char *s = "__kernel void f(__global int *p) { p[get_global_id(0)] = 1; }";\n'
    with open("large.h", "w") as f:
        f.truncate(65 << 20)
        f.seek(0, 2)
        f.write(kernel)
    pathlib.Path("small.h").write_text(kernel)
    pathlib.Path("large.c").write_text('#include "large.h"\n')
    pathlib.Path("small.c").write_text('#include "small.h"\n')


def launches():
    """2000 launches of a kernel, all with the same mistake."""
    pathlib.Path("one.cl").write_text(
        "__kernel void k(__global float *a, int n) { a[get_global_id(0)] += n; }\n")
    rows = [{"kernel": "k", "global": [1024 + 64 * i], "local": [64],
             "args": {"nothing": i, "a": {"elements": 1 << 22}}} for i in range(2000)]
    pathlib.Path("launches.json").write_text(json.dumps({"version": 1, "launches": rows}))


def kernels():
    """Many small kernels."""
    line = "__kernel void k{0}(__global float *a) {{ a[get_global_id(0)] += {0}; }}\n"
    pathlib.Path("kernels.cl").write_text("".join(line.format(i) for i in range(2100)))


globals()[sys.argv[1]]()
