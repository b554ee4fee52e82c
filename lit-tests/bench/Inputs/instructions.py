"""Usage: instructions.py PREDICTIONS.json
Says how close counted instructions (the counter "inst") come to measured ones."""

import json
import statistics
import sys

counters = [p["counters"]["inst"] for p in json.load(open(sys.argv[1])) if "inst" in p.get("counters", {})]
errors = [abs(c["predicted"] / c["measured"] - 1) for c in counters if c["measured"]]
near = sum(e <= 0.1 for e in errors)
print(f"{len(errors)} launches, median error {100 * statistics.median(errors):.2f} %, "
      f"within 10 %: {100 * near // len(errors)} %")
