#!/usr/bin/env python3
"""Scripted exchanges with `clperf mcp`.

Usage: exchanges.py CLPERF SCRATCH [--only TEXT]

CALLS is a table of calls of the tools, with what the answer must have; every answer that is no error
must be as the tool's outputSchema says. The functions of SCENARIOS are about everything else: the
lifecycle, broken messages, cancellation, several calls at once, an analysis that crashes. Prints what
is not as expected, and how much is.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "diag"))
from client import Client, Gone, descendants, processes  # noqa: E402
from validate_schema import violations  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

TRANSPOSE = """\
__kernel void transpose(__global float *out, __global const float *in, int width, int height) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
"""
COPY = TRANSPOSE.replace("out[x * height + y]", "out[y * width + x]")
WALK = """\
__kernel void walk(__global int *next, __global int *out) {
    int k = 0;
    for (int at = get_global_id(0); at >= 0; at = next[at])
        k++;
    out[get_global_id(0)] = k;
}
"""
CUDA = "__global__ void twice(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n"
HOST = 'const char *s = "__kernel void inside(__global int *a) { a[get_global_id(0)] = 1; }";\n'
LAUNCH = "transpose:global=1024x1024,local=32x8,width=1024,height=1024"
OBJECT = {"kernel": "transpose", "global": [1024, 1024], "local": [32, 8],
          "args": {"width": 1024, "height": 1024, "in": {"elements": 1048576}}}
SPACE = {"kernel": "scale", "gpus": ["gtx-980"], "parameters": {"size": [32, 64, 128, 2048]},
         "global": [65536, 1, 1], "local": ["size", 1, 1], "args": {"a": {"elements": 65536}}}
SCALE = "__kernel void scale(__global float *a) { a[get_global_id(0)] *= FACTOR; }\n"


def space(**changes):
    merged = {**SPACE, "options": ["-DFACTOR=2"], **changes}
    return {k: v for k, v in merged.items() if v is not None}


def at(value, path):
    for step in path.split("."):
        value = value[int(step)] if step.lstrip("-").isdigit() else value[step]
    return value


def has(path, expected):
    """Something of the answer is that, or holds for that function."""
    def check(answer, text):
        value = at(answer, path)
        assert expected(value) if callable(expected) else value == expected, (path, value)
    return check


def says(*words):
    def check(answer, text):
        for word in words:
            assert word in text, (word, text)
    return check


def error(*words):
    check = says(*words)
    check.is_error = True
    return check


STORE = {"kernel": "transpose", "global": [1024, 1024],
         "args": {"width": 1024, "height": 1024, "in": {"elements": 1048576}, "out": {"elements": 1048576}}}


def launch(**more):
    return {"launch": STORE, "gpus": ["gtx-980"], "source": COPY, **more}


# Name, tool, arguments, what must hold.
CALLS = [
    # predict: launches
    ("launch missing", "predict", {"source": TRANSPOSE},
     [has("predictions.0.launch.from", "assumption"), has("predictions.0.exact", False),
      has("predictions.0.assumed", lambda a: "width = 1024" in a and "nobody gave one" in a[0]),
      has("predictions.0.known", []), has("predictions.0.findings", []),
      has("predictions.0.findings_left_out", 0), says("assumed: launch 1024x1024/16x16: nobody gave one")]),
    ("launch in words", "predict", {"source": TRANSPOSE, "launches": [LAUNCH]},
     [has("predictions.0.launch.from", "command line"), has("predictions.0.launch.local", [32, 8, 1]),
      has("predictions.0.exact", True),
      has("predictions.0.known", lambda k: "width = 1024" in k),
      has("predictions.0.assumed", ["registers are estimated"])]),
    ("launch as an object", "predict", {"source": TRANSPOSE, "launches": [OBJECT]},
     [has("predictions.0.launch.from", "manifest"),
      has("predictions.0.known", lambda k: "in: 1048576 elements" in k)]),
    ("same launch in both forms", "predict", {"source": TRANSPOSE, "launches": [LAUNCH, OBJECT]},
     [has("predictions.0.time_ms", lambda ms: 0.02 < ms < 0.5),
      lambda a, t: has("predictions.1.time_ms", a["predictions"][0]["time_ms"])(a, t)]),
    ("local size missing", "predict",
     {"source": WALK, "launches": ["walk:global=4096,next=elements:4096"]},
     [has("predictions.0.assumed", lambda a: "the local size: nobody gave one" in a
          and any("how often the loop runs" in each for each in a))]),
    ("launch of another kernel", "predict", {"source": WALK, "launches": ["nothing:global=64"]},
     [has("problems.0.text", lambda t: "no kernel named 'nothing'" in t), says("nothing")]),
    ("launch that is no launch", "predict", {"source": WALK, "launches": ["walk"]},
     [error("'launches[0]': expected KERNEL:")]),
    ("launch with a bad word", "predict", {"source": WALK, "launches": [LAUNCH, "walk:global=x"]},
     [error("'launches[1]': 'global=x': expected 1 to 3 positive integers")]),
    ("launch object with a bad size", "predict",
     {"source": WALK, "launches": [{"kernel": "walk", "global": [0]}]},
     [error("launches[0].global: expected 1 to 3 positive integers")]),
    ("launch object without a kernel", "predict", {"source": WALK, "launches": [{"global": [64]}]},
     [error('"kernel" is missing')]),
    ("launch object with an unknown key", "predict",
     {"source": WALK, "launches": [{"kernel": "walk", "globl": [64]}]},
     [error('did you mean "global"?')]),
    ("launch that is a number", "predict", {"source": WALK, "launches": [7]},
     [error("'launches[0]': expected a text or an object")]),
    ("comment as launch", "predict",
     {"source": "// clperf: launch global=256 local=64\n" + WALK},
     [has("predictions.0.launch.from", "comment"), has("predictions.0.launch.global", [256, 1, 1])]),
    # predict: findings
    ("finding", "predict", {"source": TRANSPOSE, "launches": [LAUNCH]},
     [has("predictions.0.findings.0.rule", "clperf-uncoalesced"),
      has("predictions.0.findings.0.line", 4), has("predictions.0.findings.0.cost_ms", lambda c: c > 0),
      says("line 4: each warp's store to 'out' touches")]),
    ("fix with its edits", "predict",
     {"path": "examples/transpose_tiled.cl", "directory": ROOT, "gpus": ["gtx-980"],
      "launches": ["transpose_tiled:global=2048x512,local=32x8,width=2048,height=2048"]},
     [has("predictions.0.findings", lambda fs: any(
         f["fixes"] and f["fixes"][0]["edits"] and f["fixes"][0]["gain_ms"] > 0 for f in fs)),
      says("fix: ")]),
    ("findings limited", "predict", {"source": TRANSPOSE, "launches": [LAUNCH], "max_findings": 0},
     [has("predictions.0.findings", []), has("predictions.0.findings_left_out", 1),
      says("and 1 more findings")]),
    ("finding in every plausible launch", "predict",
     {"path": "examples/transpose_tiled.cl", "directory": ROOT, "gpus": ["gtx-980"]},
     [has("predictions.0.launch.from", "assumption"),
      has("predictions.0.findings.0.rule", "clperf-bank-conflict"),
      says("% of the kernel's time on gtx-980 in every plausible launch")]),
    ("suppressed finding", "predict",
     {"source": TRANSPOSE.replace("in[y * width + x];", "in[y * width + x]; // clperf-ignore: as it is"),
      "launches": [LAUNCH]},
     [has("predictions.0.findings", [])]),
    # predict: GPUs
    ("several GPUs", "predict", {"source": TRANSPOSE, "gpus": ["gtx-980", "mi50"]},
     [has("predictions.0.gpu", "gtx-980"), has("predictions.1.gpu", "mi50")]),
    ("GPU unknown", "predict", {"source": TRANSPOSE, "gpus": ["gtx-980", "gtx-98"]},
     [error("'gpus[1]'", "did you mean gtx-980")]),
    ("two GPUs in one name", "predict", {"source": TRANSPOSE, "gpus": ["gtx-980,a100"]},
     [error("'gpus[0]': one name each")]),
    ("GPUs as a text", "predict", {"source": TRANSPOSE, "gpus": "a100"},
     [error("'gpus': expected a list")]),
    ("too many GPUs", "predict", {"source": TRANSPOSE, "gpus": ["a100"] * 17},
     [error("'gpus' has more than 16 items")]),
    ("GPU that cannot run it", "predict",
     {"source": WALK, "launches": ["walk:global=4096,local=2048"]},
     [error("2048")]),
    # predict: sources
    ("CUDA", "predict", {"source": CUDA, "language": "cuda", "gpus": ["a100"]},
     [has("predictions.0.kernel", "twice")]),
    ("CUDA by its extension", "predict", {"source": CUDA, "path": "new.cu"},
     [has("predictions.0.file", "new.cu")]),
    ("host program", "predict", {"source": HOST, "language": "c"},
     [has("predictions.0.kernel", "inside")]),
    ("a file", "predict", {"path": "examples/transpose_naive.cl", "directory": ROOT,
                           "launches": ["transpose_naive:global=2048x2048,local=32x8,width=2048,height=2048"]},
     [has("predictions.0.file", "examples/transpose_naive.cl"), has("predictions.0.line", lambda n: n > 0)]),
    ("a text instead of a file", "predict",
     {"path": "examples/transpose_naive.cl", "directory": ROOT, "source": WALK},
     [has("predictions.0.kernel", "walk")]),
    ("include beside a text", "predict",
     {"source": '#include "size.h"\n__kernel void k(__global int *a) { a[get_global_id(0) * SIZE] = 1; }',
      "directory": "{scratch}"}, [has("predictions.0.kernel", "k")]),
    ("include without the directory", "predict",
     {"source": '#include "size.h"\n__kernel void k(__global int *a) { a[SIZE] = 1; }', "directory": "/"},
     [error("size.h")]),
    ("non-ASCII text", "predict",
     {"source": "/* größer, 大きい, 😀 */ " + WALK}, [has("predictions.0.kernel", "walk")]),
    ("does not compile", "predict", {"source": "__kernel void k(__global int *a) {\n  *a = b;\n}"},
     [error("source.cl:2", "undeclared identifier 'b'")]),
    ("no kernel in it", "predict", {"source": "int f(int x) { return x; }"},
     [error("no kernel")]),
    ("no source", "predict", {}, [error("'source' or 'path' is missing")]),
    ("empty source", "predict", {"source": ""}, [error("no kernel")]),
    ("file that is not there", "predict", {"path": "/nowhere/k.cl"},
     [error("'path': cannot read '/nowhere/k.cl'")]),
    ("file of no known kind", "predict", {"path": "notes.txt", "source": WALK},
     [error("'path'", "give 'language'")]),
    ("file of no known kind with a language", "predict",
     {"path": "notes.txt", "source": WALK, "language": "opencl"}, [has("predictions.0.kernel", "walk")]),
    ("directory that is not there", "predict", {"source": WALK, "directory": "/nowhere"},
     [error("'directory': cannot go to '/nowhere'")]),
    ("path that looks like an option", "predict", {"path": "-o.cl", "source": WALK},
     [has("predictions.0.kernel", "walk")]),
    ("path that looks like a response file", "predict", {"path": "@o.cl", "source": WALK},
     [has("predictions.0.kernel", "walk")]),
    ("language unknown", "predict", {"source": WALK, "language": "rust"},
     [error("'language': 'rust' is none of opencl, cuda, c, c++")]),
    # predict: defines and options
    ("defines", "predict",
     {"source": "#ifdef A\n" + WALK + "#endif\n", "defines": ["A=1"]}, [has("predictions.0.kernel", "walk")]),
    ("options", "predict",
     {"source": "#ifdef A\n" + WALK + "#endif\n",
      "options": ["-D", "A", "-I.", "-cl-fast-relaxed-math", "-cl-std=CL2.0", "-Wno-clperf",
                  "-fclperf-clock=1000:900"]},
     [has("predictions.0.kernel", "walk"), has("predictions.0.findings", [])]),
    *[(f"option {option}", "predict", {"source": WALK, "options": [option]},
       [error(f"'options[0]': '{option}' is not taken")])
      for option in ["-o", "-ox", "-fclperf-add-output=sarif:file=x", "-fclperf-only-output=text:file=x",
                     "-fplugin=x", "-fclperf-baseline=x", "-Wp,-MD,x", "-MF", "@x", "x.cl", "-load",
                     "-Xclang", "-fclperf-dump=sim", "-fclperf-overlay=1=x", "-B.", "-specs=x"]],
    ("option without its argument", "predict", {"source": WALK, "options": ["-D"]},
     [error("'options': expected an argument after '-D'")]),
    ("option whose argument is an option", "predict", {"source": WALK, "options": ["-I", "-o"]},
     [error("expected an argument after '-I'")]),
    ("response file as an argument", "predict", {"source": WALK, "options": ["-I", "@x"]},
     [error("expected an argument after '-I'")]),
    ("argument unknown", "predict", {"source": WALK, "gpu": ["a100"]},
     [error("no argument 'gpu'; did you mean 'gpus'?")]),
    ("argument too small", "predict", {"source": WALK, "max_findings": -1},
     [error("'max_findings': expected 0 to 1000")]),
    ("argument not whole", "predict", {"source": WALK, "max_findings": 1.5},
     [error("'max_findings': expected a whole number")]),
    # explain
    ("rule", "explain", {"rule": "uncoalesced"},
     [has("rules.0.id", "uncoalesced"), says("sectors of 32 bytes")]),
    ("rule as users see it", "explain", {"rule": "-Wclperf-bank-conflict"}, [has("rules.0.id", "bank-conflict")]),
    ("all rules", "explain", {}, [has("rules", lambda r: len(r) > 15 and "help" not in r[0])]),
    ("rule unknown", "explain", {"rule": "uncoalesed"}, [error("did you mean 'uncoalesced'?")]),
    ("finding by its line", "explain", {"source": TRANSPOSE, "launches": [LAUNCH], "line": 4},
     [has("findings.0.why.0.text", lambda t: t.startswith("the launch is")),
      has("findings.0.why.-1.text", lambda t: "would be saved" in t),
      has("findings.0.notes", lambda n: len(n) > 0), says("why: ")]),
    ("finding by its rule", "explain",
     {"source": TRANSPOSE, "launches": [LAUNCH], "rule": "uncoalesced"},
     [has("findings.0.line", 4)]),
    ("no finding on the line", "explain", {"source": TRANSPOSE, "launches": [LAUNCH], "line": 1},
     [has("findings", []), says("there are findings at line 4 (clperf-uncoalesced)")]),
    ("finding that a guessed launch decides about", "explain", {"source": TRANSPOSE, "line": 4},
     [has("findings", []), says("there is no such finding")]),
    ("line of nothing", "explain", {"line": 4}, [error("of what is 'line'?")]),
    ("line 0", "explain", {"source": TRANSPOSE, "line": 0}, [error("'line': expected 1 to")]),
    ("why it is slow", "explain", {"source": TRANSPOSE, "launches": [LAUNCH]},
     [has("findings.0.line", 4), has("findings.0.why.-1.text", lambda t: "would be saved" in t)]),
    ("nothing makes it slow", "explain", {"source": COPY, "launches": [LAUNCH]},
     [has("findings", []), says("there is no such finding\ntranspose: ", "bound by DRAM")]),
    # compare
    ("better version", "compare",
     {"before": {"source": TRANSPOSE}, "after": {"source": COPY}, "launches": [LAUNCH]},
     [has("kernels.0.change", "faster"), has("kernels.0.ratio", lambda r: r < 0.9),
      has("kernels.0.gone.0.rule", "clperf-uncoalesced"), has("kernels.0.new", []),
      has("kernels.0.certain", lambda c: isinstance(c, bool)), says("faster", "gone: line 4")]),
    ("worse version", "compare",
     {"before": {"source": COPY}, "after": {"source": TRANSPOSE}, "launches": [LAUNCH]},
     [has("kernels.0.change", "slower"), has("kernels.0.new.0.line", 4)]),
    ("same version", "compare", {"before": {"source": WALK}, "after": {"source": "\n" + WALK}},
     [has("kernels.0.change", "same"), has("kernels.0.ratio", 1), has("kernels.0.unchanged", 1),
      has("kernels.0.certain", False)]),
    ("cost of a finding changed", "compare",
     {"before": {"source": TRANSPOSE},
      "after": {"source": TRANSPOSE.replace("= in[y * width + x]", "= in[y * width + x] + in[y * width + x + 9999]")},
      "launches": [LAUNCH]},
     [has("kernels.0.changed", lambda c: [x["rule"] for x in c] == ["clperf-uncoalesced"]
          and c[0]["before_ms"] != c[0]["after_ms"])]),
    ("files of other names", "compare",
     {"before": {"path": "examples/transpose_naive.cl"},
      "after": {"path": "other.cl", "source": open(os.path.join(ROOT, "examples/transpose_naive.cl")).read()},
      "directory": ROOT}, [has("kernels", lambda k: len(k) == 1), has("kernels.0.change", "same")]),
    ("kernel new and kernel gone", "compare", {"before": {"source": TRANSPOSE}, "after": {"source": WALK}},
     [has("kernels", lambda ks: {k["change"] for k in ks} == {"new", "gone"}),
      has("kernels.0.ratio", None)]),
    ("later version does not compile", "compare", {"before": {"source": WALK}, "after": {"source": "x"}},
     [error("does not compile")]),
    ("later version missing", "compare", {"before": {"source": WALK}}, [error("'after' is missing")]),
    ("later version empty", "compare", {"before": {"source": WALK}, "after": {}},
     [error("'after.source' or 'after.path' is missing")]),
    ("earlier version of a wrong type", "compare", {"before": {"source": 1}, "after": {"source": WALK}},
     [error("'before.source': expected a text")]),
    # best
    ("fastest local size", "best", launch(top=1),
     [has("best.0.parameters", lambda p: set(p) == {"gpu", "local_x", "local_y"} and 32 <= p["local_x"] * p["local_y"] <= 1024),
      has("predicted", 51), has("failed", 0)]),
    ("fastest local size in one dimension", "best",
     launch(launch={"kernel": "scale", "global": [96], "args": {"a": {"elements": 96}}}, source=SCALE, defines=["FACTOR=2"]),
     [has("predicted", 1), has("best.0.parameters.local_x", 32)]),
    ("neither a space nor a launch", "best", {"source": COPY}, [error("'space' or 'launch' is missing")]),
    ("a space and a launch", "best", {"space": SPACE, **launch()}, [error("one of both says what is tried")]),
    ("launch without GPUs", "best", {"launch": STORE, "source": COPY}, [error("'gpus' is missing")]),
    ("launch of no size", "best", launch(launch={"kernel": "transpose"}), [error("'kernel' and 'global' have to be there")]),
    ("best of a space", "best", {"space": space(), "source": SCALE},
     [has("predicted", 3), has("failed", 1), has("best", lambda b: len(b) == 3),
      has("best", lambda b: b == sorted(b, key=lambda x: x["time_ms"])),
      has("best.0.parameters.gpu", "gtx-980"), has("ties", lambda n: 0 <= n <= 2),
      has("failures.0", lambda f: f["count"] == 1 and f["example"]["size"] == 2048),
      says("3 configurations predicted, 1 failed")]),
    ("top 1", "best", {"space": space(), "source": SCALE, "top": 1}, [has("best", lambda b: len(b) == 1)]),
    ("macros and GPUs", "best",
     {"space": space(options=None, gpus=["a100", "gtx-980"], defines={"FACTOR": "factor"},
                     parameters={"size": [64], "factor": [1, 2]}), "source": SCALE},
     [has("predicted", 4), has("best.0.parameters.gpu", "a100")]),
    ("space of a file", "best", {"space": {**json.load(open(os.path.join(ROOT, "examples/convolution.space.json"))),
                                           "gpus": ["a100"]},
                                 "directory": os.path.join(ROOT, "examples"), "top": 2},
     [has("best", lambda b: len(b) == 2), has("predicted", lambda n: n > 2)]),
    ("include in a space", "best",
     {"space": space(options=None), "directory": "{scratch}",
      "source": '#include "size.h"\n' + SCALE.replace("FACTOR", "SIZE")}, [has("predicted", 3)]),
    ("CUDA in a space", "best",
     {"space": space(kernel="twice", options=None), "source": CUDA, "language": "cuda"},
     [has("predicted", 3)]),
    ("all fail", "best", {"space": space(options=None), "source": SCALE},
     [has("best", []), has("predicted", 0), has("failures.0.reason", lambda r: "FACTOR" in r)]),
    ("space without a kernel", "best", {"space": space(kernel=None), "source": SCALE},
     [error("kernel: is missing")]),
    ("space without a source", "best", {"space": space()}, [error("source: is missing")]),
    ("space with an unknown key", "best", {"space": space(paramters={}), "source": SCALE},
     [error('did you mean "parameters"?')]),
    ("space with a bad formula", "best", {"space": space(local=["size +", 1, 1]), "source": SCALE},
     [error("space: local")]),
    ("space whose option writes", "best", {"space": space(options=["-o", "x"]), "source": SCALE},
     [error("'space.options[0]': '-o' is not taken")]),
    ("space that is a text", "best", {"space": "x"}, [error("'space': expected an object")]),
    ("space missing", "best", {}, [error("'space' or 'launch' is missing")]),
    # gpus
    ("all GPUs", "gpus", {}, [has("gpus", lambda g: len(g) > 10), says("gtx-980 (NVIDIA GeForce GTX 980")]),
    ("some GPUs", "gpus", {"filter": "RADEON"},
     [has("gpus", lambda g: g and all(x["vendor"] == "amd" for x in g))]),
    ("no GPU", "gpus", {"filter": "voodoo"}, [has("gpus", []), says("no GPU with 'voodoo'")]),
    ("GPU's figures", "gpus", {"filter": "gtx-980"},
     [has("gpus.0.multiprocessors", 16), has("gpus.0.fp32_gflops", lambda g: 4000 < g < 5500)]),
]


class Bench:
    """What the scenarios share: the program, a folder, and programs whose analysis misbehaves."""

    def __init__(self, program, scratch):
        self.program, self.scratch = program, scratch
        shutil.rmtree(scratch, ignore_errors=True)
        os.makedirs(scratch)
        with open(os.path.join(scratch, "size.h"), "w") as f:
            f.write("#define SIZE 4\n")

    def with_analysis(self, name, script):
        """A clperf beside a clperf-analyze that is this script; None: beside none."""
        folder = os.path.join(self.scratch, name)
        os.makedirs(folder, exist_ok=True)
        program = os.path.join(folder, "clperf")
        if not os.path.exists(program):
            os.link(self.program, program)
            path = os.path.join(folder, "clperf-analyze")
            with open(path, "w") as f:
                f.write("#!/bin/sh\n" + script)
            os.chmod(path, 0o755)
        return program

    def client(self, program=None, *arguments, version="2025-06-18", **more):
        c = Client(program or self.program, *arguments, cwd=self.scratch, **more)
        if version:
            c.initialize(version)
        return c


def wait_for(condition, what, timeout=60):
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.01)


SLOW = "exec sleep 300\n"
PREDICT = {"name": "predict", "arguments": {"source": WALK}}


def versions(b):
    for asked, given in [("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"),
                         ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
                         ("1999-01-01", "2025-11-25"), ("x", "2025-11-25")]:
        c = b.client(version=None)
        result = c.initialize(asked)
        assert result["protocolVersion"] == given, result
        assert result["capabilities"] == {"tools": {}} and result["serverInfo"]["name"] == "clperf"
        assert 200 < len(result["instructions"]) < 2000
        assert c.end() == 0


def lifecycle(b):
    c = b.client(version=None)
    assert c.request("ping") == {}
    assert c.fails("tools/list") == -32600
    assert c.fails("tools/call", PREDICT) == -32600
    assert c.fails("initialize", {}) == -32602
    assert c.fails("initialize", {"protocolVersion": 7}) == -32602
    c.initialize()
    assert c.fails("initialize", {"protocolVersion": "2025-06-18"}) == -32600
    assert c.request("ping") == {}
    assert c.fails("resources/list") == -32601
    assert c.fails("notifications/initialized") == -32600
    assert c.fails("tools/call", {"name": "nothing"}) == -32602
    assert c.fails("tools/call", {}) == -32602
    assert c.fails("tools/call") == -32602
    assert c.fails("tools/list", {"cursor": "x"}) == -32602
    c.notify("notifications/whatever", {"x": 1})
    c.notify("tools/call", PREDICT)
    c.notify("notifications/cancelled", {"requestId": 12345})
    c.notify("notifications/cancelled")
    assert c.request("ping") == {}
    assert c.end() == 0


def listing(b):
    c = b.client()
    tools = c.request("tools/list")["tools"]
    rows = [line[5:-2] for line in open(os.path.join(ROOT, "lsp/mcp/tools.def")) if line.startswith("TOOL(")]
    assert [t["name"] for t in tools] == rows, (tools, rows)
    for t in tools:
        assert t["inputSchema"]["type"] == t["outputSchema"]["type"] == "object"
        assert t["inputSchema"]["additionalProperties"] is False
        assert t["annotations"]["readOnlyHint"] and t["annotations"]["idempotentHint"]
        assert t["title"] and len(t["description"]) > 40
    assert c.end() == 0


def strings_as_ids(b):
    c = b.client()
    for id in ["one", "", "ü", 0, -7, 1e15]:
        assert c.answer(c.start("ping", id=id))["result"] == {}
    assert c.end() == 0


def broken_messages(b):
    c = b.client()
    for line, code in [(b"{", -32700), (b"nonsense", -32700), (b"", -32700), (b"{}x", -32700),
                       (b"\xff\xfe", -32700), (b"7", -32600), (b"{}", -32600), (b"[]", -32600),
                       (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
                       (b'{"jsonrpc":"2.0","id":[],"method":"ping"}', -32600),
                       (b'{"jsonrpc":"2.0","id":1,"method":3}', -32600),
                       (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":3}', -32600),
                       (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b"[" * 5000, -32700)]:
        c.raw(line + b"\n")
        message = c.receive()
        assert message["error"]["code"] == code, (line, message)
    c.send({"jsonrpc": "2.0", "id": 5, "result": {}})
    c.raw(b'{"jsonrpc":"2.0","id":6,"method":"ping"}\r\n')
    assert c.receive() == {"jsonrpc": "2.0", "id": 6, "result": {}}
    for piece in [b'{"jsonrpc":"2.0",', b'"id":7,"meth', b'od":"ping"}', b"\n"]:
        c.raw(piece)
        time.sleep(0.02)
    assert c.receive()["id"] == 7
    assert c.end() == 0


def wrong_shapes(b):
    c = b.client()
    for arguments in [[], 3, "x", True]:
        result = c.request("tools/call", {"name": "gpus", "arguments": arguments})
        assert result["isError"] and "no object" in result["content"][0]["text"], result
    assert c.fails("tools/call", []) == -32602
    assert c.fails("tools/call", {"name": 4}) == -32602
    assert not c.request("tools/call", {"name": "gpus"}).get("isError")
    assert c.end() == 0


def batches(b):
    c = b.client(version="2025-03-26")
    c.send([{"jsonrpc": "2.0", "id": 1, "method": "ping"},
            {"jsonrpc": "2.0", "method": "notifications/x"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": PREDICT},
            {"jsonrpc": "2.0", "id": 3, "method": "nothing"}, 7])
    answers = c.receive()
    assert isinstance(answers, list) and sorted(str(a["id"]) for a in answers) == ["1", "2", "3", "None"]
    by_id = {a["id"]: a for a in answers}
    assert by_id[2]["result"]["structuredContent"]["predictions"], by_id
    assert by_id[3]["error"]["code"] == -32601 and by_id[None]["error"]["code"] == -32600
    c.send([{"jsonrpc": "2.0", "method": "notifications/x"}])
    assert c.request("ping") == {}
    assert c.end() == 0
    c = b.client(version="2025-06-18")
    c.send([{"jsonrpc": "2.0", "id": 1, "method": "ping"}])
    assert c.receive()["error"]["code"] == -32600
    assert c.end() == 0


def batch_with_cancelled_call(b):
    c = b.client(b.with_analysis("slow", SLOW), version="2025-03-26")
    c.send([{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": PREDICT},
            {"jsonrpc": "2.0", "id": 2, "method": "ping"}])
    wait_for(lambda: len(descendants(c.process.pid)) == 3, "the call did not start")
    c.notify("notifications/cancelled", {"requestId": 1})
    answers = c.receive()
    assert [a["id"] for a in answers] == [2], answers
    assert c.end() == 0


def huge_message(b):
    c = b.client()
    padding = "/*" + "x" * (6 << 20) + "*/"
    result = c.request("tools/call", {"name": "predict", "arguments": {"source": padding + WALK}})
    assert result["structuredContent"]["predictions"], result
    result = c.request("tools/call", {"name": "predict", "arguments": {"source": padding * 2}})
    assert result["isError"] and "'source' is longer than" in result["content"][0]["text"]
    assert c.end() == 0


def cancellation(b):
    c = b.client(b.with_analysis("slow", SLOW))
    id = c.call("predict", {"source": WALK})
    wait_for(lambda: len(descendants(c.process.pid)) == 3, "the call did not start")
    processes_of_it = descendants(c.process.pid)
    c.notify("notifications/cancelled", {"requestId": id, "reason": "no longer wanted"})
    assert c.request("ping") == {}
    wait_for(lambda: not set(processes_of_it) & set(processes()), "processes are left")
    assert not c.kept, c.kept
    assert c.end() == 0


def two_at_once(b):
    c = b.client(b.with_analysis("slow", SLOW))
    ids = [c.call("predict", {"source": WALK}) for _ in range(4)]
    wait_for(lambda: len(descendants(c.process.pid)) == 6, "two calls did not start")
    time.sleep(0.1)
    assert len(descendants(c.process.pid)) == 6
    assert not c.request("tools/list").get("error")
    c.notify("notifications/cancelled", {"requestId": ids[3]})
    for id in ids[:2]:
        c.notify("notifications/cancelled", {"requestId": id})
    wait_for(lambda: len(descendants(c.process.pid)) == 3, "the third call did not start")
    c.notify("notifications/cancelled", {"requestId": ids[2]})
    wait_for(lambda: not descendants(c.process.pid), "processes are left")
    assert c.end() == 0


def many_calls(b):
    c = b.client()
    ids = [c.call("gpus", {"filter": str(i)}) for i in range(40)] + [c.call("predict", {"source": WALK})]
    for id in reversed(ids):
        assert not c.answer(id)["result"].get("isError")
    assert c.end() == 0


def too_many_calls(b):
    c = b.client(b.with_analysis("slow", SLOW))
    ids = [c.call("predict", {"source": WALK}) for _ in range(300)]
    assert c.answer(ids[-1])["error"]["code"] == -32603
    assert c.end() == 0


def time_limit(b):
    c = b.client(b.with_analysis("slow", SLOW), "--timeout", "0.3")
    result = c.request("tools/call", PREDICT)
    assert result["isError"] and "longer than 0.3 s" in result["content"][0]["text"], result
    wait_for(lambda: not descendants(c.process.pid), "processes are left")
    assert c.end() == 0


def analysis_that_fails(b):
    for name, script, words in [
            ("crash", "kill -SEGV $$\n", "the analysis crashed (Segmentation fault)"),
            ("nonsense", "echo nonsense\n", "the analysis gave no report"),
            ("silent", "exit 0\n", "the analysis gave no report"),
            ("fatal", "echo 'clperf: fatal: a bug' >&2; exit 70\n", "a bug"),
            ("other", "echo '{}'\n", "the analysis gave no report")]:
        c = b.client(b.with_analysis(name, script))
        for tool, arguments in [("predict", {"source": WALK}), ("explain", {"source": WALK, "line": 1}),
                                ("compare", {"before": {"source": WALK}, "after": {"source": COPY}})]:
            result = c.request("tools/call", {"name": tool, "arguments": arguments})
            assert result["isError"] and words in result["content"][0]["text"], (name, result)
        assert c.request("ping") == {}
        assert c.end() == 0


def numbers_of_the_commands(b):
    """The tools say what clperf-analyze, clperf sweep and clperf diff say."""
    c, files, programs = b.client(), {}, os.path.dirname(b.program)
    environment = {**os.environ, "CLPERF_CACHE_DIR": os.path.join(b.scratch, "cache")}

    def run(*command):
        return json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)

    def analyse(name, text):
        files[name] = os.path.join(b.scratch, name, "transpose.cl")
        os.makedirs(os.path.dirname(files[name]))
        with open(files[name], "w") as f:
            f.write(text)
        report = run(os.path.join(programs, "clperf-analyze"), "-c", files[name], "-fclperf-gpu=a100",
                     f"-fclperf-launch={LAUNCH}", "-fclperf-only-output=json:file=-")
        with open(files[name] + ".json", "w") as f:
            json.dump(report, f)
        return report["kernels"][0]

    def call(tool, **arguments):
        return c.request("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]

    slow, fast = analyse("stores columns", TRANSPOSE), analyse("stores rows", COPY)
    request = {"gpus": ["a100"], "launches": [LAUNCH]}
    predicted = call("predict", path=files["stores columns"], **request)["predictions"][0]
    assert [predicted[k] for k in ("time_ms", "low_ms", "high_ms")] == \
           [slow[k] for k in ("time_ms", "time_ms_low", "time_ms_high")], (predicted, slow)
    [finding] = call("explain", path=files["stores columns"], **request)["findings"]
    assert [s["text"] for s in finding["why"]] == [s["text"] for s in slow["findings"][0]["why"]], finding
    change = call("compare", before={"path": files["stores columns"]}, after={"path": files["stores rows"]}, **request)["kernels"][0]
    [pair] = run(b.program, "diff", "--format", "json", files["stores columns"] + ".json", files["stores rows"] + ".json")["kernels"]
    assert pair["time_ms"] == {"old": change["before_ms"], "new": change["after_ms"]}, (pair, change)
    assert change["after_ms"] == fast["time_ms"]
    space = os.path.join(b.scratch, "stores columns", "space.json")
    with open(space, "w") as f:
        json.dump({"version": 1, "source": "transpose.cl", **STORE, "gpus": ["a100"], "global": [1024, 1024, 1],
                   "parameters": {"x": [8, 16, 32], "y": [8, 16, 32]}, "local": ["x", "y", 1]}, f)
    times = {(row["x"], row["y"]): row["time_ms"] for row in run(b.program, "sweep", "--format", "json", space)}
    best = call("best", launch=STORE, gpus=["a100"], path=files["stores columns"], top=1000)["best"]
    found = {(p["local_x"], p["local_y"]): row["time_ms"] for row in best for p in [row["parameters"]]}
    assert len(times) == 9 and times == {size: found[size] for size in times}, (times, found)
    assert c.end() == 0


def worker_that_crashes(b):
    c = b.client(b.with_analysis("slow", SLOW))
    id = c.call("predict", {"source": WALK})
    wait_for(lambda: len(descendants(c.process.pid)) == 3, "the call did not start")
    worker = [p for p, parent in processes().items() if parent == c.process.pid]
    os.kill(worker[0], signal.SIGABRT)
    result = c.answer(id)["result"]
    assert result["isError"] and "crashed (Aborted)" in result["content"][0]["text"], result
    assert c.end() == 0


def end_of_input_during_calls(b):
    c = b.client(b.with_analysis("slow", SLOW))
    for _ in range(3):
        c.call("predict", {"source": WALK})
    wait_for(lambda: len(descendants(c.process.pid)) == 6, "the calls did not start")
    left = descendants(c.process.pid)
    start = time.monotonic()
    assert c.end() == 0
    assert time.monotonic() - start < 60
    wait_for(lambda: not set(left) & set(processes()), "processes are left")


def server_that_is_killed(b):
    c = b.client(b.with_analysis("slow", SLOW))
    c.call("predict", {"source": WALK})
    wait_for(lambda: len(descendants(c.process.pid)) == 3, "the call did not start")
    left = descendants(c.process.pid)
    c.kill()
    wait_for(lambda: not set(left) & set(processes()), "processes are left")


def server_that_is_killed_during_a_sweep(b):
    c = b.client()
    many = space(parameters={"size": [64], "factor": {"from": 1, "to": 100000, "step": 1}},
                 options=None, defines={"FACTOR": "factor"})
    c.call("best", {"space": many, "source": SCALE})
    wait_for(lambda: len(descendants(c.process.pid)) > 2, "the sweep did not start")
    left = descendants(c.process.pid)
    c.kill()
    wait_for(lambda: not set(left) & set(processes()), "processes are left")


def text_that_is_not_utf8(b):
    c = b.client()
    for arguments in [b'"filter":"\xff\xc3"', b'"filter":"\xed\xa0\x80"', b'"\xe2\x82":1']:
        c.raw(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gpus","arguments":{%s}}}\n'
              % arguments)
        assert "?" in c.receive()["result"]["content"][0]["text"]
    with open(os.path.join(b.scratch, "latin.cl"), "wb") as f:
        f.write(b"/* gr\xfc\xdfe */ __kernel void k(__global int *a) { a[0] = \"\xfc\"; x; }\n")
    assert c.request("tools/call", {"name": "predict", "arguments": {"path": "latin.cl"}})["isError"]
    assert c.end() == 0


def reader_that_is_gone(b):
    c = b.client()
    c.process.stdout.close()
    try:
        for _ in range(100):
            c.start("tools/list")
            time.sleep(0.01)
    except Gone:
        pass
    assert c.process.wait(60) in (0, 1)


def files(folder):
    found = {}
    for path, _, names in os.walk(folder):
        for name in [".", *names]:
            st = os.stat(os.path.join(path, name))
            found[os.path.join(path, name)] = (st.st_mtime_ns, st.st_size)
    return found


def nothing_written(b):
    """Every tool, in folders that are watched: where we are, HOME, TMPDIR and the cache's."""
    folder = os.path.join(b.scratch, "watched")
    for name in ["here", "home", "tmp", "cache", "out"]:
        os.makedirs(os.path.join(folder, name))
    with open(os.path.join(folder, "here", "k.cl"), "w") as f:
        f.write(TRANSPOSE)
    environment = {"HOME": folder + "/home", "TMPDIR": folder + "/tmp", "CLPERF_CACHE_DIR": folder + "/cache",
                   "CLPERF_OUTPUT_DIR": folder + "/out",
                   "CLPERF_FLAGS": f"-fclperf-add-output=sarif:file={folder}/out/x.sarif"}
    before = files(folder)
    c = Client(b.program, cwd=folder + "/here", environment=environment)
    c.initialize()
    for tool, arguments in [
            ("predict", {"path": "k.cl", "gpus": ["a100", "mi50", "gtx-980"]}),
            ("predict", {"source": CUDA, "language": "cuda", "gpus": ["a100"]}),
            ("explain", {"path": "k.cl", "line": 4}), ("gpus", {}),
            ("compare", {"before": {"path": "k.cl"}, "after": {"source": COPY}}),
            ("best", {"space": space(), "source": SCALE})]:
        result = c.request("tools/call", {"name": tool, "arguments": arguments})
        assert not result.get("isError"), result
    assert c.end() == 0
    # ptxas has its temporary files in a folder that comes and goes.
    changed = {entry for entry in set(files(folder).items()) ^ set(before.items()) if entry[0] != folder + "/tmp/."}
    assert not changed and not os.listdir(folder + "/tmp"), changed


def command_line(b):
    import subprocess
    for arguments, status, words in [(["--help"], 0, "usage: clperf mcp"), (["--x"], 2, "unknown option '--x'"),
                                     (["--timeout"], 2, "'--timeout' needs a value"), (["--timeout", "0"], 2, "86400"),
                                     (["--timeout", "x"], 2, "expected"),
                                     (["--log", "/nowhere/x"], 2, "cannot write '/nowhere/x'")]:
        done = subprocess.run([b.program, "mcp", *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        assert done.returncode == status and words in done.stdout + done.stderr, (arguments, done)
    log = os.path.join(b.scratch, "log")
    c = b.client(None, "--log", log)
    assert c.end() == 0
    text = open(log).read()
    assert '-> {"jsonrpc"' in text and '<- {"jsonrpc"' in text


SCENARIOS = [versions, lifecycle, listing, strings_as_ids, broken_messages, wrong_shapes, batches,
             batch_with_cancelled_call, huge_message, cancellation, two_at_once, many_calls,
             too_many_calls, time_limit, analysis_that_fails, worker_that_crashes, numbers_of_the_commands,
             end_of_input_during_calls, server_that_is_killed,
             server_that_is_killed_during_a_sweep, text_that_is_not_utf8, reader_that_is_gone, nothing_written,
             command_line]


def filled(value, scratch):
    if isinstance(value, dict):
        return {k: filled(v, scratch) for k, v in value.items()}
    return value.replace("{scratch}", scratch) if isinstance(value, str) else value


def check_call(client, schemas, row, scratch):
    _, tool, arguments, checks = row
    result = client.request("tools/call", {"name": tool, "arguments": filled(arguments, scratch)})
    text = result["content"][0]["text"]
    assert result["content"][0]["type"] == "text" and text, result
    wanted = any(getattr(check, "is_error", False) for check in checks)
    assert bool(result.get("isError")) == wanted, text
    if not wanted:
        wrong = list(violations(schemas[tool], schemas[tool], result["structuredContent"]))
        assert not wrong, wrong
    for check in checks:
        check(result.get("structuredContent"), text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scratch")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    bench = Bench(os.path.abspath(options.program), os.path.abspath(options.scratch))
    good = bad = 0
    client = bench.client()
    schemas = {t["name"]: t["outputSchema"] for t in client.request("tools/list")["tools"]}
    tests = [(row[0], lambda row=row: check_call(client, schemas, row, bench.scratch)) for row in CALLS]
    tests += [(s.__name__, lambda s=s: s(bench)) for s in SCENARIOS]
    for name, test in tests:
        if options.only not in name:
            continue
        try:
            test()
            good += 1
        except (AssertionError, Gone, KeyError, IndexError, TypeError) as e:
            print(f"FAIL {name}: {type(e).__name__} {str(e)[:1500]}")
            bad += 1
    assert client.end() == 0
    print(f"{good} exchanges as expected, {bad} not")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
