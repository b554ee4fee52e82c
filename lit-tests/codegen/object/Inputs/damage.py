"""Has clperf check list damaged copies of the files in the current directory; prints how many runs ended with a table or
a reason.

usage: damage.py CLPERF
"""

import pathlib
import random
import re
import subprocess
import sys

EACH = 25
random.seed(1)


def damaged(data):
    at = random.randrange(len(data))
    kind = random.randrange(3)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + bytes([random.randrange(256)]) + data[at + 1:]
    return data[:at] + b"\xff" * 8 + data[at + 8:]


def main():
    runs = good = 0
    for source in sorted(pathlib.Path().glob("*bin")):
        for _ in range(EACH):
            data = damaged(source.read_bytes())
            path = pathlib.Path("damaged" + source.suffix + ".out")
            path.write_bytes(data)
            done = subprocess.run([sys.argv[1], "check", path], capture_output=True, text=True, timeout=100, check=False)
            lines = done.stderr.splitlines()
            reasons = [line for line in lines if re.match(rf"clperf: error: {path}: [a-z']", line)]
            runs += 1
            if done.returncode == 0 and not lines or done.returncode == 2 and reasons == lines != []:
                good += 1
            else:
                print(source, done.returncode, done.stderr[-300:])
    print(f"{runs} runs, {good} with a table or a reason")


main()
