#!/usr/bin/env python3
"""Runs clperf-cc on every example for several GPUs and checks that text, SARIF and
JSON come out whole.

Usage: check_all.py CLPERF_CC EXAMPLES WORK_DIRECTORY GPU...
"""

import json
import subprocess
import sys
from pathlib import Path


def check(condition, what):
    if not condition:
        raise SystemExit(f"FAILED: {what}")


def run(program, source, gpus, work):
    """One compilation for all GPUs; its text, JSON kernels and SARIF run."""
    outputs = {kind: work / f"{source.stem}.{kind}" for kind in ["json", "sarif"]}
    command = [program, "-fsyntax-only", str(source), f"-fclperf-gpu={','.join(gpus)}",
               f"-fclperf-launch={source.with_suffix('.launch.json')}", "-Rclperf",
               "-fclperf-no-cache", "-fclperf-budget=60"]
    command += [f"-fclperf-add-output={kind}:file={path}" for kind, path in outputs.items()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    check(done.returncode == 0, f"{source.name}: exit status {done.returncode}\n{done.stderr}")
    check(done.stdout == "", f"{source.name}: wrote to stdout")
    check(all(path.exists() for path in outputs.values()), f"{source.name}: {done.stderr}")
    report, sarif = (json.loads(path.read_text()) for path in outputs.values())
    check(report["version"] == 1 and sarif["version"] == "2.1.0", f"{source.name}: versions")
    return done.stderr, report["kernels"], sarif["runs"][0]


def main():
    program, examples, work, gpus = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:]
    work.mkdir(parents=True, exist_ok=True)
    sources = sorted(examples.glob("*.cl"))
    check(len(sources) >= 13, f"only {len(sources)} examples")
    for source in sources:
        text, kernels, sarif = run(program, source, gpus, work)
        check([k["gpu"] for k in kernels] == gpus, f"{source.name}: one result per GPU")
        for kernel in kernels:
            what = f"{source.name} on {kernel['gpu']}"
            check(kernel["name"] == source.stem and kernel["accesses"], what)
            check(kernel["launch"]["source"] == "manifest", f"{what}: launch")
            check(0 < kernel["time_ms_low"] <= kernel["time_ms"] <= kernel["time_ms_high"] < 1000,
                  f"{what}: {kernel['time_ms']} ms")
            check(f"'{source.stem}' takes" in text and f"on {kernel['gpu']}" in text,
                  f"{what}: no remark\n{text}")
        findings = sum(len(k["findings"]) for k in kernels)
        results = [r for r in sarif["results"] if r.get("level") == "warning"]
        check(bool(results) == bool(findings), f"{source.name}: SARIF and JSON differ")
        print(f"{source.name}: {len(kernels)} results, {findings} findings")


if __name__ == "__main__":
    main()
