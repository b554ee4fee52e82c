#!/usr/bin/env python3
"""Checks that the models have no constants but those of perfmodel/model_constants.def.

Usage: check_literals.py ROOT ALLOWED

Numbers in the code of perfmodel/ other than 0, 1, 2, a half, and powers of ten that convert units are those of ALLOWED: lines
`FILE NUMBER... # why`, where these are no choice of a model, as widths of data structures and bits of a hash. Prints
one line per number that is not, or that stands there in vain, and exits 1 if there is any.
"""

import re
import sys
from pathlib import Path

NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+(?:p\d+)?|\d+\.?\d*(?:[eE][-+]?\d+)?)[uUlLfF]*(?![\w.])")
FREE = {"0", "1", "2", "0.5", "1e3", "1e6", "1e9"}


def code(text):
    """The text without comments, strings, characters and directives, line by line."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"'(\\.|[^'\\])'", "''", text)
    return ["" if line.lstrip().startswith("#") else line for line in text.splitlines()]


def read_allowed(path):
    allowed = {}
    for line in Path(path).read_text().splitlines():
        rule, _, why = line.partition("#")
        if rule.strip():
            if not why.strip():
                sys.exit(f"{path}: no reason: {line}")
            file, *numbers = rule.split()
            allowed.setdefault(file, set()).update(numbers)
    return allowed


def main():
    root, allowed = Path(sys.argv[1]), read_allowed(sys.argv[2])
    found, used, files = [], set(), 0
    for path in sorted((root / "perfmodel").rglob("*.[ch]")):
        file = path.relative_to(root / "perfmodel").as_posix()
        # What learns has no constants of a GPU's.
        if file.startswith("survey/fit/learn/"):
            continue
        files += 1
        for number, line in enumerate(code(path.read_text()), 1):
            for match in NUMBER.finditer(line):
                text = match.group(1)
                if text in FREE or text in ("1.0", "2.0"):
                    continue
                place = next((p for p in (file, "*") if text in allowed.get(p, ())), None)
                if place:
                    used.add((place, text))
                else:
                    found.append(f"perfmodel/{file}:{number}: {text}: {line.strip()}")
    found += [f"{sys.argv[2]}: {file} has no {text}" for file, numbers in allowed.items() for text in sorted(numbers)
              if (file, text) not in used]
    print("\n".join(found + [f"{files} files, {len(found)} numbers without a row"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
