"""Compares what the models say of the examples; the one argument is the folder with the reports."""

import json
import pathlib
import sys

reports = {
    path.stem: {k["model"]: k for k in json.loads(path.read_text())["kernels"]}
    for path in pathlib.Path(sys.argv[1]).glob("*.json")
}
assert reports
times = {name: {m: k["time_ms"] - k["launch_overhead_ms"] for m, k in models.items()}
         for name, models in reports.items()}
models = set(times["vecadd"])
assert "trace" in models and len(models) > 2
for name, by_model in times.items():
    assert set(by_model) == models, name
    assert all(t > 0 for t in by_model.values()), (name, by_model)
    # Nothing is faster than its busiest resource.
    assert by_model["roofline"] <= by_model["trace"] * 1.02, (name, by_model)
    for k in reports[name].values():
        assert k["time_ms_low"] < k["time_ms"] < k["time_ms_high"], (name, k["model"])

for model in models - {"pipeline"}:
    assert 0.9 < times["vecadd"][model] / times["vecadd"]["roofline"] < 1.3, (model, times["vecadd"])
# To PMaC, only memory takes time.
for model in models - {"pmac"}:
    assert 0.5 < times["nbody"][model] / times["nbody"]["roofline"] < 2, (model, times["nbody"])
