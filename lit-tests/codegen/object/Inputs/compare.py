"""Compares what clperf check says of a cubin with what ptxas said when nvcc made it; prints what differs, and how many
kernels there were.

usage: compare.py CLPERF SOURCE ARCHITECTURE... [NVCC-OPTION...]
"""

import re
import subprocess
import sys


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True)


def said_by_ptxas(text):
    """Registers, stack, spill stores, spill loads and shared memory of each kernel, of functions within it, too."""
    kernels = {}
    for line in text.splitlines():
        if match := re.search(r"Compiling entry function '(\S+)'", line):
            kernel = kernels[match[1]] = [0, 0, 0, 0, 0]
        elif match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            kernel[2] += int(match[2])
            kernel[3] += int(match[3])
        elif match := re.search(r"Used (\d+) registers", line):
            kernel[0] = int(match[1])
            for number, name in ((1, "cumulative stack size"), (4, "smem")):
                if match := re.search(rf"(\d+) bytes {name}", line):
                    kernel[number] = int(match[1])
    return kernels


def said_by_clperf(text):
    kernels = {}
    for line in text.splitlines()[2:]:
        _, registers, stack, stores, loads, shared, _, _, name = line.split(None, 8)
        symbol = re.search(r"\[(\S+)\]$", name)
        kernels[symbol[1] if symbol else name] = [int(n) for n in (registers, stack, stores, loads, shared)]
    return kernels


def main():
    clperf, source, *words = sys.argv[1:]
    archs = [word for word in words if word[0] != "-"]
    options = [word for word in words if word[0] == "-"]
    all_kernels, other = [], 0
    for arch in archs:
        cubin = f"{arch}.cubin"
        made = run("nvcc", "-cubin", f"-arch=sm_{arch}", "-Xptxas", "-v", *options, source, "-o", cubin)
        expected, found = said_by_ptxas(made.stderr + made.stdout), said_by_clperf(run(clperf, "check", cubin).stdout)
        all_kernels += expected.values()
        for name in sorted(expected.keys() | found.keys()):
            if expected.get(name) != found.get(name):
                other += 1
                print(f"sm_{arch}: {name}: other: {found.get(name)}, ptxas says {expected.get(name)}")
    stack = sum(kernel[1] > 0 for kernel in all_kernels)
    spills = sum(kernel[2] + kernel[3] > 0 for kernel in all_kernels)
    print(f"{len(archs)} architectures: {len(all_kernels)} kernels, of which {stack} with a stack and {spills} with spills, "
          f"{other} other than ptxas says")


main()
