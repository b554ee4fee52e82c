#!/usr/bin/env python3
"""Links clperf-analyze with files of another tree in the place of the library's: what an addition compiles, without building all else again.

Usage: relink.py BUILD ROOT TREE OUT FILE...

The files (hwdb/gpu.c, or embedded data that BUILD has made) are compiled as the build in BUILD compiles those of ROOT, but headers and rows are found in TREE first. Prints how many
files were compiled.
"""

import os
import shlex
import subprocess
import sys

# Only the build's own program has clang within itself, whose archives take long to link; this one starts clang.
OWN_CLANG = "-DCLPERF_OWN_CLANG"
STARTS_CLANG = ["source/frontend.c", "programs/clperf_analyze.c"]


def commands(build, target):
    """The build's commands for the target, as lists of words."""
    text = subprocess.run(["ninja", "-C", build, "-t", "commands", target], capture_output=True, text=True, check=True)
    return [shlex.split(line) for line in text.stdout.splitlines() if not line.startswith("ninja:")]


def compile_file(build, root, tree, like, source, out):
    """Compiles as the library's hwdb/gpu.c is."""
    start, end = like.index("-o"), like.index("-c")
    words = [w for w in like[:start] if w not in ("ccache",)]
    flags = [w for i, w in enumerate(words) if w not in ("-MD", "-MT", "-MF") and words[i - 1] not in ("-MT", "-MF")]
    assert end > start and flags
    kept = [w for w in flags[1:] if w != OWN_CLANG]
    command = [flags[0], f"-I{tree}", f"-I{root}", *kept, "-c", source, "-o", out]
    subprocess.run(command, cwd=build, check=True)


def main():
    build, root, tree, out, *files = (os.path.abspath(a) if i < 4 else a for i, a in enumerate(sys.argv[1:]))
    like = next(c for c in commands(build, "libclperf.a") if c[-1].endswith("/hwdb/gpu.c"))
    os.makedirs(out, exist_ok=True)
    objects = []
    for file in [*files, *STARTS_CLANG]:
        objects.append(os.path.join(out, os.path.basename(file) + ".o"))
        source = next(p for p in (os.path.join(tree, file), os.path.join(root, file)) if os.path.exists(p))
        compile_file(build, root, tree, like, source, objects[-1])
    link = commands(build, "bin/clperf")[-1]
    link = [w for w in link if w not in (":", "&&")]
    at = next(i for i, w in enumerate(link) if w.endswith("programs/clperf.c.o"))
    link[at:at + 1] = objects
    link[link.index("-o") + 1] = os.path.join(out, "clperf-analyze")
    subprocess.run(link, cwd=build, check=True)
    print(f"{len(files)} files compiled")


if __name__ == "__main__":
    sys.exit(main())
