"""Counts the verdicts of a JSON report's loops: count_verdicts.py REPORT LOOPS"""

import json
import sys

kernels = {k["name"]: k["iterations"] for k in json.load(open(sys.argv[1]))["kernels"]}
verdicts = {}
for name, iterations in sorted(kernels.items()):
    verdicts.setdefault(iterations["verdict"], []).append(name)
for verdict, names in sorted(verdicts.items()):
    print(f"{verdict}: {len(names)}")
    print("   ", *names)
if len(kernels) != int(sys.argv[2]):
    sys.exit(f"{len(kernels)} loops instead of {sys.argv[2]}")
