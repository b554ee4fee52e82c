"""Which finding is first on classic mistakes, and that their mended forms have none.

usage: mistakes.py CLPERF-ANALYZE INPUTS SCRATCH [--write]

A row of INPUTS/table.csv names a mistake and the rules that may say it first, the right one before others. Each source has its mended form under MENDED, and is read
as CUDA for an NVIDIA GPU and as HIP for an AMD one; OpenCL for both. Prints a row for each, and fails where another finding is first, where a mended form has a
warning, or where nothing is said though the mended form takes 20 % less time.
"""
import concurrent.futures
import csv
import json
import os
import subprocess
import sys

NVIDIA = "rtx-3070"
# Of a mistake that costs nothing on AMD's GPUs.
NOT_THERE = "-"
SILENCE = 0.8


def predict(analyze, source, language, gpu, mended, scratch):
    name = os.path.basename(source).replace(".", "-")
    report = os.path.join(scratch, f"{name}-{gpu}-{mended}.json")
    args = [analyze, "-fclperf-no-cache", f"-fclperf-gpu={gpu}", "-Wno-clperf-not-analysed", "-Rclperf",
            f"-fclperf-only-output=json:file={report}", "-I", os.path.dirname(source), "-c"]
    args += ["-x", language] if language != "cl" else []
    args += ["-DMENDED"] if mended else []
    done = subprocess.run(args + [source], capture_output=True, text=True)
    if done.returncode or not os.path.exists(report):
        sys.exit(f"{source}: {done.stderr}")
    kernels = json.load(open(report))["kernels"]
    if not kernels:
        sys.exit(f"{source}: no kernel for {gpu}: {done.stderr}")
    return kernels


def warnings(kernels):
    found = [f for k in kernels for f in k["findings"] if f["severity"] == "warning"]
    # What is undefined has no cost, and comes before all that has.
    return sorted(found, key=lambda f: -1e9 if f["cost_ms"] is None else -f["cost_ms"])


def time_of(kernels):
    return sum(k["time_ms"] * k["launch"].get("count", 1) for k in kernels)


def compare(analyze, inputs, scratch, row, language, gpu):
    source = os.path.join(inputs, row["source"])
    bad = predict(analyze, source, language, gpu, False, scratch)
    good = predict(analyze, source, language, gpu, True, scratch)
    named = [f["rule"].removeprefix("clperf-") for f in warnings(bad)]
    expected = row["rules"].split()
    first = named[0] if named else "-"
    faults = []
    if first not in expected:
        faults.append(f"first is {first}" + (f", then {' '.join(named[1:])}" if named[1:] else ""))
    if not named and time_of(good) < SILENCE * time_of(bad):
        faults.append("silence")
    if warnings(good):
        faults.append("mended: " + "; ".join(f["rule"] + ": " + f["message"] for f in warnings(good)))
    return [row["mistake"], language, gpu, first, f"{time_of(bad):.3g}", f"{time_of(good):.3g}", " | ".join(faults)]


def main():
    analyze, inputs, scratch = sys.argv[1:4]
    os.makedirs(scratch, exist_ok=True)
    rows = list(csv.DictReader(open(os.path.join(inputs, "table.csv"))))
    jobs = []
    for row in rows:
        languages = ["cl"] if row["source"].endswith(".cl") else ["cuda", "hip"]
        for language in languages:
            gpus = [NVIDIA, row["amd"]] if language == "cl" else [NVIDIA if language == "cuda" else row["amd"]]
            for gpu in gpus:
                if gpu == NOT_THERE:
                    continue
                jobs.append((row, language, gpu))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda j: compare(analyze, inputs, scratch, *j), jobs))
    for r in results:
        print(*r[:6], r[6] or "right", sep="  ")
    right = sum(not r[6] for r in results)
    print(f"{right} of {len(results)} right, {sum(r[6].startswith('mended') or '| mended' in r[6] for r in results)} mended forms with warnings, "
          f"{sum('silence' in r[6] for r in results)} in silence")
    sys.exit(right < len(results))


main()
