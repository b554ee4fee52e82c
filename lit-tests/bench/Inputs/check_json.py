"""Checks what bench/validate wrote: the points as JSON, and the picture beside them."""

import json
import sys
import xml.etree.ElementTree
from pathlib import Path

path = Path(sys.argv[1])
points = json.loads(path.read_text())
assert len(points) == 9, len(points)
done = [p for p in points if "predicted_ms" in p]
assert len(done) == 6 and all(p["failed"] for p in points if p not in done)
for p in done:
    assert 0 < p["low_ms"] <= p["predicted_ms"] <= p["high_ms"], p

first, narrow, half = done[:3]
assert (first["dataset"], first["kernel"], first["gpu"]) == ("own", "scale", "GeForce GTX 980")
assert first["vendor"] == "nvidia" and first["file"].endswith("/scale.cl")
assert first["rows"] == 3 and first["measured_ms"] == 0.2 and first["line"] == 2
assert first["counters"]["gld"] == {"measured": 131072, "predicted": 131072}
assert first["global"] == [4194304, 1, 1] and narrow["local"] == [64, 1, 1]
assert narrow["counters"] == {}
assert half["predicted_ms"] < first["predicted_ms"]

# Two launches of the same; memory bound, so that half the memory clock takes about twice as long.
# A core clock of 0 is the GPU's own, and the last row's timer sees empty kernels 0.1 ms long.
clocked, slower = done[4:]
assert abs(clocked["predicted_ms"] / first["predicted_ms"] - 2) < 0.01
assert 1.8 < (slower["predicted_ms"] - 0.2) / clocked["predicted_ms"] < 2.1

svg = xml.etree.ElementTree.parse(path.parent / "own.svg").getroot()
paths = [e.get("d").split("M")[1:] for e in svg.iter() if e.tag.endswith("path")]
assert [len(p) for p in paths] == [3, 1, 2], paths
x, y = map(int, paths[0][0].strip()[:-2].split())  # the first point: 0.2 ms measured
assert 70 <= x <= 590 and 40 <= y <= 560 and abs((x - 70) - (560 - y)) < 100, (x, y)
