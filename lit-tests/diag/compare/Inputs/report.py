#!/usr/bin/env python3
"""Writes a JSON report with the numbers that a test needs.

Usage: report.py KERNEL... > REPORT
KERNEL is words with colons between: NAME, then ms=, regs=, warps=, file=, gpu=, local= (of the
launch), find=RULE/HASH (repeatable), hidden=RULE/HASH (suppressed).
"""

import json
import sys


def finding(text, suppressed):
    rule, print_ = text.split("/")
    one = {"rule": "clperf-" + rule, "line": 5, "col": 3, "fingerprint": print_ + ":1", "cost_ms": 0.1,
           "message": f"a {rule} finding | of {print_}", "fixes": []}
    if suppressed:
        one["suppression"] = {"kind": "in-source", "reason": "so", "line": 5, "col": 1}
    return one


def kernel(text):
    name, *words = text.split(":")
    pairs = [word.split("=") for word in words]
    values = {"ms": "1", "regs": "32", "warps": "64", "file": "k.cl", "gpu": "gtx-980", "local": "64"} | dict(pairs)
    ms = json.loads(values["ms"])
    return {"name": name, "file": values["file"], "line": 4, "gpu": values["gpu"], "model": "trace",
            "clock": {"core_mhz": 1, "mem_mhz": 1}, "bound": "dram",
            "launch": {"global": [1024, 1, 1], "local": [int(values["local"]), 1, 1]},
            "time_ms": ms, "time_ms_low": ms, "time_ms_high": ms,
            "registers": {"per_item": int(values["regs"])}, "spill_bytes": 0, "local_bytes": 0,
            "occupancy": {"warps": int(values["warps"]), "max_warps": 64},
            "findings": [finding(v, k == "hidden") for k, v in pairs if k in ("find", "hidden")]}


print(json.dumps({"version": 1, "tool": {"name": "clperf-cc", "version": "0"},
                  "kernels": [kernel(text) for text in sys.argv[1:]], "problems": []}))
