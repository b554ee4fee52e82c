"""Runs clperf sweep with bad spaces and options: exit status 2 and one line.

Usage: errors.py CLPERF SPACE SCRATCH
"""

import json
import subprocess
import sys
from pathlib import Path

program, space, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
failed = 0


def check(message, *args):
    global failed
    done = subprocess.run([program, "sweep", *map(str, args)], capture_output=True, text=True)
    lines = done.stderr.count("\n")
    if done.returncode != 2 or message not in done.stderr or done.stdout or lines != 1:
        failed += 1
        print(f"{args}: status {done.returncode}, expected {message!r}\n{done.stderr}{done.stdout}")


def bad_text(message, text):
    path = scratch / "bad.json"
    path.write_text(text)
    check(f"clperf: error: {path}{message}", path)


def bad(message, **changes):
    text = json.loads(space.read_text())
    text["source"] = str(space.with_name("scale.cl"))
    text.update(changes)
    bad_text(message, json.dumps({key: value for key, value in text.items() if value is not None}))


def bad_parameter(message, value):
    bad(": parameters.local" + message, parameters={"items": 1, "repeat": 1, "type": "float",
                                                    "local": value})


bad_text(":2: not valid JSON", "{\n")
bad_text(": space: expected an object", "[]")
bad_text(": gpu: unknown key; did you mean \"gpus\"?", '{"gpu": 1}')
bad_text(": version: is given twice", '{"version": 1, "version": 1}')
bad(": version: expected 1", version=2)
bad(": kernel: is missing", kernel=None)
bad(": source: cannot read '", source="nowhere.cl")
bad(": gpus: no GPU is named 'x'", gpus=["x"])
bad(": gpus: a value is there twice", gpus=["gtx-980", "GTX 980"])
bad(": gpus: there is no value", gpus=[])
bad(": when: nothing is called 'locl'", when="locl > 1")
bad(": when: 'local >', column 8: expected a number", when="local >")
bad(": when: 'float' is a text", when="type + 1 > 2")
bad(": when: no combination satisfies all conditions", when="local < 1")
bad(": args: nothing is called 'm'", args={"n": "m"})
bad(": global: expected an array of 3 formulas", **{"global": [1]})
bad(": clock: expected an array of 2 formulas", clock=1)
for clock in ["600", "600:", "600:3000:1", "x:3000", "600-500/100:3000", "600-800:3000", "0:3000",
              "600,600:3000", "1-1000000/1e-9:3000"]:
    check(f"--clock: '{clock}' is not CORES:MEMORIES", "--clock", clock, space)
check("clock: the space has clocks of its own", "--clock", "600:3000", space.with_name("clock.json"))
check("--when: 'core_clock <'", "--when", "core_clock <", space)
check("when: nothing is called 'core_clock'", "--when", "core_clock < 600", space)
check("--merge goes with --output and --top only", "--merge", "--clock", "600:3000", space)
bad(": defines.N: 'n n', column 3:", defines={"N": "n n"})
bad(": parameters: expected an object", parameters=[])
bad(": parameters.a b: a name has letters", parameters={"a b": 1})
bad(": parameters.gpu: the name stands for", parameters={"gpu": 1})
bad(": parameters.warp_width: the name stands for", parameters={"warp_width": 1})
bad_parameter(": there is no value", [])
bad_parameter(": a value is there twice", [1, 2, 1])
bad_parameter(": expected numbers or texts", [True])
bad_parameter(": expected numbers or texts", None or [None])
bad_parameter(".step: expected a number", {"from": 1, "to": 2})
bad_parameter(": expected \"from\", \"to\" and one", {"from": 1, "to": 2, "step": 1, "times": 2})
bad_parameter(": expected from <= to and step > 0", {"from": 1, "to": 2, "step": 0})
bad_parameter(": expected 0 < from <= to and times > 1", {"from": 1, "to": 2, "times": 1})
bad_parameter(": more than 1000000 values", {"from": 0, "to": 1e9, "step": 1})
bad(": parameters: 4000000000000 combinations; 100000000 are the most", parameters={
    "local": {"from": 1, "to": 1e6, "step": 1}, "items": {"from": 1, "to": 1e6, "step": 1},
    "type": ["float", "double"], "repeat": 1})

check("the design space is missing")
check("one design space at a time", space, space)
check("cannot read 'nowhere.json'", "nowhere.json")
check("--merge: the files are missing", "--merge")
check("--merge goes with --output and --top only", "--merge", "--resume", space)
check("not a result of 'clperf sweep'", "--merge", space)
check("--resume needs --output", "--resume", space)
check("--jobs: '0' is not a positive integer", "--jobs", 0, space)
check("--top: '1.5' is not a positive integer", "--top", 1.5, space)
for shard in "0/2", "3/2", "1", "1/2x", "-1/2":
    check(f"--shard: '{shard}' is not I/N", f"--shard={shard}", space)
check("--format: 'xml' is neither csv nor json", "--format", "xml", space)
check("unknown model 'x'", "--model", "x", space)
check("cannot write '", "-o", scratch / "no/where", space)
if Path("/dev/full").exists():
    check("cannot write /dev/full: ", "-o", "/dev/full", space)
sys.exit(failed > 0)
