#!/usr/bin/env python3
"""Compares a captured manifest with the log of launch_log.cpp: the same launches, as often.

Usage: compare_launches.py MANIFEST LOG
Prints how many launches there are, or what differs, and exits with 1 then.
"""

import json
import struct
import sys
from collections import Counter
from pathlib import Path


def fill(sizes, missing):
    return tuple(sizes + [missing] * (3 - len(sizes)))


def text_key(row, folder):
    """What tells program texts apart in both: their length, 0 where one of them does not know it."""
    return len((folder / row["source"]).read_bytes().rstrip(b"\0")) if "source" in row else 0


def value_key(value):
    """What a value of the manifest says, None where the log's bytes must be asked."""
    if isinstance(value, dict):
        if "raw" in value:
            return "hex", value["raw"]
        if "bytes" in value:
            return "bytes", value["bytes"]
        if "image" in value:
            return "image", tuple(value["image"])
        if "local_bytes" in value:
            return "none", value["local_bytes"]
        if "null" in value:
            return "null", True
    return "number", value


def packed(value, n):
    """All byte strings of that length that a number or an array of numbers may stand for."""
    values = value if isinstance(value, list) else [value]
    values = [int(v, 16) if isinstance(v, str) else v for v in values]
    for parts in (len(values), len(values) + 1 if len(values) == 3 else 0):
        if not parts or n % parts:
            continue
        size = n // parts
        for code in {1: "bB", 2: "hH", 4: "iIf", 8: "qQd"}.get(size, ""):
            try:
                bytes_ = struct.pack(f"<{len(values)}{code}", *values)
            except struct.error:
                continue
            yield bytes_.hex()


def same_value(ours, log):
    kind, value = value_key(ours)
    if kind == "number":
        return "hex" in log and any(log["hex"].startswith(p)
                                    for p in packed(value, len(log["hex"]) // 2))
    if kind == "null":
        return "none" in log or set(log.get("hex", "")) == {"0"}
    if kind == "bytes" and "shared" in log:
        return True
    return kind in log and (tuple(log[kind]) if kind == "image" else log[kind]) == value


def same_args(row, log):
    ours = list(row["args"].values())
    logged = [a for a in log["args"] if "sampler" not in a and "unset" not in a]
    return len(ours) == len(logged) and all(map(same_value, ours, logged))


def main():
    folder = Path(sys.argv[1]).parent
    manifest = json.loads(Path(sys.argv[1]).read_text())
    rows = manifest["launches"]
    log = Counter(Path(sys.argv[2]).read_text().splitlines()) if Path(sys.argv[2]).exists() else {}
    by_shape, left = {}, [row["count"] for row in rows]
    for i, row in enumerate(rows):
        key = (row["kernel"], fill(row["global"], 1),
               fill(row["local"], 1) if "local" in row else (0, 0, 0),
               fill(row.get("offset", []), 0))
        by_shape.setdefault(key, []).append((i, text_key(row, folder)))
    bad = []
    for line, n in log.items():
        entry = json.loads(line)
        key = (entry["kernel"], *(tuple(entry[k]) for k in ("global", "local", "offset")))
        for i, text in by_shape.get(key, []):
            same_text = 0 in (text, entry["text_bytes"]) or text == entry["text_bytes"]
            if n and left[i] and same_text and same_args(rows[i], entry):
                taken = min(n, left[i])
                left[i] -= taken
                n -= taken
        if n:
            bad.append(f"{n} times in the log only: {line}")
    bad += [f"{n} times in the manifest only: {json.dumps(row)}" for n, row in zip(left, rows) if n]
    print("\n".join(bad[:20] + [f"{sum(log.values()) if log else 0} launches, {len(bad)} differences"]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
