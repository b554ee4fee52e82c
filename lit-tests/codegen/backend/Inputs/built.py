"""Compares the registers that nvcc printed for one kernel with those that clperf-cc took, by GPU."""

import re
import sys

printed = int(re.search(r"Used (\d+) registers", open(sys.argv[1]).read())[1])
ours = open(sys.argv[2]).read()
for gpu, registers, source in re.findall(
        r"occupancy on ([\w-]+):.*?(\d+) registers per item.*?registers from ([\w ]+),", ours, re.S):
    same = "as nvcc counted, " if int(registers) == printed and "ptxas" not in source else ""
    print(f"{gpu}: {same}from {source}")
