#!/usr/bin/env python3
"""Checks that what is called and read at link time runs one way between the rooms and floors, too.

Usage: check_symbols.py ROOT OBJECTS
OBJECTS is the folder with the objects of the library, as the build leaves them: OBJECTS/room/file.c.o. Those of sources
that are no longer in ROOT are left out.
Prints one line per violation and exits 1 if there is any.
"""

import subprocess
import sys
from pathlib import Path

from floors import ROOMS, why_not


def symbols(root, objects):
    """The source that defines each global symbol, and what each source needs of others."""
    defined, needed = {}, []
    paths = [path for path in sorted(objects.rglob("*.o")) if (root / path.relative_to(objects).with_suffix("")).exists()]
    lines = subprocess.run(["nm", "-A", *paths], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        path, _, symbol = line.partition(":")
        source = Path(path).relative_to(objects).with_suffix("").as_posix()
        kind, name = symbol.split()[-2:]
        if kind == "U":
            needed.append((source, name))
        elif kind in "TDRBC":
            defined[name] = source
    return defined, needed


def main():
    defined, needed = symbols(Path(sys.argv[1]), Path(sys.argv[2]))
    used = [(source, name, defined[name]) for source, name in needed if name in defined]
    found = [f"{source}: {why} ({name} of {of})" for source, name, of in used if (why := why_not(source, of))]
    files = {source for source, _ in needed if source.split("/")[0] in ROOMS}
    print("\n".join(found + [f"{len(files)} objects, {len(used)} symbols of others, {len(found)} violations"]))
    return 1 if found or not used else 0


if __name__ == "__main__":
    sys.exit(main())
