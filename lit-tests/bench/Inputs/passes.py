"""Of each kernel's launches: how many there are, how many times are within 25 %, and of how many the passes over shared memory are what
the hardware counted, but for those that fill it."""

import json
import sys

launches = {}
for p in json.load(open(sys.argv[1])):
    launches.setdefault(p["kernel"], []).append(p)
for kernel, points in launches.items():
    near = sum(0.75 <= p["predicted_ms"] / p["measured_ms"] <= 1.25 for p in points)
    passes = [p["counters"]["shared_passes"] for p in points if "shared_passes" in p.get("counters", {})]
    exact = sum(abs(c["predicted"] / c["measured"] - 1) < 0.002 for c in passes)
    print(f"{kernel}: {len(points)} launches, {near} within 25 %" + (f", passes of {exact} as counted" if passes else ""))
