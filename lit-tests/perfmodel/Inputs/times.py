"""Checks relations between the times of a report's kernels, on each of its GPUs:

    times.py REPORT 'tiled < naive' 'grown == sorted(grown)'

A kernel with several launches is the list of their times.
"""

import json
import sys

with open(sys.argv[1]) as report:
    kernels = json.load(report)["kernels"]
times = {}
for kernel in kernels:
    of_gpu = times.setdefault(kernel["gpu"], {})
    of_gpu.setdefault(kernel["name"], []).append(kernel["time_ms"])
for of_gpu in times.values():
    for name, launches in of_gpu.items():
        if len(launches) == 1:
            of_gpu[name] = launches[0]
wrong = [
    f"{gpu}: not {relation}: {of_gpu}"
    for gpu, of_gpu in times.items()
    for relation in sys.argv[2:]
    if not eval(relation, {}, of_gpu)
]
print(f"{len(times)} GPUs, {len(wrong)} wrong", *wrong, sep="\n")
