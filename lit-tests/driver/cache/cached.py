#!/usr/bin/env python3
"""Checks that cached analyses say what fresh ones say, byte for byte, after every kind of edit.

Usage: cached.py CLPERF-ANALYZE
Runs in the current directory, which it fills. After each edit the analysis runs with the cache,
without it, and with it again: all outputs must be equal, and the last run must have written no
entry, so that it was found.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

KERNEL = """#include "width.h"
// clperf: launch global=4096 local=64 n=4096
__kernel void scale(__global float *out, __global const float *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    out[i * WIDTH] = in[at[i]] * 2;
}
"""
HOST = """#include <CL/cl.h>
#include "text.h"
static const char *file = "other.cl";
void run(cl_command_queue q, cl_program p)
{
    size_t global = SIZE;
    cl_kernel k = clCreateKernel(p, "inner", 0);
    clEnqueueNDRangeKernel(q, k, 1, 0, &global, 0, 0, 0, 0);
}
"""
TEXT = '#define SIZE 4096\nstatic const char *text = "kernel void inner(global int *p) { p[get_global_id(0)] = 1; }";\n'
MANIFEST = """{"version": 1, "launches": [{"kernel": "scale", "global": [4096], "local": [64],
  "args": {"at": {"file": "at.bin"}, "n": 4096}}]}
"""

DEVICE = ["clang-19", "-c", "k.cl", "-o", "k.o", "-Iearly", "-Ilate", "-Rclperf"]
PROGRAM = ["gcc", "-c", "host.c", "-o", "host.o", "-Rclperf", "-Iearly"]

# What is written before a run, and the command.
STEPS = [
    ("first", {"k.cl": KERNEL, "late/width.h": "#define WIDTH 1\n"}, DEVICE),
    ("source", {"k.cl": KERNEL.replace("* 2", "* 3")}, DEVICE),
    ("comment", {"k.cl": KERNEL.replace("local=64", "local=32")}, DEVICE),
    ("header", {"late/width.h": "#define WIDTH 32\n"}, DEVICE),
    ("header found before", {"early/width.h": "#define WIDTH 2\n"}, DEVICE),
    ("header that misses one", {"early/width.h": '#include "more.h"\n'}, DEVICE),
    ("missing header", {"late/more.h": "#define WIDTH 4\n"}, DEVICE),
    ("configuration", {".clperf": '{"gpu": "a100"}\n'}, DEVICE),
    ("option", {}, [*DEVICE, "-Wclperf=0%"]),
    ("clock", {}, [*DEVICE, "-fclperf-clock=700:1000"]),
    ("response file", {"more.rsp": "-DMORE\n"}, [*DEVICE, "@more.rsp"]),
    ("manifest", {"m.json": MANIFEST, "at.bin": bytes(16384)}, [*DEVICE, "-fclperf-launch=m.json"]),
    ("buffer", {"at.bin": b"".join((64 * i % 4096).to_bytes(4, "little") for i in range(4096))},
     [*DEVICE, "-fclperf-launch=m.json"]),
    ("mapping", {"map": "[*]\n"}, [*DEVICE, "-Wclperf=0%", "-fclperf-suppression-mappings=map"]),
    ("mapping's edit", {"map": "[*]\nsrc:*\n"}, [*DEVICE, "-Wclperf=0%", "-fclperf-suppression-mappings=map"]),
    ("errors", {}, [*DEVICE, "-Werror=clperf"]),
    ("program", {"host.c": HOST, "text.h": TEXT}, PROGRAM),
    ("its header", {"text.h": TEXT.replace("4096", "8192")}, PROGRAM),
    ("its file", {"other.cl": "kernel void other(global int *p) { *p = 1; }\n"}, PROGRAM),
    ("its file's edit", {"other.cl": "kernel void other(global int *p) { *p = 2; p[1] = 3; }\n"}, PROGRAM),
]


def write(files):
    for name, text in files.items():
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    # What is written in the tick of the file system's clock in which a run starts could change in it unseen, so that
    # is not kept.
    time.sleep(0.02)


def outputs(analyze, command):
    """Exit status, stderr, and the files of the run."""
    for path in Path("out").glob("*"):
        path.unlink()
    run = subprocess.run([analyze, *command], capture_output=True, text=True,
                         env={**os.environ, "CLPERF_OUTPUT_DIR": "out"})
    files = {path.name: path.read_bytes() for path in sorted(Path("out").glob("*"))}
    return run.returncode, run.stderr, files


def entries():
    """Entries that are written anew are other files."""
    return {path: path.stat().st_ino for path in Path(os.environ["CLPERF_CACHE_DIR"]).rglob("*")}


def check(analyze, command):
    first = outputs(analyze, command)
    kept = entries()
    fresh = outputs(analyze, [*command, "-fclperf-no-cache"])
    again = outputs(analyze, command)
    if not fresh[2]:
        yield "nothing is written"
    if first != fresh:
        yield "the first run is not as without the cache"
    if again != fresh:
        yield "the second run is not as without the cache"
    if entries() != kept:
        yield "it was analysed again"


def main():
    failed = False
    for name, files, command in STEPS:
        write(files)
        found = list(check(sys.argv[1], command))
        print("\n".join(f"{name}: {text}" for text in found or ["equal"]))
        failed |= bool(found)
    return failed


if __name__ == "__main__":
    sys.exit(main())
