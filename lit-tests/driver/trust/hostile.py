"""Reports and sources whose every text has what terminals obey; --check finds such in the files named."""

import json
import re
import sys

EVIL = "\x1b]0;title\x07\x9b31m\u202e\u2066\nINJECTED: line\r"
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|^INJECTED", re.M)


def text(what):
    return what.replace(" ", EVIL, 1) + EVIL


def finding():
    return {"rule": "clperf-uncoalesced" + EVIL, "message": text("evil message"), "severity": "warning",
            "fingerprint": "abcdef12", "file": "evil" + EVIL + ".cl", "line": 1e300, "col": -1e300,
            "cost_ms": 0.5, "why": [{"text": text("evil step"), "line": 1, "col": 1}]}


def report(time):
    return {"version": 1, "tool": {"name": "clperf-cc"}, "problems": [{"text": text("evil problem")}],
            "kernels": [{"name": text("evil name"), "file": "evil" + EVIL + ".cl", "line": 1,
                         "gpu": "gpu" + EVIL, "model": "trace", "bound": EVIL, "time_ms": time,
                         "launch": {"global": {"source": EVIL}}, "findings": [finding()]}]}


def write():
    for name, time in (("old", 1), ("new", 2)):
        with open(name + ".json", "w", encoding="utf-8") as out:
            json.dump(report(time), out)
    with open("broken\x1b[2J\nINJECTED.json", "w", encoding="utf-8") as out:
        out.write("{")
    with open("k\x1b[31m\u202e.cl", "w", encoding="utf-8") as out:
        out.write("kernel void f(global int *p /*\u202e\x1b[2J*/) { p[get_global_id(0) * 32] = 1; }\n")
    with open("launch.json", "w", encoding="utf-8") as out:
        json.dump({"version": 1, "launches": [{"kernel": "f", "global": [1024], "local": [64]},
                                              {"kernel": "g" + EVIL, "global": [1]}]}, out)


def check(paths):
    for path in paths:
        with open(path, "rb") as file:
            for number, line in enumerate(file.read().decode("utf-8").split("\n"), 1):
                wrong = FORBIDDEN.search(line)
                if wrong and not (path.endswith(".html") and wrong[0] == "INJECTED"):
                    sys.exit(f"{path}:{number}: {wrong[0]!r} in {line!r}")


if sys.argv[1:2] == ["--check"]:
    check(sys.argv[2:])
else:
    write()
