#!/usr/bin/env python3
"""Checks that #include arrows between the rooms and floors of a source tree run one way.

Usage: check_includes.py ROOT
Prints one line per violation and exits 1 if there is any.
"""

import re
import sys
from fnmatch import fnmatch
from pathlib import Path

from floors import ROOMS, why_not

# Foreign headers stay at the border: header pattern, and the only files that see it.
# The loader's own headers lie behind the border too, but for load.h.
# So does what lowers a language's device code.
LOADER = ["analysis/load/*", "source/languages/lowerings.c", "source/languages/library.*", "source/languages/cuda/lower.*",
          "source/languages/cuda/cuda_intrinsics.*", "source/languages/hip/amdgcn*", "source/languages/ptx/*",
          "source/languages/loops/outline/*", "launch/evaluate/*"]
FOREIGN = [
    (r"llvm-c/blake3\.h", ["base/store/result_cache.c"]),
    (r"llvm(-c)?/(?!blake3)", [*LOADER, "source/clang/*.cpp", "codegen/object/*.cpp"]),
    (r"(gsl|xgboost)/", ["perfmodel/survey/fit/learn/*"]),
    (r"analysis/load/(?!load\.h)", LOADER),
    (r"clang-c/", ["source/libclang.h"]),
    (r"clang/", ["source/clang/*.cpp"]),
    (r"source/libclang\.h", ["source/libclang.c", "source/languages/cuda/*", "launch/host/clang*"]),
    (r"(cjson/)?cJSON\.h", ["hwdb/*", "diag/report/*", "diag/compare/*", "diag/merge/*", "diag/viewer/*",
                            "source/compiler/compile_commands.c", "launch/*",
                            "driver/commands/*", "driver/analyze/config_file.c", "driver/sweep/*", "driver/check/*",
                            "calibrate/*", "capture/manifest_*", "capture/remember.c", "lsp/*", "perfmodel/survey/fit/*", "programs/clperf_fit.c", "bench/recipe.c", "bench/report_json.c", "bench/tuner_cache.c"]),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def violations(file, number, quote, header):
    place = f"{file}:{number}: "
    for pattern, users in FOREIGN:
        if re.match(pattern, header) and not any(fnmatch(file, user) for user in users):
            yield place + f"<{header}> is only for {', '.join(users)}"
    if quote == '"' and "/" in header and (why := why_not(file, header)):
        yield place + f"{why} ({header})"


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
                    found += violations(file, number, *match.groups())
    print("\n".join(found + [f"{files} files, {arrows} includes, {len(found)} violations"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
