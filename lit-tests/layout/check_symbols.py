#!/usr/bin/env python3
"""Checks that what is called and read at link time runs one way between the rooms and floors, too.

Usage: check_symbols.py ROOT OBJECTS
OBJECTS is the folder with the objects of the library, as the build leaves them: OBJECTS/room/file.c.o, and OBJECTS/Unity/NAME.cxx
beside the object of several sources of one folder, which it includes. Those of sources that are no longer in ROOT are left out.
Prints one line per violation and exits 1 if there is any.
"""

import re
import subprocess
import sys
from pathlib import Path

from floors import ROOMS, why_not


def source_of(root, objects, path):
    """The source of an object, as a path within ROOT; the first of several."""
    unity = path.with_suffix("")
    if unity.is_file():
        included = [Path(name) for name in re.findall(r'#include "(.+)"', unity.read_text())]
        assert len({source.parent for source in included}) == 1, f"{unity} has sources of several folders"
        return included[0].relative_to(root)
    return path.relative_to(objects).with_suffix("")


def symbols(root, objects):
    """The source that defines each global symbol, and what each source needs of others."""
    defined, needed = {}, []
    sources = {str(path): source_of(root, objects, path) for path in sorted(objects.rglob("*.o"))}
    sources = {path: source.as_posix() for path, source in sources.items() if (root / source).exists()}
    lines = subprocess.run(["nm", "-A", *sources], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        path, _, symbol = line.partition(":")
        source = sources[path]
        kind, name = symbol.split()[-2:]
        if kind == "U":
            needed.append((source, name))
        elif kind in "TDRBC":
            defined[name] = source
    return defined, needed


def main():
    defined, needed = symbols(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    used = [(source, name, defined[name]) for source, name in needed if name in defined]
    found = [f"{source}: {why} ({name} of {of})" for source, name, of in used if (why := why_not(source, of))]
    files = {source for source, _ in needed if source.split("/")[0] in ROOMS}
    print("\n".join(found + [f"{len(files)} objects, {len(used)} symbols of others, {len(found)} violations"]))
    return 1 if found or not used else 0


if __name__ == "__main__":
    sys.exit(main())
