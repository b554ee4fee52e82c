"""Gives every target of the fuzzers its seeds, and damaged copies of them; prints how many runs failed."""

import os
import pathlib
import random
import re
import subprocess
import sys

MOST = 12
program, root, scratch = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
random.seed(1)


def seeds_of(name, patterns):
    """All of fuzz/seeds/NAME, which has what fuzzers found, and some of the tests' files."""
    found = [path for pattern in patterns.split() for top in ("examples", "hwdb", "lit-tests")
             for path in sorted((root / top).rglob(pattern)) if 0 < path.stat().st_size < 65536]
    own = sorted((root / "fuzz/seeds" / name).glob("*"))
    return own + random.sample(found, min(MOST, len(found)))


def damaged(data):
    yield data
    yield data[:len(data) // 2]
    for _ in range(4):
        at = random.randrange(len(data))
        yield data[:at] + bytes([random.randrange(256)]) + data[at + 1:]


def main():
    failed = runs = 0
    for name, patterns in re.findall(r'^TARGET\((\w+), \w+, "(.*)"\)', (root / "fuzz/targets.def").read_text(), re.M):
        seeds = [path.read_bytes() for path in seeds_of(name, patterns)]
        folder = scratch / name
        folder.mkdir(parents=True, exist_ok=True)
        paths = []
        for data in (copy for seed in seeds for copy in damaged(seed)):
            paths.append(folder / str(len(paths)))
            paths[-1].write_bytes(data)
        done = subprocess.run([program, name, *paths], capture_output=True, timeout=500, check=False,
                              env=os.environ | {"TMPDIR": str(scratch)})
        runs += 1
        if done.returncode != 0:
            failed += 1
            print(name, done.returncode, done.stderr[-400:].decode("utf-8", "replace"))
    print(f"{failed} of {runs} failed")


main()
