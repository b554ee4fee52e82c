#!/usr/bin/env python3
"""Calibrates a device of this machine, killed once, and looks at what comes out.

usage: end_to_end.py CLPERF CLPERF_ANALYZE FOLDER [KEYS]

KEYS are measured alone, where given: `--only` of clperf calibrate.
"""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ENOUGH = 8  # values before it is killed
TOLERANCE = "60"  # percent: tests run beside others


def calibrate(clperf, *more):
    return [clperf, "calibrate", "--quick", "--tolerance", TOLERANCE, *more]


def only():
    return ["--only", sys.argv[4]] if len(sys.argv) > 4 else []


def values_in(journal):
    return len(re.findall(r"^value\t", journal.read_text(), re.M)) if journal.exists() else 0


def kill_once(clperf, out, journal):
    run = subprocess.Popen(calibrate(clperf, *only(), "-o", out), stderr=subprocess.DEVNULL, start_new_session=True)
    end = time.monotonic() + 60
    while values_in(journal) < ENOUGH and time.monotonic() < end and run.poll() is None:
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    n = values_in(journal)
    print(f"killed with {n} values in the journal")
    return n


def check_values(description):
    values = description["values"]
    kinds = [v["kind"] for v in values.values()]
    print(f"{len(values)} keys: {kinds.count('measured')} measured, {kinds.count('inferred')} inferred")
    for key, v in values.items():
        if v["kind"] == "measured":
            assert "spread" in v["source"] and re.search(r"\d{4}-\d\d-\d\d", v["source"]), (key, v)
        else:
            assert "refused: " in v["source"] or "not measured" in v["source"] or "no measurement shows it" in v["source"], (key, v)


def predict(analyze, out, folder):
    (folder / "k.cl").write_text("kernel void k(global float *a, float x) { a[get_global_id(0)] *= x; }\n")
    run = subprocess.run([analyze, "k.cl", f"-fclperf-gpu={out}", "-fclperf-launch=k:global=65536,local=64", "-Rclperf",
                          "-fclperf-no-cache"], cwd=folder, capture_output=True, text=True)
    assert re.search(r"'k' takes [0-9.e-]+ ms on ", run.stderr), run.stderr
    print("predictions from the file")


def repeat(clperf):
    """A value that a busy machine does not change: dependent instructions take their time."""
    found = []
    for _ in range(2):
        run = subprocess.run(calibrate(clperf, "--only", "lat_fp64"), capture_output=True, text=True)
        found.append(re.match(r"lat_fp64 = (\S+) cycles, spread (\S+) %", run.stdout))
    assert all(found), run.stderr
    a, b = (float(m[1]) for m in found)
    spread = max(0.05, *(3 * float(m[2]) / 100 for m in found))
    assert abs(a - b) <= 2 * spread * max(a, b), (a, b, spread)
    print("the same value twice")


def main():
    clperf, analyze, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    out, journal = folder / "cpu.json", folder / "cpu.json.journal"
    n = kill_once(clperf, out, journal)
    run = subprocess.run(calibrate(clperf, *only(), "-o", out), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert f"has {n} values, going on" in run.stderr, run.stderr
    print("the second run goes on with as many")
    assert not journal.exists()
    check_values(json.loads(out.read_text()))
    subprocess.run([clperf, "gpus", out], check=True, stdout=subprocess.DEVNULL)
    print("all within the schema")
    predict(analyze, out, folder)
    repeat(clperf)


if __name__ == "__main__":
    main()
