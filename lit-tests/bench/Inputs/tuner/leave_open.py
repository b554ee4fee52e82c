"""Copies a cache file as Kernel Tuner leaves it in the middle of a tuning, without the last configuration that has
a time and with all times doubled: leave_open.py CACHE COPY"""

import json
import sys

whole = json.load(open(sys.argv[1]))
entries = [(k, dict(e, time=2 * e["time"]) if isinstance(e["time"], float) else e) for k, e in whole["cache"].items()]
measured = [k for k, e in entries if isinstance(e["time"], float)]
whole = {**{k: v for k, v in whole.items() if k != "cache"}, "problem_size": [16777216]}
whole["cache"] = {}
with open(sys.argv[2], "w") as out:
    out.write(json.dumps(whole)[:-2])
    for key, entry in entries:
        if key != measured[-1]:
            out.write("\n" + json.dumps({key: entry})[1:-1] + ",")
