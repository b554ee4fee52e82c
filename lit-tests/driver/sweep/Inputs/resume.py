"""Interrupts, kills, resumes, splits and merges a sweep, and compares with one run.

Usage: resume.py CLPERF SPACE SCRATCH
"""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

program, space, scratch = sys.argv[1], sys.argv[2], Path(sys.argv[3])


def sweep(*args, status=0):
    done = subprocess.run([program, "sweep", *map(str, args)], capture_output=True, text=True)
    assert done.returncode == status, (args, done)
    return done.stdout + done.stderr


def same(one, other):
    assert one.read_bytes() == other.read_bytes(), (one, other)


def stopped(whole, form, with_signal, wait):
    """A sweep that the signal ends, then --resume."""
    out = scratch / f"stopped.{form}"
    out.unlink(missing_ok=True)
    child = subprocess.Popen([program, "sweep", "-o", out, "--format", form, space],
                             stderr=subprocess.PIPE)
    while not out.exists() and child.poll() is None:
        time.sleep(0.01)
    time.sleep(wait)
    child.send_signal(with_signal)
    message = child.communicate()[1]
    if with_signal == signal.SIGINT and child.returncode:
        assert child.returncode == 130 and b"interrupted after" in message, (child, message)
    sweep("-o", out, "--format", form, "--resume", space)
    same(out, whole)


for form in "csv", "json":
    whole = scratch / f"whole.{form}"
    sweep("-o", whole, "--format", form, space)
    text = whole.read_bytes()

    # What a killed run may leave, to the byte.
    for cut in 0, 1, 5, len(text) // 3, len(text) // 2, len(text) - 3, len(text) - 1, len(text):
        part = scratch / f"part.{form}"
        part.write_bytes(text[:cut])
        sweep("-o", part, "--format", form, "--resume", space)
        same(part, whole)
    for with_signal in signal.SIGINT, signal.SIGKILL:
        stopped(whole, form, with_signal, 0.3)

    parts = [scratch / f"{i}.{form}" for i in range(1, 5)]
    for i, part in enumerate(parts, 1):
        sweep("-o", part, "--format", form, "--shard", f"{i}/4", space)
    merged = scratch / f"merged.{form}"
    sweep("--merge", "-o", merged, *reversed(parts))
    same(merged, whole)
    best = sweep("--top", 5, "--merge", *parts)
    full = sweep("--top", 5, "--format", form, "-o", scratch / "again", "--resume", space)
    assert best == full.split("clperf: warning")[0] and best.count("\n") > 5, (best, full)
    (scratch / "again").unlink()

    # What does not belong together is refused, and left as it is.
    assert "configuration 33, where 17 comes next" in sweep("--merge", parts[0], parts[2], status=2)
    other = Path(space).with_name("clock.json")
    assert "is not a result of this space" in sweep(
        "-o", whole, "--format", form, "--resume", other, status=2)
    assert whole.read_bytes() == text
    assert json.loads(text) if form == "json" else text

assert "not of the same sweep" in sweep("--merge", scratch / "whole.csv", scratch / "whole.json",
                                        status=2)
