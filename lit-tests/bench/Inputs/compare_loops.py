"""Compares predictions from loops of C with those from OpenCL C and with measured times: compare_loops.py LOOPS.json
OPENCL.json, both as `validate --json` writes them."""

import json
import statistics
import sys


def points(path):
    text, decoder, at, found = open(path).read(), json.JSONDecoder(), 0, []
    while at < len(text):
        if text[at] in " \n,[]":
            at += 1
            continue
        point, at = decoder.raw_decode(text, at)
        found.append(point)
    return found


loops = points(sys.argv[1])
opencl = {(p["kernel"], p["measured_ms"]): p["predicted_ms"] for p in points(sys.argv[2])}
apart = []
for p in loops:
    other = opencl[p["kernel"], p["measured_ms"]]
    apart.append(abs(p["predicted_ms"] / other - 1))
    print(f"{p['kernel']:16} measured {p['measured_ms']:9.2f}, from C {p['predicted_ms']:9.2f}, from OpenCL C {other:9.2f} ms")
certain = [p for p in loops if p["dataset"] == "cgpredict_loops"]
off = statistics.mean(abs(p["predicted_ms"] / p["measured_ms"] - 1) for p in certain)
print(f"{len(loops)} kernels; apart {statistics.median(apart):.4f} at the median, off {off:.4f} on average")
print("within 5 % of OpenCL C at the median:", "yes" if statistics.median(apart) <= 0.05 else "no")
print("at most 9 % off on average where sizes are certain:", "yes" if off <= 0.09 else "no")
