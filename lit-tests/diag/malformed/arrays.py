"""Every object of a manifest, a GPU, a .clperf, a design space, a SARIF log and a report becomes an array in
turn, and every value one of another type; nothing that reads the result crashes. Prints how many did."""

import copy
import json
import subprocess
import sys

COMPILER, TOOL = sys.argv[1:3]

MANIFEST = {"version": 1, "launches": [
    {"kernel": "transpose_naive", "global": [64, 64], "local": [8, 8], "defines": ["A=1"], "count": 2,
     "args": {"in": {"elements": 4096, "each": "i"}, "width": 64, "height": "0x40", "out": {"zeros": 4096}}}]}
GPU = {"name": "own", "base": "gtx-980", "values": {"num_sm": {"value": 3, "source": "x"}}}
CONFIG = {"root": True, "gpu": ["gtx-980"], "budget": 2, "warnings": ["clperf"]}
SPACE = {"version": 1, "source": "k.cl", "kernel": "transpose_naive", "gpus": ["gtx-980"],
         "parameters": {"n": [8, 16]}, "defines": {"N": "n"}, "global": [64, 64], "local": ["n", 8],
         "args": {"in": {"elements": 4096}, "width": 64, "height": 64}}
REPORT = {"version": 1, "tool": {"name": "clperf-cc"}, "kernels": [
    {"name": "k", "file": "k.cl", "line": 1, "gpu": "g", "time_ms": 1, "launch": {"global": {"size": [1]}},
     "findings": [{"rule": "r", "message": "m", "fingerprint": "abcdef12", "cost_ms": 1,
                   "why": [{"text": "t", "line": 1}]}]}]}
SARIF = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "clperf-cc", "rules": [{"id": "r"}]}}, "results": [
    {"ruleId": "r", "message": {"text": "m"}, "partialFingerprints": {"clperf/v1": "abc"},
     "locations": [{"physicalLocation": {"artifactLocation": {"uri": "k.cl"}, "region": {"startLine": 1}}}]}]}]}

ANALYSE = [COMPILER, "true", "-c", "k.cl", "-fclperf-no-cache", "-fclperf-no-fixes"]
CASES = [
    (MANIFEST, "m.json", ANALYSE + ["-fclperf-launch=m.json"]),
    (GPU, "g.json", [TOOL, "gpus", "./g.json"]),
    (CONFIG, ".clperf", ANALYSE + ["-fclperf-dump=config"]),
    (SPACE, "s.json", [TOOL, "sweep", "s.json"]),
    (REPORT, "r.json", [TOOL, "diff", "r.json", "r.json"]),
    (REPORT, "r.json", [TOOL, "merge", "--format=markdown", "--output", "-", "r.json"]),
    (REPORT, "r.json", [TOOL, "merge", "--format=html", "--output", "page.html", "r.json"]),
    (SARIF, "l.sarif", [TOOL, "merge", "--output", "all.sarif", "l.sarif"]),
]


def places(value, at=()):
    yield at
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], at + (key,))


def changed(value, at, change):
    if not at:
        return change(value)
    value = copy.copy(value)
    value[at[0]] = changed(value[at[0]], at[1:], change)
    return value


def other(value):
    return [value] if isinstance(value, (int, float, str)) else 1


def as_array(value):
    return list(value.values()) if isinstance(value, dict) else {"x": value}


def crashed(command):
    done = subprocess.run(command, capture_output=True, check=False)
    return done.returncode < 0 or done.returncode == 70 or b"crashed" in done.stderr


def main():
    bad = runs = 0
    for value, path, command in CASES:
        for at in places(value):
            for change in (as_array, other):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(changed(value, at, change), file)
                runs += 1
                if crashed(command):
                    bad += 1
                    print("crash:", " ".join(command), path, at, change.__name__)
    print(f"{bad} crashed of {runs}")


main()
