"""Checks that a CSV file and a JSON file of a sweep say the same; with --top K, that the JSON file
has the K fastest of the CSV file.

Usage: same.py [--top K] CSV JSON
"""

import csv
import json
import sys

*top, first, second = sys.argv[1:]
with open(first) as file:
    wanted = list(csv.DictReader(file))
with open(second) as file:
    rows = json.load(file)
if top:
    done = [row for row in wanted if row["time_ms"]]
    wanted = sorted(done, key=lambda row: float(row["time_ms"]))[: int(top[1])]
assert len(rows) == len(wanted) > 0, (len(rows), len(wanted))
for row, want in zip(rows, wanted):
    want = {key: value for key, value in want.items() if value}
    assert list(row) == list(want), (row, want)
    for key, value in want.items():
        assert str(row[key]) == value or float(row[key]) == float(value), (row, want)
