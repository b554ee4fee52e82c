"""Gives a program the beginnings of a file, and the file with bytes changed: it must end by itself, and say something.

Usage: cut.py FILE STEP COMMAND...
"""

import random
import subprocess
import sys

path, step, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
data = open(path, "rb").read()
numbers = random.Random(1)
damaged = [data[:n] for n in range(0, len(data), step)]
for _ in range(20):
    changed = bytearray(data)
    for _ in range(8):
        changed[numbers.randrange(len(data))] = numbers.randrange(256)
    damaged.append(bytes(changed))
for i, bytes_ in enumerate(damaged):
    open(path + ".damaged", "wb").write(bytes_)
    done = subprocess.run(command + [path + ".damaged"], stdout=subprocess.PIPE, timeout=120)
    if done.returncode != 0 or not done.stdout:
        print(f"damage {i}: exit status {done.returncode}")
print(len(damaged), "damaged files")
