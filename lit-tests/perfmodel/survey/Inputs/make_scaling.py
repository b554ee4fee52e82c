"""Writes times of launches that scale with cores, with memory, or with neither: make_scaling.py FILE FIRST LAST

Launches FIRST to LAST; what kind one is shows in its ratio of operations to bytes.
"""

import sys

KINDS = [(8.0, lambda cores, memory: 1 / cores), (0.1, lambda cores, memory: 1 / memory), (1.0, lambda cores, memory: 1.0)]

with open(sys.argv[1], "w") as out:
    print("name,ratio,size,cores,memory,base_ms,time_ms", file=out)
    for launch in range(int(sys.argv[2]), int(sys.argv[3])):
        ratio, scale = KINDS[launch % 3]
        size = 1 + launch * 7 % 11
        for cores in (1, 2, 4):
            for memory in (1, 2):
                print(f"k{launch},{ratio * (1 + 0.01 * (launch % 5)):.4g},{size},{cores},{memory},{size},"
                      f"{size * scale(cores, memory):.6g}", file=out)
