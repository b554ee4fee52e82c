"""Holds times that remarks name against the rates that vendors publish: peak_share.py KERNEL OPERATIONS LEAST GPU=TFLOPS..."""

import re
import sys

kernel, operations, least = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
times = dict((gpu, float(ms)) for ms, gpu in re.findall(rf"'{kernel}' takes ([0-9.]+) ms on (\S+) ", sys.stdin.read()))
wrong = 0
for row in sys.argv[4:]:
    gpu, peak = row.split("=")
    share = operations / (times[gpu] * 1e-3) / (float(peak) * 1e12)
    print(f"{gpu}: {share:.2f} of {peak} TFLOPS")
    # Times have two digits.
    wrong += not least <= share <= 1.03
sys.exit(wrong > 0)
