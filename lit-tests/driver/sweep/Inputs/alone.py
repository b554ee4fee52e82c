"""Predicts each configuration of spaces in a process of its own, and compares with one process.

Usage: alone.py CLPERF SCRATCH SPACE...
"""

import subprocess
import sys
from pathlib import Path

program, scratch = sys.argv[1], Path(sys.argv[2])


def sweep(*args):
    subprocess.run([program, "sweep", *map(str, args)], check=True)


for space in sys.argv[3:]:
    whole, merged = scratch / "whole.csv", scratch / "merged.csv"
    sweep("--jobs", 1, "-o", whole, space)
    n = whole.read_text().count("\n") - 1
    parts = [scratch / f"{i}.csv" for i in range(1, n + 1)]
    for i, part in enumerate(parts, 1):
        sweep("--jobs", 1, "--shard", f"{i}/{n}", "-o", part, space)
    sweep("--merge", "-o", merged, *parts)
    assert n >= 8 and whole.read_bytes() == merged.read_bytes(), (space, n)
