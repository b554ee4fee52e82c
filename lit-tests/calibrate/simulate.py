#!/usr/bin/env python3
"""Calibrates a device whose kernels take the times that the simulator predicts for a GPU of the database, and compares
what is found with the GPU's own values.

usage: simulate.py PROGRAMS REAL_OPENCL FOLDER GPU [--only KEY[,KEY...]] [--least SHARE]

PROGRAMS is the folder of clperf and clperf-analyze, FOLDER one for files, which has libOpenCL.so.1 of
Inputs/simulated_opencl.c. Fails if a smaller share than SHARE of the values that a measurement can show is found within 10 %.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

WITHIN = 0.10
# What the driver says is no measurement.
FACTS = ["sm_count", "core_mhz", "dram_bytes", "local_bytes_per_group", "max_items_per_group", "warp_width",
         "shares_host_memory"]


def values_of(clperf, gpu):
    text = subprocess.run([clperf, "gpus", "--all", gpu], capture_output=True, text=True)
    if text.returncode:
        text = subprocess.run([clperf, "gpus", gpu], capture_output=True, text=True, check=True)
    head = re.match(r"(\S+): (.*), (\S+) (\S+)\n", text.stdout)
    values = {m[1]: float(m[2]) for m in re.finditer(r"^(\w+) = (\S+) ", text.stdout, re.M)}
    return head, values


def environment(args, head, v):
    major, minor = re.match(r"sm_(\d+)(\d)$", head[4]).groups() if head[3] == "nvidia" else ("0", "0")
    facts = [head[3]] + [f"{v[k]:.0f}" for k in ("sm_count", "core_mhz", "dram_bytes", "local_bytes_per_group",
                                                "max_items_per_group", "warp_width")] + [major, minor]
    return dict(os.environ, LD_LIBRARY_PATH=args.folder, SIMULATED_GPU=head[1], SIMULATED_FACTS="|".join(facts),
                SIMULATED_ANALYZE=f"{args.programs}/clperf-analyze", SIMULATED_REAL=args.real,
                SIMULATED_FOLDER=args.folder, POCL_CACHE_DIR=f"{args.folder}/pocl")


def truth(v, key):
    """What a measurement shows of the value; None if nothing depends on it."""
    if key == "dram_gbs":
        return v["dram_gbs"] * v["dram_efficiency"]
    if key == "rate_fp16":
        return None  # PoCL, which runs the kernels' checks, has no fp16
    if key in ("l1_bytes", "l1_latency", "l1_bytes_per_clk") and not v.get("l1_caches_global"):
        return None  # global loads do not show it
    if not v.get(key) and key != "l1_caches_global":
        return None
    return v.get(key, 0)


def measured(args, env):
    only = ["--only", args.only] if args.only else []
    out = Path(args.folder) / "found.json"
    command = [f"{args.programs}/clperf", "calibrate", "--quick", "--limit", "500", *only, "-o", str(out)]
    run = subprocess.run(command, env=env, capture_output=True, text=True)
    found, why = {}, {}
    for m in re.finditer(r"\] (\w+): (?:refused: (.*)|(\S+) )", run.stderr):
        if m[2]:
            why[m[1]] = m[2]
        else:
            found[m[1]] = float(m[3])
    if not found:
        sys.exit(run.stderr)
    return found, why


def main():
    p = argparse.ArgumentParser()
    p.add_argument("programs")
    p.add_argument("real")
    p.add_argument("folder")
    p.add_argument("gpu")
    p.add_argument("--only")
    p.add_argument("--least", type=float, default=0)
    args = p.parse_args()
    head, v = values_of(f"{args.programs}/clperf", args.gpu)
    found, why = measured(args, environment(args, head, v))
    good = n = 0
    print(f"| {head[1]} | entry | found | |\n|---|---|---|---|")
    for key in list(found) + [k for k in why if k not in found]:
        wanted = truth(v, key)
        if key in FACTS or key == "dram_efficiency" or wanted is None:
            continue
        n += 1
        got = found.get(key)
        near = got is not None and abs(got - wanted) <= WITHIN * wanted
        good += near
        print(f"| {key} | {wanted:.6g} | {'refused: ' + why[key] if got is None else f'{got:.6g}'} | {'' if near else 'no'} |")
    print(f"{good} of {n} within {WITHIN:.0%}")
    return 1 if n == 0 or good < args.least * n else 0


if __name__ == "__main__":
    sys.exit(main())
