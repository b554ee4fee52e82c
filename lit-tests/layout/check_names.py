#!/usr/bin/env python3
"""Checks that no code compares a vendor's, a language's or a compiler's name with a text of its own: what differs is a
field of its row.

Usage: check_names.py ROOT ALLOWED

The names are those of the rows of hwdb/vendors.def, source/front_ends.def and codegen/estimate/targets/targets.def, of the
compilers that the former two name and of those that code starts. ALLOWED has lines `FILE NAME... # why`. Prints one line per comparison that is not allowed, and
per allowance that is for nothing, and exits 1 if there is any.
"""

import re
import sys
from pathlib import Path

COMPARISON = re.compile(r"\b(strn?(?:case)?cmp|strn?(?:case)?str|memcmp|str_equal|str_starts|str_ends|one_of|is_among|take_word)\s*\(")
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
QUOTED = re.compile(r'"(\\[\s\S]|[^"\\])*"|\'(\\.|[^\'\\\n])*\'')
# Compilers that no row names: those that are wrapped, and started.
COMPILERS = {"cc", "c++", "gcc", "g++", "clang", "clang++", "nvcc", "ptxas", "icx", "tcc"}
TREES = ["base", "hwdb", "analysis", "source", "launch", "codegen", "perfmodel", "diag", "driver", "lsp", "capture",
         "calibrate", "bench", "programs"]
# Texts that other programs compile.
NOT_OURS = ["source/sdk/", "bench/kernels/", "bench/measured_points/"]


def names(root):
    """The names in lower case."""
    vendors = (root / "hwdb/vendors.def").read_text()
    languages = (root / "source/front_ends.def").read_text()
    targets = (root / "codegen/estimate/targets/targets.def").read_text()
    found = set(re.findall(r"^VENDOR\((\w+)", vendors, re.M)) | set(re.findall(r'\.compiler = "(\w+)"', vendors))
    found |= set(re.findall(r'\.called = "([^"]+)"', vendors))
    for row in re.findall(r'^FRONT_END\((\w+), "[^"]*", "([^"]*)"', languages, re.M):
        found |= {row[0], *row[1].split()}
    found |= set(re.findall(r"^TARGET\((\w+)", targets, re.M)) | COMPILERS
    return {name.lower() for name in found}


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)


def arguments(text, start):
    """What is between the parenthesis that opens before `start` and the one that closes it."""
    depth, i = 1, start
    while i < len(text) and depth:
        if text[i] in "\"'":
            i = QUOTED.match(text, i).end() - 1
        depth += (text[i] == "(") - (text[i] == ")")
        i += 1
    return text[start:i - 1]


def comparisons(path, known):
    """Line and name of each of the file's."""
    text = without_comments(path.read_text())
    for match in COMPARISON.finditer(text):
        for string in STRING.findall(arguments(text, match.end())):
            name = string.strip(" .-=:/").lower()
            if name in known:
                yield text.count("\n", 0, match.start()) + 1, name


def read_allowed(path):
    allowed = set()
    for line in Path(path).read_text().splitlines():
        rule, _, why = line.partition("#")
        if rule.strip():
            if not why.strip():
                sys.exit(f"{path}: no reason: {line}")
            file, *rest = rule.split()
            allowed |= {(file, name) for name in rest}
    return allowed


def main():
    root, allowed = Path(sys.argv[1]), read_allowed(sys.argv[2])
    known, problems, used, files = names(root), [], set(), 0
    for path in sorted(p for tree in TREES for p in (root / tree).rglob("*.[ch]*") if p.suffix in (".c", ".h", ".cpp")):
        file = path.relative_to(root).as_posix()
        if any(file.startswith(part) for part in NOT_OURS):
            continue
        files += 1
        for line, name in comparisons(path, known):
            if (file, name) in allowed:
                used.add((file, name))
            else:
                problems.append(f"{file}:{line}: compares with '{name}', which is a row's name")
    problems += [f"{sys.argv[2]}: {file} does not compare with '{name}'" for file, name in sorted(allowed - used)]
    print("\n".join(problems + [f"{files} files, {len(known)} names, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
