"""Prints the accesses and elementary functions of each kernel: print_accesses.py REPORT.json"""
import json
import sys

for kernel in json.load(open(sys.argv[1]))["kernels"]:
    accesses = ", ".join(f"{a['kind']} {a['requests']} requests of {a['sectors32']} sectors"
                         for a in sorted(kernel["accesses"], key=lambda a: a["kind"]))
    print(kernel["name"], accesses)
