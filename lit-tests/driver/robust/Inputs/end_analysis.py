"""Runs a command line of clperf-cc and sends its clperf-analyze a signal: end_analysis.py SIGNAL ARGUMENT...
The exit status is that of clperf-cc."""

import pathlib
import os
import signal
import subprocess
import sys
import time


def children(pid):
    return [int(w) for w in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def descendants(pid):
    return [d for c in children(pid) for d in [c] + descendants(c)]


def is_analysis(pid):
    return pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "clperf-analyze"


process = subprocess.Popen(sys.argv[2:])
found = []
while not found and process.poll() is None:
    time.sleep(0.2)
    found = [c for c in descendants(process.pid) if is_analysis(c)][:1]
for pid in found:
    os.kill(pid, getattr(signal, sys.argv[1]))
sys.exit(process.wait() if found else "no analysis was found")
