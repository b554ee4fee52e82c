#!/usr/bin/env python3
"""Compares the estimated registers of kernels with those that the vendors' back ends allocate.

Usage: compare.py ANALYZER [--gpu NAME]... [--most ERROR] [--list] FILE.cl...

For every kernel of the files, clperf-analyze says twice what it needs on each GPU: once with the
back ends (ptxas on PATH, clang-19 with libclc-19 for AMD), once from IR, without them. Kernels that
a back end says nothing of are left out, and so are GPUs that none is there for. With --most, exits with 1 if a
GPU's median error is larger, or if nothing was compared.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

BACK_ENDS = ["ptxas", "amdgpu"]
GPUS = ["rtx-2080-ti", "a100", "rtx-3090", "h200", "mi250x"]


def registers(analyzer, source, gpus, with_back_ends, scratch):
    """{(kernel, gpu): (registers, source)} of one file; kernels it cannot analyse are missing."""
    report = os.path.join(scratch, "report.json")
    program = source
    if not with_back_ends:
        # IR has no source that a back end could compile anew.
        program = os.path.join(scratch, "program.bc")
        command = ["clang-19", "-target", "spir64-unknown-unknown", "-x", "cl", "-cl-std=CL1.2",
                   "-D__OPENCL_VERSION__=120", "-O1", "-Xclang", "-disable-llvm-passes", "-Xclang",
                   "-disable-lifetime-markers", "-g", "-gcolumn-info", "-fno-discard-value-names",
                   "-funroll-loops", "-w", "-emit-llvm", "-c", source, "-o", program]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
            return {}
    if os.path.exists(report):
        os.remove(report)
    subprocess.run([analyzer, "clang-19", "-fsyntax-only", "-cl-std=CL1.2", program, "-Wno-clperf",
                    "-fclperf-no-text", "-fclperf-gpu=" + ",".join(gpus),
                    f"-fclperf-add-output=json:file={report}"],
                   stderr=subprocess.DEVNULL)
    if not os.path.exists(report):
        return {}
    with open(report) as f:
        kernels = json.load(f)["kernels"]
    return {(k["name"], k["gpu"]): (k["registers"]["per_item"], k["registers"]["source"])
            for k in kernels}


def compare(analyzer, sources, gpus):
    """[(gpu, kernel, real, estimate)]"""
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for source in sources:
            real = registers(analyzer, source, gpus, True, scratch)
            estimated = registers(analyzer, source, gpus, False, scratch)
            for (kernel, gpu), (count, by) in sorted(real.items()):
                guess = estimated.get((kernel, gpu))
                if by in BACK_ENDS and guess and count:
                    rows.append((gpu, kernel, count, guess[0]))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("analyzer")
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--gpu", action="append")
    parser.add_argument("--most", type=float)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    rows = compare(options.analyzer, options.sources, options.gpu or GPUS)
    bad = not rows
    for gpu in options.gpu or GPUS:
        errors = sorted(abs(e - r) / r for g, _, r, e in rows if g == gpu)
        if not errors:
            print(f"{gpu}: no back end")
            bad = bad or bool(options.gpu)
            continue
        median = statistics.median(errors)
        bias = statistics.median(e / r for g, _, r, e in rows if g == gpu)
        print(f"{gpu}: {len(errors)} kernels, median error {median:.3f}, "
              f"90th percentile {errors[int(0.9 * len(errors))]:.3f}, "
              f"estimate / real {bias:.2f}")
        bad = bad or (options.most is not None and median > options.most)
    if options.list:
        for gpu, kernel, real, estimate in rows:
            print(f"{gpu} {kernel} {real} {estimate}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
