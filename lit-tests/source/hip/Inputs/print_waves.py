"""Prints what depends on the waves of two kernels in features.hip: print_waves.py REPORT.json"""
import json
import sys

for kernel in sorted(json.load(open(sys.argv[1]))["kernels"], key=lambda k: (k["gpu"], k["name"])):
    atomics = sum(a["requests"] for a in kernel["accesses"] if a["kind"] == "atomic")
    if kernel["name"] == "by_shuffles":
        print(kernel["gpu"], kernel["name"], atomics, "atomics")
    if kernel["name"] == "dynamic":
        print(kernel["gpu"], kernel["name"], kernel["local_bytes"], "bytes")
