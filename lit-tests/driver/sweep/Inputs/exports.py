"""Compares exported files with the results they are made of: exports.py RESULTS.json CACHE T4 PART"""

import json
import sys

rows, cache, t4, part = (json.load(open(path)) for path in sys.argv[1:])
keys = cache["tune_params_keys"]
here = [r for r in rows if r["gpu"] == "a100"]
assert "gpu" not in keys and list(cache["tune_params"]) == keys
assert len(cache["cache"]) == len(here)
for row in here:
    entry = cache["cache"][",".join(str(row[k]) for k in keys)]
    assert all(entry[k] == row[k] and row[k] in cache["tune_params"][k] for k in keys)
    assert entry["time"] == row.get("time_ms", "InvalidConfig"), (entry, row)
    assert entry.get("reason") == row.get("error") and entry["benchmark_time"] == 0
# Kernel Tuner takes what ends otherwise for a file of a tuning that goes on.
assert open(sys.argv[2]).read().strip()[-3:] == "}\n}"
fastest = min((e["time"], k) for k, e in cache["cache"].items() if e["time"] != "InvalidConfig")
print(f"cache of {cache['device_name']}: {len(here)} configurations, {sum('error' in r for r in here)} invalid, "
      f"the fastest {fastest[1]}")

assert t4["schema_version"] == "1.0.0" and len(t4["results"]) == len(rows)
for row, result in zip(rows, t4["results"]):
    assert result["configuration"] == {k: row[k] for k in [*keys, "gpu"]}, (row, result)
    assert result["invalidity"] == ("constraints" if "error" in row else "correct")
    assert result["times"]["runtimes"] == ([] if "error" in row else [row["time_ms"]])
    assert {m["name"]: m["value"] for m in result["measurements"]} == \
        ({} if "error" in row else {"time": row["time_ms"], "time_low": row["low_ms"], "time_high": row["high_ms"]})
print(f"T4: {len(rows)} results, {sum(r['invalidity'] != 'correct' for r in t4['results'])} invalid")
assert all(r in t4["results"] for r in part["results"])
assert all(r["configuration"]["gpu"] == "gtx-980" for r in part["results"])
print(f"part in T4: {len(part['results'])} results")
