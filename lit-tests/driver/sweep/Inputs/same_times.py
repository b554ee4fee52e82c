"""Checks that two results of a sweep in JSON have the same configurations with the same times, in any order.

Usage: same_times.py FIRST SECOND NAME_IN_SECOND=NAME_IN_FIRST...
"""

import json
import sys
from pathlib import Path

names = dict(pair.split("=") for pair in sys.argv[3:])


def times(path, renamed):
    found = {}
    for row in json.loads(Path(path).read_text()):
        row.pop("configuration")
        row = {renamed.get(key, key): value for key, value in row.items()}
        results = tuple(row.pop(key, None) for key in ["time_ms", "low_ms", "high_ms", "bound", "error"])
        found[tuple(sorted(row.items()))] = results
    return found


first, second = times(sys.argv[1], {}), times(sys.argv[2], names)
for key in first.keys() | second.keys():
    if first.get(key) != second.get(key):
        print(key, first.get(key), second.get(key))
if first == second:
    print(f"{len(first)} configurations, the same times")
