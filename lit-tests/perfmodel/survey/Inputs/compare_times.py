"""Prints by how much a report's time is longer than another's: compare_times.py OLD NEW"""

import json
import sys

old, new = [json.load(open(path))["kernels"][0] for path in sys.argv[1:]]
assert new["time_ms_low"] <= new["time_ms"] <= new["time_ms_high"]
print(f"{new['model']}: {new['time_ms'] / old['time_ms']:.2f} times {old['model']}")
