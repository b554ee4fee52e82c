#!/usr/bin/env python3
"""Spoils a good GPU description in every way, and prints what `clperf gpus` says of it: exit status
and message. usage: corrupt.py CLPERF FILE (in a scratch folder)"""

import json
import os
import subprocess
import sys


def spoil(good, **changes):
    gpu = json.loads(good)
    for key, value in changes.items():
        entry = gpu["values"]["sm_count"]
        if key in ("value", "kind", "source"):
            entry[key] = value
        elif value is None:
            del gpu[key]
        else:
            gpu[key] = value
    return json.dumps(gpu)


def cases(good):
    yield "unknown key", good.replace("sm_count", "sm_cuont")
    yield "unknown member", spoil(good, speed=9)
    entry = '"sm_count": {"value": 8.0, "kind": "measured", "source": "a test"}'
    assert entry in good
    yield "key twice", good.replace(entry, entry + "," + entry)
    yield "wrong type", spoil(good, value="8")
    yield "wrong type of entry", spoil(good, values={"sm_count": 8})
    yield "out of range", spoil(good, value=1e6)
    for value in 12, 0.5:
        yield f"no power of two, {value}", spoil(good, values={"vector_bytes": {"value": value, "kind": "measured", "source": "a test"}})
    yield "kind", spoil(good, kind="guessed")
    yield "source", spoil(good, source="")
    yield "missing", spoil(good, base="sm_52", values={})
    yield "no name", spoil(good, name=None)
    yield "vendor", spoil(good, vendor="acme")
    yield "base", spoil(good, base="sm_99")
    yield "cycle", spoil(good, base="./c.json")
    yield "longer cycle", spoil(good, base="d.json")
    yield "truncated", good.replace("{", "{\n", 2)[:60]
    yield "empty", ""
    yield "not JSON", "name = mine"
    yield "deep", "[" * 100000
    yield "binary", "\x01\x7f{}"


def main():
    clperf, path = sys.argv[1:]
    with open(path) as f:
        good = f.read()
    with open("d.json", "w") as f:
        f.write(spoil(good, base="c.json"))
    os.makedirs("folder.json", exist_ok=True)
    files = [(name, "./c.json", text) for name, text in cases(good)]
    files += [("no file", "./none.json", None), ("folder", "./folder.json", None)]
    for name, file, text in files:
        if text is not None:
            with open(file, "w") as f:
                f.write(text)
        run = subprocess.run([clperf, "gpus", file], capture_output=True, text=True)
        lines = run.stderr.splitlines()
        assert len(lines) == 1 and not run.stdout, run
        print("%s: %d: %s" % (name, run.returncode, lines[0].removeprefix("clperf: error: ")))


if __name__ == "__main__":
    main()
