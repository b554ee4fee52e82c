#!/usr/bin/env python3
"""Gives clperf-cc wrong launches of k.cl and checks what it says.

Usage: launch_errors.py CLPERF_CC
"""

import json
import subprocess
import sys

ERROR, WARNING = "clperf-cc: error: ", "clperf-cc: warning: "


def one(**launch):
    return {"version": 1, "launches": [{"kernel": "scale", **launch}]}


FORMS = ('m.json: launches[0].args.data: expected one of "elements", "zeros", "local_bytes", "file", '
         '"bytes", "raw", "null" and "image"')

# A manifest, and the line that it gives.
MANIFESTS = [
    ("{", "m.json:1: not valid JSON"),
    ('{"version": 1,\n\n "launches": [}', "m.json:3: not valid JSON"),
    ('{"version": 1, "launches": []} x', "m.json:1: not valid JSON"),
    ("[]", 'm.json: expected an object with "version" and "launches"'),
    ({"launches": []}, "m.json: version: expected 1"),
    ({"version": 2, "launches": []}, "m.json: version: expected 1"),
    ({"version": 1}, "m.json: launches: expected an array"),
    ({"version": 1, "launches": {}}, "m.json: launches: expected an array"),
    ({"version": 1, "launches": [], "gpu": 1}, 'm.json: unknown key "gpu"'),
    ({"version": 1, "launches": [3]}, "m.json: launches[0]: expected an object"),
    ({"version": 1, "launches": [{}]}, 'm.json: launches[0]: "kernel" is missing'),
    ({"version": 1, "launches": [{"kernel": "scale"}, {"kernel": 3}]},
     "m.json: launches[1].kernel: expected a string"),
    (one(globl=[1]), 'm.json: launches[0]: unknown key "globl"; did you mean "global"?'),
    (one(wibble=[1]), 'm.json: launches[0]: unknown key "wibble"'),
    ('{"version": 1, "launches": [{"kernel": "scale", "global": [1], "global": [2]}]}',
     'm.json: launches[0]: "global" is given twice'),
    (one(local="16"), "m.json: launches[0].local: expected 1 to 3 positive integers"),
    (one(local=[]), "m.json: launches[0].local: expected 1 to 3 positive integers"),
    (one(local=[1, 1, 1, 1]), "m.json: launches[0].local: expected 1 to 3 positive integers"),
    (one(local=[16, 0]), "m.json: launches[0].local: expected 1 to 3 positive integers"),
    (one(local=[16.5]), "m.json: launches[0].local: expected 1 to 3 positive integers"),
    (one(**{"global": [-64]}), "m.json: launches[0].global: expected 1 to 3 positive integers"),
    (one(**{"global": [1e30]}), "m.json: launches[0].global: expected 1 to 3 positive integers"),
    (one(offset=[-1]), "m.json: launches[0].offset: expected 1 to 3 non-negative integers"),
    (one(count=0), "m.json: launches[0].count: expected a positive integer"),
    (one(file=1), "m.json: launches[0].file: expected a string"),
    (one(source=1), "m.json: launches[0].source: expected a string"),
    (one(options=["-DA"]), "m.json: launches[0].options: expected a string"),
    (one(time_ms=1), "m.json: launches[0].time_ms: expected an array of milliseconds"),
    (one(time_ms=[-1]), "m.json: launches[0].time_ms: expected an array of milliseconds"),
    (one(host="a.c"), 'm.json: launches[0].host: expected an object with "file"'),
    (one(args={"data": {"raw": "0g"}}),
     "m.json: launches[0].args.data.raw: expected pairs of hexadecimal digits"),
    (one(args={"data": {"raw": "000"}}),
     "m.json: launches[0].args.data.raw: expected pairs of hexadecimal digits"),
    (one(args={"data": {"null": False}}), "m.json: launches[0].args.data.null: expected true"),
    (one(args={"data": {"image": 4}}),
     "m.json: launches[0].args.data.image: expected an array of sizes"),
    (one(args={"data": {"raw": "00", "bytes": 1}}), FORMS),
    (one(defines="A"), 'm.json: launches[0].defines: expected an array of "NAME=VALUE"'),
    (one(defines=[1]), "m.json: launches[0].defines: expected a string"),
    (one(args=[1]), "m.json: launches[0].args: expected an object"),
    (one(args={"n": "1"}), 'm.json: launches[0].args.n: expected a number, a text "0x...", '
     "an array of numbers or an object"),
    (one(args={"n": "0x10000000000000000"}),
     'm.json: launches[0].args.n: expected a number, a text "0x...", an array of numbers or an object'),
    (one(args={"n": [1, "2"]}), "m.json: launches[0].args.n: expected an array of numbers"),
    (one(args={"data": {}}),
     FORMS),
    (one(args={"data": {"elements": 1, "zeros": 1}}),
     FORMS),
    (one(args={"data": {"elements": -1}}),
     "m.json: launches[0].args.data.elements: expected a positive integer"),
    (one(args={"data": {"elements": 4, "each": 1}}),
     "m.json: launches[0].args.data.each: expected a string"),
    (one(args={"data": {"elements": 4, "each": "i +"}}),
     "m.json: launches[0].args.data.each: 'i +', column 4: expected a number, a name or '('"),
    (one(args={"data": {"elements": 4, "each": "2 * n"}}),
     "m.json: launches[0].args.data.each: nothing is called 'n' but \"i\""),
    (one(args={"data": {"each": "i"}}),
     FORMS),
    (one(args={"data": {"zeros": 4, "each": "i"}}),
     FORMS),
    (one(args={"data": {"file": 1}}), "m.json: launches[0].args.data.file: expected a string"),
    (one(args={"data": {"file": "none.bin"}}),
     "m.json: launches[0].args.data.file: cannot read './none.bin': No such file or directory"),
    (one(**{"global": [100], "local": [16]}),
     "m.json: launches[0]: 'scale' not analysed: local 16x1x1 does not divide global 100x1x1"),
    (one(**{"global": [1 << 20, 1 << 20, 2]}),
     "m.json: launches[0]: 'scale' not analysed: global 1048576x1048576x2 has more than 2^40 "
     "work-items"),
    ({"version": 1, "launches": [{"kernel": "plane", "local": [32, 8]}]},
     "m.json: launches[0]: 'plane' not analysed: local 32x8x1 is not the kernel's "
     "reqd_work_group_size(32,4,1)"),
]

# Arguments and kernels that do not exist are left out.
WARNINGS = [
    (one(kernel="scal"), "m.json: launches[0]: no kernel named 'scal' in k.cl; did you mean 'scale'?"),
    (one(kernel="reduction"), "m.json: launches[0]: no kernel named 'reduction' in k.cl"),
    (one(args={"m": 1}), "m.json: launches[0]: 'scale' has no parameter 'm'; its parameters are "
     "'data', 'factor', 'n'; ignored"),
    (one(args={"3": 1}), "m.json: launches[0]: 'scale' has no parameter '3'; its parameters are "
     "'data', 'factor', 'n'; ignored"),
    (one(args={"data": 1}), "m.json: launches[0]: parameter 'data' of 'scale' takes a number of "
     "elements or a file, as it points to a buffer; ignored"),
    (one(args={"n": [1, 2]}), "m.json: launches[0]: parameter 'n' of 'scale' takes 1 number; "
     "ignored"),
    (one(args={"n": {"elements": 4}}), "m.json: launches[0]: parameter 'n' of 'scale' takes a "
     "number, as it is no pointer; ignored"),
    ({"version": 1, "launches": [{"kernel": "plane", "args": {"tile": {"elements": 4}}}]},
     "m.json: launches[0]: parameter 'tile' of 'plane' takes a size in bytes, as it points to "
     "local memory; ignored"),
]

# The same in words.
INLINE = [
    ("scale:", "expected NAME=VALUE after the kernel's name"),
    ("scale:global=64,16", "'16': expected NAME=VALUE"),
    ("scale:global=64x", None),
    ("scale:global=0", "'global=0': expected 1 to 3 positive integers, as in 1024x1024"),
    ("scale:global=1x1x1x1", "'global=1x1x1x1': expected 1 to 3 positive integers, as in 1024x1024"),
    ("scale:local=-16", "'local=-16': expected 1 to 3 positive integers, as in 1024x1024"),
    ("scale:global=99999999999999999999", "'global=99999999999999999999': expected 1 to 3 positive "
     "integers, as in 1024x1024"),
    ("scale:offset=a", "'offset=a': expected 1 to 3 integers, as in 0x16"),
    ("scale:count=0", "'count=0': expected a positive integer"),
    ("scale:n=many", "'n=many': expected a number, elements:N, zeros:N, local:BYTES or file:PATH"),
    ("scale:n=nan", "'n=nan': expected a number, elements:N, zeros:N, local:BYTES or file:PATH"),
    ("scale:data=elements:0",
     "'data=elements:0': expected a number, elements:N, zeros:N, local:BYTES or file:PATH"),
    ("scale:data=file:none", "cannot read 'none': No such file or directory"),
]


def stderr_of(program, launch):
    command = [program, "-fsyntax-only", "k.cl", f"-fclperf-launch={launch}", "-Wno-clperf"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stdout:
        sys.exit(f"{command}: exit status {done.returncode}, stdout '{done.stdout}'")
    return done.stderr


def compare(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}:\nexpected: {wanted}got:      {got}")


def main():
    program = sys.argv[1]
    for severity, cases in [(ERROR, MANIFESTS), (WARNING, WARNINGS)]:
        for manifest, wanted in cases:
            text = manifest if isinstance(manifest, str) else json.dumps(manifest)
            with open("m.json", "w") as f:
                f.write(text)
            compare(text, stderr_of(program, "m.json"), f"{severity}{wanted}\n")
    for words, wanted in INLINE:
        line = f"{ERROR}-fclperf-launch={words}: {wanted}\n" if wanted else ""
        compare(words, stderr_of(program, words), line)
    compare("no manifest", stderr_of(program, "none.json"),
            f"{ERROR}cannot read launch manifest 'none.json': No such file or directory\n")


main()
