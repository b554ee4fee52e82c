"""Prints how sure a JSON report is of each count of its kernels, and why.

usage: print_certainty.py REPORT
"""

import json
import sys

EXACT = ("measured", "exact")
FOLLOWED = (*EXACT, "followed")


def put(what, of, level="certainty", reason="reason"):
    """One count. What older readers look at must say the same."""
    assert (of[reason] is None) == (of[level] in EXACT), of
    if level == "certainty":
        assert of.get("known", of[level] in EXACT) == (of[level] in EXACT), of
        assert of.get("followed", of[level] in FOLLOWED) == (of[level] in FOLLOWED), of
    print(f"{what}: {of[level]}" + (f": {of[reason]}" if of[reason] else ""))


with open(sys.argv[1], encoding="utf-8") as report:
    kernels = json.load(report)["kernels"]
for kernel in kernels:
    put(kernel["name"], kernel["trace"])
    for loop in kernel["loops"]:
        put(f"  {loop['line']} loop", loop)
        put(f"  {loop['line']} entries", loop, "entries_certainty", "entries_reason")
    for branch in kernel["branches"]:
        put(f"  {branch['line']} branch", branch)
    for access in kernel["accesses"]:
        put(f"  {access['line']} {access['kind']} {access['base']}", access)
