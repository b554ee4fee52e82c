"""Compares the launches of programs, as a table has them, with what -fclperf-dump=launch says: check_programs.py CLPERF-CC TABLE FOLDER"""

import os
import re
import subprocess
import sys

COMPILER, TABLE, FOLDER = sys.argv[1:]
LINE = re.compile(r"launch: '(.*)' global (\S+) \((.*?)\) local (\S+) \((.*?)\) offset 0x0x0 count (\d+)")


def size(text, source):
    """A size without dimensions of 1, or '?' if nobody gave it."""
    return "?" if source == "assumption" else re.sub(r"(x1)+$", "", text)


def launches(program, arguments):
    command = [COMPILER, "true", "-c", program, "-std=c++17", "-fclperf-gpu=rtx-3060", "-fclperf-dump=launch", "-fclperf-no-text"]
    command += [f"-fclperf-argv={arguments}"] if arguments else []
    said = subprocess.run(command, cwd=FOLDER, stderr=subprocess.PIPE, text=True, check=True).stderr
    found = [LINE.match(line) for line in said.splitlines() if line.startswith("launch:")]
    return "; ".join(f"{m[1]} {size(m[2], m[3])} {size(m[4], m[5])} {m[6]}" for m in found)


right = programs = 0
with open(TABLE) as f:
    rows = [line.strip().split("|") for line in f if not line.startswith("#")]
for row in rows:
    program, _, arguments = row[0].strip().partition(" ")
    assert os.path.exists(os.path.join(FOLDER, program))
    found, expected = launches(program, arguments), row[1].strip()
    if found == expected:
        right += 1
    else:
        print(f"{program} {arguments}: {found}, not {expected}")
print(f"{right} of {len(rows)} runs of {len({r[0].split()[0] for r in rows})} programs as the table has them")
