"""Prints for each kernel of a report: name, GPU, registers and their source, spilled bytes, bytes
of private memory."""

import json
import sys

for k in json.load(open(sys.argv[1]))["kernels"]:
    registers = k["registers"]
    print(k["name"], k["gpu"], registers["per_item"], registers["source"], k["spill_bytes"],
          k["private_bytes"])
