"""hostile.py REPORT: replaces the texts of a JSON report by ones that would be markup, and makes some of what
a report may leave open, open: a kernel that cannot run, findings without a line and of another file."""

import json
import sys

MARKUP = """</td></script><script>alert("1")</script><!-- ' & " \x01 \u2028"""


def spoil(node):
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, (dict, list)):
            spoil(value)
        elif isinstance(value, str) and key in ("name", "gpu", "message", "text", "title", "source", "bound", "limiter"):
            node[key] = value + MARKUP


with open(sys.argv[1], encoding="utf-8") as f:
    report = json.load(f)
for kernel in report["kernels"]:
    spoil(kernel)
    kernel["file"] += '"><b>.cl'
    kernel["launch"]["assumed"] = {MARKUP: 7, "buffer": {"elements": 3}}
first = next(k for k in report["kernels"] if k["findings"])
first["findings"].append(dict(first["findings"][0], line=0, col=0, cost_ms=None, fixes=[]))
first["findings"].append(dict(first["findings"][0], file="other<i>.h", cost_ms=0))
report["kernels"].append(dict(first, name="never", time_ms=None, time_ms_low=None, time_ms_high=None, findings=[]))
report["problems"] = [{"severity": "note", "text": MARKUP, "file": "a<b", "line": 3}]
print(json.dumps(report))
