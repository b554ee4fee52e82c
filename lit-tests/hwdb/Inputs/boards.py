"""Recomputes what is published of the boards in the tables.

usage: boards.py ROOT [FILE]...

For each row of hwdb/data/*/boards/*.tsv, or of FILEs, the peak of fp32 follows from multiprocessors, lanes and clock, and the bandwidth
from the memory's clock, its transfers per clock (hwdb/memory_types.def) and the width of the bus. Prints each that is more than 3 % from the
published one, and each row that is not complete; then how many boards there are. Exits with 1 if anything is wrong.
"""

import glob
import re
import sys

COLUMNS = ["name", "product", "aliases", "like", "multiprocessors", "MHz", "memory MHz", "memory", "bits", "GB/s", "TFLOPS",
           "L2 KiB", "L3 MiB", "GiB", "W", "source"]
NUMBERS = ["multiprocessors", "MHz", "memory MHz", "bits", "GB/s", "TFLOPS", "L2 KiB", "L3 MiB", "GiB", "W"]
# What is 0 where there is none, or none is published.
MAY_BE_ZERO = ["TFLOPS", "L3 MiB", "W"]
TOLERANCE = 0.03
# TFLOPS and GB/s have two decimals and one: less than that cannot be told.
ROUNDING = {"TFLOPS": 0.005, "GB/s": 0.05}


def transfers(root):
    """How often each type of memory transfers in a clock."""
    text = open(f"{root}/hwdb/memory_types.def").read()
    return {m[1]: int(m[2]) for m in re.finditer(r'^MEMORY\("([^"]+)", (\d+),', text, re.M)}


def read(path):
    """Lanes of a multiprocessor, and the rows as lists of fields."""
    lanes, rows = 0, []
    for line in open(path):
        fields = line.rstrip("\n").split("\t")
        if fields[0] == "@lanes":
            lanes = int(fields[1])
        elif not line.startswith(("#", "@")):
            rows.append(fields)
    return lanes, rows


def incomplete(fields):
    """What is wrong with a row's fields, or None."""
    if len(fields) != len(COLUMNS):
        return f"{len(fields)} columns instead of {len(COLUMNS)}"
    row = dict(zip(COLUMNS, fields))
    for column in NUMBERS:
        if not re.fullmatch(r"\d+(\.\d+)?", row[column]) or (float(row[column]) == 0 and column not in MAY_BE_ZERO):
            return f"{column} is '{row[column]}'"
    return None if len(row["source"]) > 10 else "no source"


def differences(row, lanes, rates):
    """What is not as published."""
    number = {column: float(row[column]) for column in NUMBERS}
    computed = {"TFLOPS": 2e-6 * number["multiprocessors"] * lanes * number["MHz"],
                "GB/s": 1e-3 * number["memory MHz"] * rates[row["memory"]] * number["bits"] / 8}
    for column, value in computed.items():
        published = number[column]
        if published and abs(value - published) > TOLERANCE * published + ROUNDING[column]:
            yield f"{column}: {published:g} published, {value:.4g} from the other columns"


def main():
    root, failed, count = sys.argv[1], False, 0
    rates = transfers(root)
    for path in sys.argv[2:] or sorted(glob.glob(f"{root}/hwdb/data/*/boards/*.tsv")):
        lanes, rows = read(path)
        names = [fields[0] for fields in rows]
        problems = ["rows are not sorted by name"] if names != sorted(names) else []
        for fields in rows:
            wrong = incomplete(fields)
            found = [wrong] if wrong else differences(dict(zip(COLUMNS, fields)), lanes, rates)
            problems += [f"{fields[0]}: {problem}" for problem in found]
            count += 1
        failed |= bool(problems)
        print("".join(f"{path}: {problem}\n" for problem in problems), end="")
    print(count, "boards")
    return failed


sys.exit(main())
