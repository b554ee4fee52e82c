"""What a JSON report and a SARIF log of one program say of all launches of its kernels."""

import json
import sys

with open(sys.argv[1]) as f:
    report = json.load(f)
with open(sys.argv[2]) as f:
    results = json.load(f)["runs"][0]["results"]

for t in report["totals"]:
    total, largest = t["time_ms_total"], t["time_ms_largest"]
    of_launches = sum(x["times"] * x["time_ms"] for x in t["launches"])
    assert abs(of_launches - total) < 1e-3 * total
    assert abs(sum(x["times"] for x in t["launches"]) - t["times"]) < 1e-3
    twice = ", twice the largest" if 1.9 < total / largest < 2.6 else ""
    print(f'{t["kernel"]}: {t["times"]} times, {len(t["launches"])} launches{twice}')
if abs(sum(t["program_share"] for t in report["totals"]) - 1) < 1e-3:
    print("shares of the program are all of it")

totals = {t["kernel"]: t for t in report["totals"]}
program = sum(t["time_ms_total"] for t in report["totals"])
for k in report["kernels"]:
    for f in k["findings"]:
        rule = f["rule"].removeprefix("clperf-")
        if f.get("copy"):
            print(rule, "is a copy")
            continue
        launches = f["launches"]
        cost = sum(x["times"] * x["cost_ms"] for x in launches)
        assert abs(cost - f["cost_ms_launches"]) < 1e-3 * cost
        assert abs(cost / program - f["program_share"]) < 1e-3
        largest = k["time_ms"] == totals[k["name"]]["time_ms_largest"]
        print(rule, "of", "the largest launch," if largest else "a launch,", "with that of", len(launches) - 1, "more")

for r in results:
    p = r["properties"]
    assert f'{p["launches"]} launches' in r["message"]["text"]
    assert "and in 1 other" in r["message"]["text"]
    assert p["ms"] < p["ms_launches"] < p["kernel_ms_launches"] and 0 < p["program_share"] < 1
    print(f'SARIF: {len(results)} result, of {p["launches"]} launches, with {len(p["same_cause"])} more of the same cause')
