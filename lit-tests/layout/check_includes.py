#!/usr/bin/env python3
"""Checks that #include arrows between the rooms of a source tree run one way.

Usage: check_includes.py ROOT
Prints one line per violation and exits 1 if there is any.
"""

import re
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOMS = {
    "base": [],
    "hwdb": ["base"],
    "analysis": ["base"],
    "perfmodel": ["base", "hwdb", "analysis"],
    "diag": ["base", "hwdb", "analysis", "perfmodel"],
    "driver": ["base", "hwdb", "analysis", "perfmodel", "diag"],
    "capture": ["base", "hwdb", "driver"],
    "lsp": ["base", "hwdb", "diag", "driver", "capture"],
    "bench": ["base", "hwdb", "analysis", "perfmodel", "diag", "driver"],
}

# Foreign headers stay at the border: header pattern, and the only files that see it.
# The loader's own headers (load_*.h, not load.h) lie behind the border too.
LOADER = ["analysis/load*.c", "analysis/load_*.h"]
FOREIGN = [
    (r"llvm-c/blake3\.h", ["driver/cache.c"]),
    (r"llvm(-c)?/(?!blake3)", [*LOADER, "analysis/llvm_shim*.cpp", "analysis/llvm_shim.h"]),
    (r"analysis/(load_|llvm_shim)", [*LOADER, "analysis/llvm_shim*.cpp"]),
    (r"clang-c/", ["driver/host_clang*", "driver/cuda_*"]),
    (r"(cjson/)?cJSON\.h", ["hwdb/*", "driver/manifest*", "driver/config.c", "driver/compile_commands.c",
                            "driver/check*.c", "driver/json_reader.c",
                            "driver/launch_formulas.c", "driver/sweep_*.c", "driver/merge*.c",
                            "driver/sarif_read.c", "driver/report_read.c", "driver/diff_json.c", "diag/out_*.c", "capture/manifest_*", "lsp/*",
                            "bench/recipe.c", "bench/report_json.c"]),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def violations(file, room, number, quote, header):
    place = f"{file}:{number}: "
    for pattern, users in FOREIGN:
        if re.match(pattern, header) and not any(fnmatch(file, user) for user in users):
            yield place + f"<{header}> is only for {', '.join(users)}"
    target = header.split("/")[0] if "/" in header else room
    if quote == '"' and target in ROOMS and target not in [room, *ROOMS[room]]:
        yield place + f"{room}/ must not know {target}/ ({header})"


def main():
    root = Path(sys.argv[1])
    files = arrows = 0
    found = []
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix not in [".c", ".h", ".cpp", ".def"]:
                continue
            files += 1
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if match := INCLUDE.match(line):
                    arrows += 1
                    file = path.relative_to(root).as_posix()
                    found += violations(file, room, number, *match.groups())
    print("\n".join(found + [f"{files} files, {arrows} includes, {len(found)} violations"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
