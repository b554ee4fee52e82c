#!/usr/bin/env python3
"""Runs clperf-cc with all models on every example for several GPUs and checks that each model has a time for each of them.

Usage: check_models.py CLPERF_CC EXAMPLES WORK_DIRECTORY GPU...
"""

import json
import subprocess
import sys
from pathlib import Path


def kernels_of(program, source, gpus, work):
    """What the models say, and what the compilation printed."""
    out = work / f"{source.stem}.json"
    command = [program, "-fsyntax-only", str(source), f"-fclperf-gpu={','.join(gpus)}", "-Wno-clperf", "-fclperf-no-text",
               f"-fclperf-launch={source.with_suffix('.launch.json')}", "-fclperf-model=all", "-fclperf-no-cache",
               "-fclperf-budget=60", f"-fclperf-add-output=json:file={out}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode or not out.exists():
        sys.exit(f"FAILED: {source.name}: exit status {done.returncode}\n{done.stderr}")
    report = json.loads(out.read_text())
    if report["problems"]:
        sys.exit(f"FAILED: {source.name}: {report['problems']}")
    return report["kernels"]


def main():
    program, examples, work, gpus = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:]
    listing = subprocess.run([program, "-fsyntax-only", str(examples / "vecadd.cl"), "-fclperf-model=help"],
                             capture_output=True, text=True).stderr
    models = [line.split("'")[1] for line in listing.splitlines() if "model '" in line]
    wanted = {"roofline", "trace", "gpuperf", "pram", "components", "quantitative", "transit", "wfg", "pmac"}
    if not wanted <= set(models):
        sys.exit(f"FAILED: no rows for {wanted - set(models)}")
    sources = sorted(examples.glob("*.cl"))
    for source in sources:
        found = {(k["gpu"], k["model"]): k for k in kernels_of(program, source, gpus, work)}
        for gpu in gpus:
            for model in models:
                kernel = found.get((gpu, model))
                if not kernel or not 0 < kernel["time_ms"] < 1000:
                    sys.exit(f"FAILED: {source.name} on {gpu} by {model}: {kernel and kernel['time_ms']}")
    print(f"{len(sources)} examples, {len(gpus)} GPUs, {len(models)} models")


if __name__ == "__main__":
    main()
