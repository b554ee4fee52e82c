"""Prints the idioms of each kernel in the JSON reports of a folder: outside of loops, then by line of each loop."""

import json
import pathlib
import sys

for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
    for kernel in json.loads(path.read_text())["kernels"]:
        parts = [" ".join(["outside"] + kernel["idioms"])]
        parts += [" ".join([str(loop["line"])] + loop["idioms"]) for loop in kernel["loops"]]
        print(f"{kernel['name']}: {'; '.join(parts)}")
