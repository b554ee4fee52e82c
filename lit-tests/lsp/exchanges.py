#!/usr/bin/env python3
"""Scripted exchanges with the language server: each is a function or a row of a table.

Usage: exchanges.py CLPERF SCRATCH [--only TEXT] [--record FILE]
Prints one line per failure and a summary; exits 1 if there is any. --record writes all messages that
the server sent, with the methods that they answer, for check_types.py.
"""

import argparse
import json
import os
import re
import random
import shlex
import shutil
import subprocess
import sys
import time
import traceback
import urllib.parse

from client import Client, Gone, position, span

LAUNCH = "// clperf: launch global=1024x1024 local=32x8 width=1024 height=1024\n"
GUESSED = """\
__kernel void transpose(__global float *out, __global const float *in, int width, int height) {
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
"""
TRANSPOSE = LAUNCH + GUESSED
TILED = """\
#define TILE 32

__attribute__((reqd_work_group_size(TILE, 8, 1)))
__kernel void tiled(__global float *out, __global const float *in, int width, int height) {
    __local float tile[TILE][TILE];
    int x = get_global_id(0);
    int y = get_group_id(1) * TILE + get_local_id(1);
    for (int i = 0; i < TILE; i += 8)
        tile[get_local_id(1) + i][get_local_id(0)] = in[(y + i) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(1); i < TILE; i += 8)
        out[(get_group_id(0) * TILE + i) * height + x] = tile[get_local_id(0)][i];
}
"""
COPY = "__kernel void copy(__global int *a, __global const int *b) {\n" \
       "    a[get_global_id(0)] = b[get_global_id(0)];\n}\n"
RULE = "clperf-uncoalesced"

CASES = []


def case(function):
    CASES.append((function.__name__, function))
    return function


def rows(name, table):
    """One case for each row: the function gets the row's values."""
    def add(function):
        for label, *values in table:
            CASES.append((f"{name}-{label}",
                          lambda t, values=values: function(t, *values)))
        return function
    return add


class Test:
    """What a case works with: a scratch directory, and servers that end with it."""

    def __init__(self, program, scratch, record):
        self.program, self.directory, self.record, self.clients = program, scratch, record, []
        shutil.rmtree(scratch, ignore_errors=True)
        os.makedirs(scratch)

    def raw(self, *arguments, **more):
        environment = {"CLPERF_CACHE_DIR": self.path("cache"), "CLPERF_FLAGS": "",
                       "CLPERF_OUTPUT_DIR": self.path("never"), **more.pop("environment", {})}
        self.clients.append(Client(self.program, arguments, environment, self.record, **more))
        return self.clients[-1]

    def client(self, capabilities=None, options=None, environment=None, **more):
        c = self.raw(environment=environment or {})
        c.initialize(capabilities, options, **more)
        return c

    def path(self, name):
        return os.path.join(self.directory, name)

    def uri(self, name):
        return "file://" + urllib.parse.quote(self.path(name), "/-._~!$&'()*+,;=:@%#")

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", newline="") as f:
            f.write(text)
        return self.uri(name)

    def opened(self, name="k.cl", text=TRANSPOSE, **more):
        c = self.client(**more)
        c.open(self.uri(name), text)
        return c, self.uri(name), c.diagnostics(self.uri(name))

    def end(self):
        for c in self.clients:
            c.kill()


def codes(diagnostics):
    return [d.get("code") for d in diagnostics]


def starts(diagnostics):
    return [(d["range"]["start"]["line"], d["range"]["start"]["character"]) for d in diagnostics]


def actions(c, uri, line, **more):
    return c.request("textDocument/codeAction", c.about(
        uri, range=span((line, 0), (line, 0)), context={"diagnostics": [], **more}))


def units(text, encoding):
    return {"utf-8": len(text.encode()), "utf-16": len(text.encode("utf-16-le")) // 2,
            "utf-32": len(text)}[encoding]


def apply(text, action, uri, encoding="utf-16"):
    """The text after an action's edits."""
    [change] = action["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == uri
    lines = text.splitlines(keepends=True) + [""]

    def offset(p):
        line, n = lines[p["line"]], 0
        while units(line[:n], encoding) < p["character"]:
            n += 1
        return sum(map(len, lines[:p["line"]])) + n
    for e in sorted(change["edits"], key=lambda e: offset(e["range"]["start"]), reverse=True):
        text = text[:offset(e["range"]["start"])] + e["newText"] + text[offset(e["range"]["end"]):]
    return text


# --- lifecycle -----------------------------------------------------------------

@case
def life_from_initialize_to_exit(t):
    c = t.raw()
    result = c.initialize()
    assert result["serverInfo"]["name"] == "clperf"
    assert result["capabilities"]["textDocumentSync"]["change"] == 2
    assert c.end() == 0


@case
def exit_without_shutdown_is_1(t):
    c = t.client()
    c.notify("exit")
    assert c.status() == 1


@case
def exit_before_initialize(t):
    c = t.raw()
    c.notify("exit")
    assert c.status() == 1


@case
def end_of_input_ends_it(t):
    c = t.client()
    assert c.status() == 1


@case
def end_of_input_in_an_analysis(t):
    c = t.client()
    c.open(t.uri("k.cl"), TILED)
    assert c.status() == 1


@case
def request_before_initialize(t):
    assert t.raw().fails("textDocument/hover", {}) == -32002


@case
def unknown_request_before_initialize(t):
    assert t.raw().fails("no/such", {}) == -32002


@case
def notification_before_initialize_is_dropped(t):
    c = t.raw()
    c.open(t.uri("k.cl"), TRANSPOSE)
    c.initialize()
    assert c.fails("textDocument/hover", c.about(t.uri("k.cl"), position=position((0, 0)))) == -32602


@case
def initialize_twice(t):
    assert t.client().fails("initialize", {"processId": None, "rootUri": None,
                                           "capabilities": {}}) == -32600


@case
def request_after_shutdown(t):
    c = t.client()
    c.request("shutdown")
    assert c.fails("textDocument/hover", {}) == -32600
    c.notify("exit")
    assert c.status() == 0


@case
def shutdown_in_an_analysis(t):
    c = t.client()
    c.open(t.uri("k.cl"), TILED)
    assert c.end() == 0


@case
def client_process_that_vanishes(t):
    other = subprocess.Popen(["sleep", "60"])
    c = t.raw()
    c.request("initialize", {"processId": other.pid, "rootUri": None, "capabilities": {}})
    other.kill()
    other.wait()
    assert c.process.wait(60) == 1


@case
def client_process_that_never_was(t):
    c = t.raw()
    c.request("initialize", {"processId": 2**31 - 7, "rootUri": None, "capabilities": {}})
    time.sleep(2.5)
    assert c.request("clperf/gpus")


@case
def killed_by_its_reader(t):
    c = t.client()
    c.process.stdout.close()
    c.selector.close()
    try:
        for _ in range(100):
            c.start("clperf/gpus")
            time.sleep(0.01)
    except Gone:
        pass
    assert c.process.wait(60) == 1


@case
def log_has_all_messages(t):
    c = t.raw("--log", t.path("log"))
    c.initialize()
    c.end()
    log = open(t.path("log")).read()
    assert '-> {"jsonrpc": "2.0", "id": 1, "method": "initialize"' in log and "<- {" in log


@rows("command_line", [("unknown", ["--no-such"], 2), ("help", ["--help"], 0),
                       ("log", ["--log", "/no/such/directory/x"], 2)])
def command_line(t, arguments, status):
    assert t.raw(*arguments).process.wait(10) == status


# --- messages ------------------------------------------------------------------

@case
def unknown_request(t):
    assert t.client().fails("textDocument/formatting", {}) == -32601


@case
def unknown_optional_request(t):
    assert t.client().fails("$/no/such", {}) == -32601


@case
def unknown_notification_is_ignored(t):
    c = t.client()
    c.notify("no/such", {})
    c.notify("$/no/such", {})
    assert c.request("clperf/gpus")


@case
def notification_as_a_request(t):
    assert t.client().fails("textDocument/didOpen", {}) == -32600


@case
def request_as_a_notification_is_ignored(t):
    c = t.client()
    c.notify("textDocument/hover", {})
    assert c.request("clperf/gpus")


@case
def text_as_an_id(t):
    c = t.client()
    assert c.answer(c.start("clperf/gpus", id="seven"))["result"]


@rows("broken", [
    ("json", b"{nonsense", -32700), ("empty", b"", -32700), ("array", b"[]", -32600),
    ("number", b"17", -32600), ("no-version", b'{"id":1,"method":"shutdown"}', -32600),
    ("old-version", b'{"jsonrpc":"1.0","id":1,"method":"shutdown"}', -32600),
    ("id-object", b'{"jsonrpc":"2.0","id":{},"method":"shutdown"}', -32600),
    ("method-number", b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
    ("params-text", b'{"jsonrpc":"2.0","id":1,"method":"shutdown","params":"x"}', -32600),
    ("nothing", b'{"jsonrpc":"2.0"}', -32600), ("deep", b"[" * 100000, -32700),
    ("not-utf8", b'{"jsonrpc":"2.0",\xff\xfe}', -32700),
])
def broken_message(t, body, code):
    c = t.client()
    c.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    assert c.wait(lambda m: "error" in m)["error"]["code"] == code
    assert c.request("clperf/gpus")


GPUS = b'{"jsonrpc":"2.0","id":"x","method":"clperf/gpus"}'


@rows("framing", [
    ("no-length", b"Content-Type: x\r\n\r\n"),
    ("no-number", b"Content-Length: many\r\n\r\n"),
    ("negative", b"Content-Length: -5\r\n\r\n"),
    ("garbage", b"\x00\xff garbage without end\nand more\r\n\r\n"),
    ("too-short", b"Content-Length: 10\r\n\r\n" + GPUS),
    ("lines-only", b"\n\n\n"),
])
def broken_framing(t, data):
    c = t.client()
    c.raw(data)
    assert c.wait(lambda m: "error" in m)["error"]["code"] == -32700
    assert c.request("clperf/gpus")


@case
def framing_length_too_long_swallows_one_message(t):
    c = t.client()
    c.raw(b"Content-Length: %d\r\n\r\n%s" % (len(GPUS) + 30, GPUS))
    c.start("clperf/gpus")
    assert c.wait(lambda m: "error" in m)["error"]["code"] == -32700
    assert c.request("clperf/gpus")


@case
def framing_other_headers_and_case(t):
    c = t.client()
    c.raw(b"content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:%d\r\n\r\n%s"
          % (len(GPUS), GPUS))
    assert c.answer("x")["result"]


@case
def framing_byte_by_byte(t):
    c = t.client()
    for byte in b"Content-Length: %d\r\n\r\n%s" % (len(GPUS), GPUS):
        c.raw(bytes([byte]))
    assert c.answer("x")["result"]


@case
def framing_many_at_once(t):
    c = t.client()
    c.raw(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(GPUS), GPUS) for _ in range(50)))
    for _ in range(50):
        assert c.answer("x")["result"]


@case
def message_that_is_too_long(t):
    c = t.client()
    n = (64 << 20) + 1
    c.raw(b"Content-Length: %d\r\n\r\n" % n)
    for _ in range(n >> 20):
        c.raw(b" " * (1 << 20))
    c.raw(b" " * (n & ((1 << 20) - 1)))
    assert c.wait(lambda m: "error" in m)["error"]["code"] == -32700
    assert c.request("clperf/gpus")


@case
def long_message(t):
    c = t.client()
    text = TRANSPOSE + "// " + "x" * (8 << 20)
    c.open(t.uri("k.cl"), text)
    assert codes(c.diagnostics(t.uri("k.cl"))) == [RULE]


@case
def reader_that_is_slow(t):
    c = t.client()
    # More than twice what a pipe holds.
    for _ in range(30):
        c.start("clperf/gpus", id="slow")
    for _ in range(30):
        assert c.answer("slow")["result"]


@case
def missing_parameters(t):
    c, uri, _ = t.opened()
    for method in ["hover", "codeAction", "codeLens", "inlayHint", "documentSymbol"]:
        assert c.fails(f"textDocument/{method}") == -32602
        assert c.fails(f"textDocument/{method}", {"textDocument": 7}) == -32602
    assert c.fails("textDocument/hover", c.about(uri)) == -32602
    assert c.fails("textDocument/hover", c.about(uri, position={"line": -1, "character": 0})) == -32602
    assert c.fails("textDocument/inlayHint", c.about(uri, range=[])) == -32602
    for method in ["didOpen", "didChange", "didSave", "didClose"]:
        c.notify(f"textDocument/{method}", {"textDocument": {}})
        c.notify(f"textDocument/{method}", [])
        c.notify(f"textDocument/{method}")
    c.notify("workspace/didChangeWatchedFiles", {"changes": [{}, 1, None]})
    c.notify("workspace/didRenameFiles", {"files": [{}, {"oldUri": uri}]})
    assert c.request("textDocument/codeLens", c.about(uri))


@case
def document_that_is_not_open(t):
    c = t.client()
    assert c.fails("textDocument/codeLens", c.about(t.uri("no.cl"))) == -32602


# --- diagnostics ---------------------------------------------------------------

@case
def diagnostics_as_of_clperf_cc(t):
    t.write("k.cl", TRANSPOSE)
    c, uri, found = t.opened()
    text = subprocess.run(
        [os.path.join(os.path.dirname(t.program), "clperf-cc"), "-c", "k.cl", "-fclperf-no-cache"],
        cwd=t.directory, capture_output=True, text=True).stderr
    [d] = found
    place = re.escape(f"{d['message']} [-W{d['code']}]")
    [(line, column)] = re.findall(rf"^k\.cl:(\d+):(\d+): warning: {place}$", text, re.M)
    start, end = d["range"]["start"], d["range"]["end"]
    assert start["line"] == int(line) - 1 and start["character"] < int(column) <= end["character"], text
    for note in d["relatedInformation"]:
        assert note["message"] in text
    assert d["source"] == "clperf" and d["severity"] == 2
    page = d["codeDescription"]["href"]
    assert page.startswith("file://") and RULE in open(urllib.parse.unquote(page[7:])).read()


@case
def finding_that_a_guessed_launch_decides_about(t):
    c, uri, found = t.opened(text=GUESSED)
    assert found == []
    c.change(uri, 2, TRANSPOSE)
    assert codes(c.diagnostics(uri, 2)) == [RULE]
    c.change(uri, 3, GUESSED)
    assert c.diagnostics(uri, 3) == []


@case
def finding_in_every_plausible_launch(t):
    _, _, found = t.opened(text=TILED)
    [d] = [d for d in found if d["code"] == "clperf-bank-conflict"]
    assert "% of the kernel's time on gtx-980 in every plausible launch" in d["message"], d


@case
def diagnostics_without_related_information(t):
    _, _, [d] = t.opened(capabilities={})
    assert "relatedInformation" not in d and "codeDescription" not in d
    assert "part of the index: out + 4" in d["message"]


@case
def unsaved_text_counts_and_no_file_is_written(t):
    t.write("k.cl", COPY)
    _, _, found = t.opened()
    assert codes(found) == [RULE]
    assert open(t.path("k.cl")).read() == COPY
    assert sorted(os.listdir(t.directory)) == ["cache", "k.cl"]


@case
def document_without_a_file(t):
    c = t.client()
    c.open("untitled:Untitled-1", TRANSPOSE)
    assert codes(c.diagnostics("untitled:Untitled-1")) == [RULE]


@case
def headers_beside_the_file(t):
    t.write("k.cl", "old")
    t.write("size.h", "#define STEP 64\n")
    text = '#include "size.h"\n__kernel void f(__global int *a) { a[get_global_id(0) * STEP] = 1; }\n'
    _, _, found = t.opened(text=text)
    assert codes(found) == [RULE] and starts(found) == [(1, 35)]


@case
def header_that_is_saved_counts_at_once(t):
    t.write("k.cl", "old")
    header = t.write("size.h", "#define STEP 64\n")
    text = '#include "size.h"\n__kernel void f(__global int *a) { a[get_global_id(0) * STEP] = 1; }\n'
    c, uri, found = t.opened(text=text)
    assert codes(found) == [RULE]
    time.sleep(0.02)
    t.write("size.h", "#define STEP 1\n")
    c.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": header, "type": 2}]})
    assert c.diagnostics(uri) == []


@case
def header_that_is_open_and_not_saved(t):
    t.write("k.cl", "old")
    header = t.write("size.h", "#define STEP 1\n")
    text = '#include "size.h"\n__kernel void f(__global int *a) { a[get_global_id(0) * STEP] = 1; }\n'
    c, uri, found = t.opened(text=text)
    assert found == []
    c.open(header, "#define STEP 64\n", language="c")
    c.diagnostics(header)
    c.change(uri, 2, text + "\n// more\n")
    assert codes(c.diagnostics(uri, 2)) == [RULE]


@case
def findings_in_a_header_go_to_the_header(t):
    t.write("k.cl", "old")
    header = t.write("f.h", "void put(__global int *a) { a[get_global_id(0) * 64] = 1; }\n")
    c = t.client()
    c.open(t.uri("k.cl"), '#include "f.h"\n__kernel void f(__global int *a) { put(a); }\n')
    assert starts(c.diagnostics(header)) == [(0, 28)]
    c.change(t.uri("k.cl"), 2, COPY)
    assert c.diagnostics(header) == []


@case
def text_that_does_not_compile(t):
    c, uri, found = t.opened(text=TRANSPOSE.replace(";", "", 1))
    [d] = found
    assert d["message"] == "not analysed: it does not compile: expected ';' at end of declaration"
    assert starts(found) == [(2, 28)] and d["severity"] == 2 and codes(found) == ["clperf-not-analysed"]
    lens = c.request("textDocument/codeLens", c.about(uri))
    assert "time unknown: it does not compile" in lens[0]["command"]["title"]
    c.change(uri, 2, TRANSPOSE)
    assert codes(c.diagnostics(uri, 2)) == [RULE]


@case
def other_kernels_stay_known_where_one_does_not_compile(t):
    c, uri, _ = t.opened(text=TRANSPOSE + COPY)
    c.change(uri, 2, TRANSPOSE + COPY.replace("b[get", "b[["))
    found = c.diagnostics(uri, 2)
    assert RULE in codes(found) and "clperf-not-analysed" in codes(found)


@case
def close_clears(t):
    c, uri, _ = t.opened()
    c.notify("textDocument/didClose", c.about(uri))
    assert c.diagnostics(uri) == []
    assert c.fails("textDocument/codeLens", c.about(uri)) == -32602


@case
def save_publishes_again(t):
    c, uri, first = t.opened()
    c.notify("textDocument/didSave", c.about(uri))
    assert c.diagnostics(uri) == first


@case
def error_severity(t):
    _, _, [d] = t.opened(options={"flags": ["-Werror=clperf"]})
    assert d["severity"] == 1


@case
def suppressed_findings_are_not_shown(t):
    text = TRANSPOSE.replace("+ x];", "+ x]; // clperf-ignore[uncoalesced]: wanted")
    _, _, found = t.opened(text=text)
    assert found == []


@case
def cuda(t):
    c = t.client()
    text = ("__global__ void f(float *a, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x;\n"
            "    a[i * 32] = n; }\n")
    c.open(t.uri("k.cu"), text, language="cuda")
    found = c.diagnostics(t.uri("k.cu"))
    assert RULE in codes(found) and starts(found)[0][0] == 1
    [symbol] = c.request("textDocument/documentSymbol", c.about(t.uri("k.cu")))
    assert symbol["name"].startswith("f")


@case
def host_source_with_a_kernel(t):
    c = t.client()
    store = '    "    a[get_global_id(0) * 64] = 1;\\n"'
    text = f'const char *s =\n    "__kernel void f(__global int *a) {{\\n"\n{store}\n    "}}\\n";\n'
    c.open(t.uri("main.c"), text, language="c")
    assert (2, store.index("a[")) in starts(c.diagnostics(t.uri("main.c")))
    found = c.request("textDocument/codeLens", c.about(t.uri("main.c")))
    assert found and found[0]["range"]["start"]["line"] == 1, found


@case
def source_without_kernels(t):
    c = t.client()
    c.open(t.uri("main.c"), "int main(void) { return 0; }\n", language="c")
    assert c.diagnostics(t.uri("main.c")) == []
    assert c.request("textDocument/codeLens", c.about(t.uri("main.c"))) == []


@case
def other_languages_are_left_alone(t):
    c = t.client()
    c.open(t.uri("x.py"), "kernel = 1\n", language="python")
    assert c.diagnostics(t.uri("x.py")) == []


@case
def language_of_the_editor_where_the_name_tells_none(t):
    c = t.client()
    c.open(t.uri("kernel.ocl"), TRANSPOSE, language="opencl")
    assert codes(c.diagnostics(t.uri("kernel.ocl"))) == [RULE]


# --- text synchronisation ------------------------------------------------------

TEXTS = {
    "ascii": TRANSPOSE,
    "latin": TRANSPOSE.replace("out[x", "/* größe */ out[x"),
    "cjk": TRANSPOSE.replace("out[x", "/* 転置する */ out[x"),
    "emoji": TRANSPOSE.replace("out[x", "/* 😀𝔘 */ out[x"),
    "tabs": TRANSPOSE.replace("    ", "\t"),
    "crlf": TRANSPOSE.replace("\n", "\r\n"),
    "combining": TRANSPOSE.replace("out[x", "/* e\u0301 */ out[x"),
    "bom": "\ufeff\n" + TRANSPOSE,
}


@rows("position", [(f"{name}-{e}", text, e) for name, text in TEXTS.items()
                   for e in ["utf-8", "utf-16", "utf-32"]])
def positions(t, text, encoding):
    capabilities = {**Client.FULL, "general": {"positionEncodings": [encoding]}}
    c = t.raw()
    result = c.initialize(capabilities)
    assert result["capabilities"]["positionEncoding"] == encoding
    c.open(t.uri("k.cl"), text)
    lines = text.split("\n")
    line = next(i for i, l in enumerate(lines) if "in[y" in l)
    column, after = (units(lines[line][:lines[line].index(word)], encoding) for word in ("out[", " in["))
    [d] = [d for d in c.diagnostics(t.uri("k.cl")) if d["code"] == RULE]
    start, end = d["range"]["start"], d["range"]["end"]
    assert (start["line"], start["character"]) == (line, column), (start, column)
    assert (end["line"], end["character"]) == (line, after), (end, after)
    # An edit behind the text that is not ASCII: the same place, counted by us.
    where = units(lines[line][:lines[line].index("in[y")], encoding)
    c.change(t.uri("k.cl"), 2, ((line, where), (line, where + 2), "out"))
    c.change(t.uri("k.cl"), 3, ((line, where), (line, where + 3), "in"))
    assert starts([d for d in c.diagnostics(t.uri("k.cl"), 3) if d.get("code") == RULE]) \
        == [(line, column)]


@rows("encoding", [("none", None, "utf-16"), ("utf-8-offered", ["utf-16", "utf-8"], "utf-8"),
                   ("utf-32-only", ["utf-32"], "utf-32"), ("unknown", ["utf-7"], "utf-16")])
def encoding(t, offered, chosen):
    c = t.raw()
    general = {} if offered is None else {"general": {"positionEncodings": offered}}
    assert c.initialize(general)["capabilities"]["positionEncoding"] == chosen


def random_edit(r, text):
    """Part of the text and what to put there, as offsets."""
    pieces = ["", "x", "\n", "\r\n", "ä", "転", "😀", "/* */", "int i = 0;\n", " \t"]
    start = r.randrange(len(text) + 1)
    end = min(len(text), start + r.choice([0, 0, 1, 2, 5, 30]))
    return start, end, r.choice(pieces)


def place(text, offset, encoding):
    """Line and character; \\r\\n, \\n and \\r end lines."""
    before = text[:offset]
    marked = before.replace("\r\n", "\n").replace("\r", "\n")
    if before.endswith("\r") and text[offset:offset + 1] == "\n":
        return None
    return marked.count("\n"), units(marked[marked.rfind("\n") + 1:], encoding)


@rows("incremental", [(f"{e}-{seed}", e, seed) for e in ["utf-8", "utf-16", "utf-32"]
                      for seed in range(3)])
def incremental_edits_equal_the_full_text(t, encoding, seed):
    """What the server makes of edits is seen in where it finds a kernel after all of them."""
    r = random.Random(seed)
    c = t.raw()
    c.initialize({**Client.FULL, "general": {"positionEncodings": [encoding]}})
    head, version = "/* ä 😀\r\n転 */\n" * 3, 1
    c.open(t.uri("k.cl"), head + TRANSPOSE)
    for _ in range(40):
        edits = []
        for _ in range(r.choice([1, 1, 3])):
            start, end, new = random_edit(r, head)
            ends = place(head, start, encoding), place(head, end, encoding)
            if None in ends:
                continue
            edits.append((*ends, new))
            head = head[:start] + new + head[end:]
        version += 1
        c.change(t.uri("k.cl"), version, *edits)
    # Comment out whatever the edits left, and compare with the same text sent as a whole.
    last = place(head, len(head), encoding)
    c.change(t.uri("k.cl"), version + 1, (last, last, "\n__kernel void end(void) {}\n"))
    whole = head + "\n__kernel void end(void) {}\n" + TRANSPOSE
    c.open(t.uri("whole.cl"), whole)
    symbols = [c.request("textDocument/documentSymbol", c.about(t.uri(name)))
               for name in ["k.cl", "whole.cl"]]
    assert symbols[0] == symbols[1] and symbols[0], symbols


@case
def versions_out_of_order_are_ignored(t):
    c, uri, _ = t.opened()
    c.change(uri, 5, COPY)
    assert c.diagnostics(uri, 5) == []
    c.change(uri, 3, TRANSPOSE)
    c.change(uri, 5, TRANSPOSE)
    lens = c.request("textDocument/codeLens", c.about(uri))
    assert len(lens) == 2 and "copy" in lens[0]["command"]["arguments"]
    c.change(uri, 6, TRANSPOSE)
    assert codes(c.diagnostics(uri, 6)) == [RULE]


@case
def stale_analyses_are_not_published(t):
    c, uri, _ = t.opened(options={"debounce": 500})
    for version in range(2, 30):
        c.change(uri, version, TILED.replace("TILE 32", f"TILE {16 + version}"))
        time.sleep(0.003)
    c.change(uri, 30, COPY)
    assert c.diagnostics(uri, 30) == []
    versions = [m["params"].get("version") for m in c.seen
                if m["method"] == "textDocument/publishDiagnostics"]
    assert versions == sorted(versions) and len(versions) < 15, versions


@case
def edits_beyond_the_text_are_cut(t):
    c, uri, _ = t.opened()
    c.change(uri, 2, ((900, 0), (1000, 7), "// end"))
    c.change(uri, 3, ((0, 9999), (0, 99999), ""))
    c.change(uri, 4, ((2, 3), (1, 2), ""))
    c.change(uri, 5, TRANSPOSE)
    assert codes(c.diagnostics(uri, 5)) == [RULE]


@case
def changes_of_the_wrong_type_are_passed_over(t):
    c, uri, _ = t.opened()
    c.change(uri, 2, {"text": 5}, {"range": 7, "text": "x"}, {}, {"text": COPY})
    assert c.diagnostics(uri, 2) == []


@case
def text_with_a_nul(t):
    c, uri, found = t.opened(text=TRANSPOSE + "// a \0 b\n" + COPY)
    names = {s["name"] for s in c.request("textDocument/documentSymbol", c.about(uri))}
    assert names == {"transpose", "copy"}


@case
def opened_twice_is_the_later_text(t):
    c, uri, _ = t.opened()
    c.open(uri, COPY, version=9)
    assert c.diagnostics(uri, 9) == []


@case
def empty_document(t):
    c, uri, found = t.opened(text="")
    assert found == []
    assert c.request("textDocument/documentSymbol", c.about(uri)) == []


# --- what is analysed again ----------------------------------------------------

MANY = "\n".join(TRANSPOSE.replace("transpose", f"t{i}") for i in range(6))


def head(kernel):
    """Where a kernel of MANY begins."""
    return f"{LAUNCH}__kernel void {kernel}("


def analysed(t):
    """The arguments of all analyses so far."""
    return [line.split("\0") for line in open(t.path("calls")).read().splitlines()]


def counting(t):
    """A server whose analyses are counted: clperf beside a script in the place of clperf-analyze."""
    real = os.path.join(os.path.dirname(t.program), "clperf-analyze")
    os.makedirs(t.path("bin"))
    os.link(t.program, t.path("bin/clperf"))
    with open(t.path("bin/clperf-analyze"), "w") as f:
        f.write(f"#!/bin/bash\n(printf '%s\\0' \"$@\"; echo) >> {shlex.quote(t.path('calls'))}\n"
                f"exec {shlex.quote(real)} \"$@\"\n")
    os.chmod(t.path("bin/clperf-analyze"), 0o755)
    open(t.path("calls"), "w").close()
    t.program = t.path("bin/clperf")


def skipped(call):
    return sorted(a.removeprefix("-fclperf-skip=") for a in call if a.startswith("-fclperf-skip="))


@rows("again", [
    ("body", lambda s: s.replace("in[y", "in[0 + y", 1), {"t0"}),
    ("lines-above", lambda s: "\n\n" + s, set()),
    ("comment-between", lambda s: s.replace(head("t3"), "// hm\n\n" + head("t3")), set()),
    ("comment-above", lambda s: s.replace(head("t3"), "// hm\n" + head("t3")), {"t3"}),
    ("macro", lambda s: "#define X 1\n" + s, {f"t{i}" for i in range(6)}),
    ("new-kernel", lambda s: s + COPY, {"copy"}),
    ("launch", lambda s: s.replace(head("t3"), head("t3").replace("32x8", "16x16")), {"t3"}),
    ("removed", lambda s: s[s.index(head("t1")):], set()),
    ("moved", lambda s: s[s.index(head("t1")):] + s[:s.index(head("t1"))], set()),
    ("undone", lambda s: s, set()),
])
def kernels_that_are_analysed_again(t, edit, wanted):
    counting(t)
    c, uri, found = t.opened(text=MANY, options={"fixes": False, "warm": False})
    assert len(found) == 6
    before, text = len(analysed(t)), edit(MANY)
    c.change(uri, 2, text)
    found = c.diagnostics(uri, 2)
    calls = analysed(t)[before:]
    kernels = {w[len("__kernel void "):].split("(")[0] for w in text.splitlines()
               if w.startswith("__kernel")}
    done = kernels - set(skipped(calls[0])) if calls else set()
    assert done == wanted, done
    where = [i for i, l in enumerate(text.splitlines()) if "out[" in l]
    assert sorted(d["range"]["start"]["line"] for d in found) == where


# --- hints, lenses, hover, symbols ---------------------------------------------

@case
def hints_at_lines_that_cost(t):
    c, uri, _ = t.opened()
    hints = c.request("textDocument/inlayHint", c.about(uri, range=span((0, 0), (99, 0))))
    line = next(i for i, l in enumerate(TRANSPOSE.splitlines()) if "in[y" in l)
    assert line in [h["position"]["line"] for h in hints]
    assert all(h["label"].endswith(" ms") for h in hints)


@case
def hints_in_the_range_only(t):
    c, uri, _ = t.opened()
    assert c.request("textDocument/inlayHint", c.about(uri, range=span((6, 0), (7, 0)))) == []


@rows("hints", [("off", {"hints": False}, 0), ("threshold", {"threshold": "1000ms"}, 0),
                ("all", {"threshold": "0%"}, 2)])
def hint_settings(t, settings, least):
    c, uri, _ = t.opened(options=settings)
    hints = c.request("textDocument/inlayHint", c.about(uri, range=span((0, 0), (99, 0))))
    assert len(hints) >= least and (least or not hints)


@case
def lens_is_one_short_phrase(t):
    c, uri, _ = t.opened()
    lens, gpu = c.request("textDocument/codeLens", c.about(uri))
    title = lens["command"]["title"]
    assert re.fullmatch(r"[0-9.]+ ms on gtx-980, bound by \w+", title), title
    assert lens["range"] == span((1, 14), (1, 23))
    assert gpu["command"]["command"] == "clperf.chooseGpu"


@case
def lens_of_a_guessed_launch(t):
    c, uri, _ = t.opened(text=GUESSED)
    lens = c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]
    assert lens.endswith(", launch assumed"), lens
    hover = c.request("textDocument/hover", c.about(uri, position=position((0, 15))))["contents"]["value"]
    assert "- launch 1024x1024/16x16, from assumption, assuming width = 1024, height = 1024" in hover, hover


@case
def lens_of_two_gpus(t):
    c, uri, _ = t.opened(options={"gpu": ["gtx-980", "a100"]})
    lens = c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]
    assert re.fullmatch(r"[0-9.]+ ms on gtx-980, [0-9.]+ ms on a100", lens), lens


@case
def lens_of_many_gpus(t):
    c, uri, _ = t.opened(options={"gpu": ["gtx-980", "a100", "t4", "v100", "mi250x"]})
    lens = c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]
    assert re.fullmatch(r"[0-9.]+ ms on gtx-980, [0-9.]+ ms on a100, [0-9.]+ ms on t4 and 2 more", lens), lens


@case
def lens_of_several_launches(t):
    c, uri, _ = t.opened(text=LAUNCH + LAUNCH.replace("1024", "512") + GUESSED)
    lens = c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]
    times = [k["time_ms"] for k in c.request("clperf/kernels", c.about(uri))]
    found = re.fullmatch(r"up to ([0-9.]+) ms in 2 launches on gtx-980, bound by \w+", lens)
    assert found and len(times) == 2 and abs(float(found[1]) / max(times) - 1) < 0.1, (lens, times)


@case
def lenses_off(t):
    c, uri, _ = t.opened(options={"lenses": False})
    assert c.request("textDocument/codeLens", c.about(uri)) == []


@case
def hover_over_a_kernel(t):
    c, uri, _ = t.opened()
    hover = c.request("textDocument/hover", c.about(uri, position=position((1, 16))))
    assert "registers per work-item" in hover["contents"]["value"]


@case
def hover_over_a_finding_explains_it(t):
    c, uri, [d] = t.opened()
    value = c.request("textDocument/hover",
                      c.about(uri, position=d["range"]["start"]))["contents"]["value"]
    assert value.startswith(f"**{RULE}** on gtx-980: without this "), value
    assert "1. line 2: the launch is" in value
    # Names and products are no markup.
    assert "get\\_global\\_id" in value and not re.search(r"[^\\*]\*[^*]", value.replace(f"**{RULE}**", "")), value


@case
def hover_says_once_what_it_and_the_diagnostic_say(t):
    c, uri, [d] = t.opened(options={"gpu": ["gtx-980", "a100"]})
    value = c.request("textDocument/hover",
                      c.about(uri, position=d["range"]["start"]))["contents"]["value"]
    plain = value.replace("\\", "")
    for said in [d["message"].split(";")[0], *(r["message"] for r in d["relatedInformation"])]:
        assert said not in plain, said
    steps = re.findall(r"^\d+\. (.*)$", plain, re.M)
    assert len(steps) >= 5 and len(set(steps)) == len(steps), steps
    assert plain.count("would be saved") == 2 and plain.count("the launch is") == 1, plain


@case
def a_store_is_underlined_from_its_destination_on(t):
    c, uri, [d] = t.opened()
    line = TRANSPOSE.splitlines()[5]
    r = d["range"]
    assert line[r["start"]["character"]:r["end"]["character"]] == "out[x * height + y] =", d
    middle = {"line": 5, "character": line.index("height")}
    assert RULE in c.request("textDocument/hover", c.about(uri, position=middle))["contents"]["value"]


@case
def an_error_is_underlined_at_its_name(t):
    c, uri, [d] = t.opened(text="kernel void f(global float *a) { a[0] = b(a[1]); }\n")
    assert d["range"] == span((0, 40), (0, 41)), d


@case
def hover_over_nothing(t):
    c, uri, _ = t.opened()
    assert c.request("textDocument/hover", c.about(uri, position=position((1, 2)))) is None
    assert c.request("textDocument/hover", c.about(uri, position=position((500, 2)))) is None


@case
def hover_in_plain_text(t):
    c, uri, _ = t.opened(capabilities={})
    contents = c.request("textDocument/hover", c.about(uri, position=position((1, 16))))["contents"]
    assert contents["kind"] == "plaintext" and "**" not in contents["value"]


@case
def symbols(t):
    c, uri, _ = t.opened(text=TILED + COPY)
    found = c.request("textDocument/documentSymbol", c.about(uri))
    assert [(s["name"], s["range"]["start"]["line"], s["range"]["end"]["line"]) for s in found] == \
        [("tiled", 2, 12), ("copy", 13, 15)]
    assert found[0]["selectionRange"] == span((3, 14), (3, 19))


@case
def kernels_as_data(t):
    c, uri, _ = t.opened()
    [k] = c.request("clperf/kernels", c.about(uri))
    assert k["name"] == "transpose" and k["time_ms"] > 0 and k["launch"]["source"] == "comment"
    assert "line" not in k["launch"] and k["range"] == span((1, 0), (6, 1))


@case
def guessed_launches_as_data(t):
    c, uri, _ = t.opened(text=GUESSED)
    [k] = c.request("clperf/kernels", c.about(uri))
    assert k["launch"]["source"] == "assumption"
    assert k["launch"]["assumed"] == {"width": 1024, "height": 1024}
    assert k["launch"]["line"] == \
        "// clperf: launch global=1024x1024 local=16x16 width=1024 height=1024", k


# --- code actions --------------------------------------------------------------

@case
def fix_removes_the_finding(t):
    c, uri, found = t.opened(text=TILED)
    assert "clperf-bank-conflict" in codes(found)
    line = next(d["range"]["start"]["line"] for d in found if d["code"] == "clperf-bank-conflict")
    offered = actions(c, uri, line, diagnostics=found)
    fix = next(a for a in offered if a.get("isPreferred"))
    assert fix["kind"] == "quickfix" and "instead of" in fix["title"]
    assert fix["edit"]["documentChanges"][0]["textDocument"] == {"uri": uri, "version": 1}
    assert codes(fix["diagnostics"]) == ["clperf-bank-conflict"]
    c.change(uri, 2, apply(TILED, fix, uri))
    assert "clperf-bank-conflict" not in codes(c.diagnostics(uri, 2))


@rows("ignore", [("behind", ""), ("above", " // there is a comment"), ("crlf", "\r")])
def ignore_removes_the_finding(t, more):
    text = TRANSPOSE.replace("+ x];", "+ x];" + (more if more != "\r" else ""))
    text = text.replace("\n", "\r\n") if more == "\r" else text
    c, uri, [d] = t.opened(text=text)
    ignore = next(a for a in actions(c, uri, 5) if a["title"].startswith("ignore"))
    after = apply(text, ignore, uri)
    assert "// clperf-ignore[uncoalesced]: " in after
    assert after.count("\r\n") == after.count("\n") or more != "\r"
    c.change(uri, 2, after)
    assert c.diagnostics(uri, 2) == []


@case
def launch_of_a_kernel(t):
    c, uri, _ = t.opened(text=GUESSED)
    [k] = c.request("clperf/kernels", c.about(uri))
    launch = next(a for a in actions(c, uri, 2) if a["title"] == "give 'transpose' a launch")
    after = apply(GUESSED, launch, uri)
    assert after == k["launch"]["line"] + "\n" + GUESSED
    c.change(uri, 2, after)
    assert codes(c.diagnostics(uri, 2)) == [RULE]
    lens = c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]
    assert "assumed" not in lens and "launch 1024" not in lens, lens
    assert not [a for a in actions(c, uri, 2) if "a launch" in a["title"]]


@case
def actions_elsewhere(t):
    c, uri, _ = t.opened(text="\n\n\n" + TRANSPOSE)
    assert actions(c, uri, 0) == []


@case
def actions_of_other_kinds(t):
    c, uri, _ = t.opened()
    assert actions(c, uri, 5, only=["refactor"]) == []
    assert actions(c, uri, 5, only=["quickfix"])


@case
def actions_for_clients_without_document_changes(t):
    capabilities = {**Client.FULL, "workspace": {}}
    c, uri, _ = t.opened(capabilities=capabilities)
    assert list(actions(c, uri, 5)[0]["edit"]) == ["changes"]


@case
def a_fix_that_rounds_is_not_preferred(t):
    text = ("// clperf: launch global=262144 local=256\n"
            "kernel void f(global float *data, float y)\n{\n    float x = data[get_global_id(0)];\n"
            "    for (int i = 0; i < 64; i++)\n        x = x / y + 1.0f;\n    data[get_global_id(0)] = x;\n}\n")
    c, uri, found = t.opened(text=text)
    fixes = [a for a in actions(c, uri, 5, diagnostics=found) if "instead of" in a["title"]]
    assert any("ulp" in a["title"] for a in fixes) and not any(a.get("isPreferred") for a in fixes)


@case
def fixes_can_be_off(t):
    c, uri, _ = t.opened(text=TILED, options={"fixes": False})
    assert not [a for a in actions(c, uri, 11) if a.get("isPreferred")]


# --- requests that wait, and cancellation --------------------------------------

@case
def requests_wait_for_the_analysis(t):
    c = t.client()
    c.open(t.uri("k.cl"), TRANSPOSE)
    assert len(c.request("textDocument/codeLens", c.about(t.uri("k.cl")))) == 2


@case
def cancelled_while_it_waits(t):
    c = t.client(options={"debounce": 10000})
    uri = t.uri("k.cl")
    c.open(uri, TRANSPOSE)
    c.change(uri, 2, TILED)
    id = c.start("textDocument/codeLens", c.about(uri))
    c.notify("$/cancelRequest", {"id": id})
    assert c.answer(id)["error"]["code"] == -32800


@case
def cancelled_too_late_or_never_sent(t):
    c, uri, _ = t.opened()
    id = c.start("textDocument/codeLens", c.about(uri))
    assert c.answer(id)["result"]
    c.notify("$/cancelRequest", {"id": id})
    c.notify("$/cancelRequest", {"id": "nobody"})
    c.notify("$/cancelRequest", {})
    assert c.request("clperf/gpus")


@case
def closed_while_it_waits(t):
    c = t.client(options={"debounce": 10000})
    uri = t.uri("k.cl")
    c.open(uri, TRANSPOSE)
    c.change(uri, 2, TILED)
    id = c.start("textDocument/codeLens", c.about(uri))
    c.notify("textDocument/didClose", c.about(uri))
    assert c.answer(id)["error"]["code"] == -32801


@case
def report_is_cancelled(t):
    c, uri, _ = t.opened()
    id = c.start("clperf/report", c.about(uri))
    c.notify("$/cancelRequest", {"id": id})
    answer = c.answer(id)
    assert answer.get("error", {}).get("code") == -32800 or "result" in answer
    assert "<html" in c.request("clperf/report", c.about(uri))["html"]


# --- configuration -------------------------------------------------------------

@case
def configuration_is_pushed(t):
    c, uri, _ = t.opened()
    c.notify("workspace/didChangeConfiguration", {"settings": {"clperf": {"gpu": "a100"}}})
    c.diagnostics(uri)
    assert "on a100" in c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]


@case
def configuration_is_asked_for(t):
    capabilities = {**Client.FULL, "workspace": {"configuration": True,
                                                 "didChangeConfiguration": {"dynamicRegistration": True}}}
    c = t.raw()
    c.answers["workspace/configuration"] = [{"gpu": "a100"}]
    c.initialize(capabilities)
    c.open(t.uri("k.cl"), TRANSPOSE)
    c.diagnostics(t.uri("k.cl"))
    time.sleep(0.1)
    title = c.request("textDocument/codeLens", c.about(t.uri("k.cl")))[0]["command"]["title"]
    assert "on a100" in title
    assert {m["method"] for m in c.asked} >= {"workspace/configuration", "client/registerCapability"}


@case
def configuration_of_the_wrong_type_is_told(t):
    c = t.client()
    c.notify("workspace/didChangeConfiguration",
             {"settings": {"clperf": {"gpu": 7, "hints": "yes", "threshold": "much", "debounce": -1}}})
    told = [c.notification("window/showMessage")["message"] for _ in range(4)]
    assert all(m.startswith("clperf: setting '") for m in told), told


@case
def unknown_gpu_is_told(t):
    _, _, found = t.opened(options={"gpu": "no-such-gpu"})
    assert any("no-such-gpu" in d["message"] for d in found)


@case
def set_gpu_for_one_document(t):
    c, uri, _ = t.opened()
    other = t.uri("other.cl")
    c.open(other, TRANSPOSE)
    c.diagnostics(other)
    assert c.request("clperf/setGpu", c.about(uri, gpu="a100")) is None
    titles = [c.request("textDocument/codeLens", c.about(u))[0]["command"]["title"]
              for u in [uri, other]]
    assert "on a100" in titles[0] and "on gtx-980" in titles[1]


@case
def set_gpu_for_all(t):
    c, uri, _ = t.opened()
    c.request("clperf/setGpu", {"gpu": ["a100"]})
    c.open(t.uri("later.cl"), TRANSPOSE)
    for u in [uri, t.uri("later.cl")]:
        assert "on a100" in c.request("textDocument/codeLens", c.about(u))[0]["command"]["title"]


@rows("set_gpu", [("unknown", "gtx-9800"), ("number", 5), ("list", [1])])
def set_gpu_wrong(t, gpu):
    c, uri, _ = t.opened()
    assert c.fails("clperf/setGpu", c.about(uri, gpu=gpu)) == -32602


@case
def gpu_is_chosen_in_the_editor(t):
    c, uri, _ = t.opened()
    c.answers["window/showMessageRequest"] = {"title": "a100"}
    c.request("workspace/executeCommand", {"command": "clperf.chooseGpu", "arguments": [uri]})
    c.diagnostics(uri)
    assert "on a100" in c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]


@case
def report_is_opened_in_the_editor(t):
    c, uri, _ = t.opened()
    c.answers["window/showDocument"] = {"success": True}
    c.request("workspace/executeCommand", {"command": "clperf.openReport", "arguments": [uri]})
    shown = c.wait(lambda m: m.get("method") == "window/showDocument")["params"]["uri"]
    assert "<html" in open(urllib.parse.unquote(shown.removeprefix("file://"))).read()


@case
def unknown_command(t):
    c, uri, _ = t.opened()
    assert c.fails("workspace/executeCommand", {"command": "no", "arguments": [uri]}) == -32602
    assert c.fails("workspace/executeCommand", {"command": "clperf.openReport"}) == -32602


@case
def gpus(t):
    assert {"name": "gtx-980", "vendor": "nvidia", "arch": "sm_52"} in t.client().request("clperf/gpus")


@case
def clperf_file_holds(t):
    t.write(".clperf", '{"gpu": "a100"}')
    c, uri, _ = t.opened()
    assert "on a100" in c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]
    time.sleep(0.02)
    t.write(".clperf", '{"gpu": "gtx-980"}')
    c.notify("workspace/didChangeWatchedFiles",
             {"changes": [{"uri": t.uri(".clperf"), "type": 2}]})
    c.diagnostics(uri)
    assert "on gtx-980" in c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]


@case
def outputs_of_clperf_files_are_not_written(t):
    t.write(".clperf", '{"add-output": "html:file=page.html"}')
    t.opened()
    assert not os.path.exists(t.path("page.html")) and not os.path.exists(t.path("never"))


STEPPED = "__kernel void f(__global int *a) { a[get_global_id(0) * STEP] = 1; }\n"


@rows("compile_commands", [
    ("beside", "compile_commands.json", {"command": "clang -DSTEP=64 -c src/k.cl -o k.o"}),
    ("in-build", "build/compile_commands.json",
     {"arguments": ["clperf-cc", "clang", "-D", "STEP=64", "-c", "-o", "x.o", "src/k.cl"]}),
    ("include", "compile_commands.json",
     {"command": "clang -Iinclude -include step.h -MD -MF x.d -c src/k.cl"}),
])
def compile_commands(t, name, entry):
    t.write("include/step.h", "#define STEP 64\n")
    t.write("src/k.cl", STEPPED)
    t.write(name, json.dumps([{"directory": t.directory, "file": "other.cl", "command": "x"},
                              {"directory": t.directory, "file": "src/k.cl", **entry}]))
    _, _, found = t.opened("src/k.cl", STEPPED)
    assert codes(found) == [RULE], found


@rows("bad_compile_commands", [("json", "{"), ("object", "{}"), ("rows", '[1, {}, {"file": 3}]')])
def bad_compile_commands(t, text):
    t.write("compile_commands.json", text)
    _, _, found = t.opened()
    assert codes(found) == [RULE]


@case
def several_roots(t):
    folders = [{"uri": t.uri(n), "name": n} for n in "ab"]
    t.write("a/.clperf", '{"gpu": "a100"}')
    t.write("b/.clperf", '{"gpu": "gtx-980"}')
    c = t.client(workspaceFolders=folders)
    for name, gpu in [("a/k.cl", "a100"), ("b/k.cl", "gtx-980")]:
        c.open(t.uri(name), TRANSPOSE)
        title = c.request("textDocument/codeLens", c.about(t.uri(name)))[0]["command"]["title"]
        assert f"on {gpu}" in title
    c.notify("workspace/didChangeWorkspaceFolders",
             {"event": {"added": [{"uri": t.uri("c"), "name": "c"}], "removed": folders[:1]}})
    c.diagnostics(t.uri("b/k.cl"))


@case
def file_is_renamed(t):
    c, uri, found = t.opened()
    c.notify("workspace/didRenameFiles", {"files": [{"oldUri": uri, "newUri": t.uri("new.cl")}]})
    assert c.diagnostics(uri) == []
    assert c.diagnostics(t.uri("new.cl")) != []
    c.notify("textDocument/didClose", c.about(uri))
    c.open(t.uri("new.cl"), COPY)
    assert c.diagnostics(t.uri("new.cl")) == []


@case
def folder_is_renamed(t):
    c, _, _ = t.opened("a/k.cl")
    c.notify("workspace/didRenameFiles", {"files": [{"oldUri": t.uri("a"), "newUri": t.uri("b")}]})
    assert c.diagnostics(t.uri("b/k.cl"))


@case
def file_is_renamed_by_close_and_open(t):
    c, uri, _ = t.opened()
    c.notify("textDocument/didClose", c.about(uri))
    c.open(t.uri("new.cl"), TRANSPOSE)
    assert c.diagnostics(uri) == [] and c.diagnostics(t.uri("new.cl"))


@case
def names_with_blanks_and_more(t):
    c = t.client()
    t.write("my größe #1.cl", TRANSPOSE)
    uri = t.uri("my%20gr%C3%B6%C3%9Fe%20%231.cl")
    c.open(uri, TRANSPOSE)
    assert codes(c.diagnostics(uri)) == [RULE]


# --- what goes wrong -----------------------------------------------------------

def analyzer(t, script):
    os.makedirs(t.path("bin"))
    os.link(t.program, t.path("bin/clperf"))
    with open(t.path("bin/clperf-analyze"), "w") as f:
        f.write("#!/bin/sh\n" + script)
    os.chmod(t.path("bin/clperf-analyze"), 0o755)
    t.program = t.path("bin/clperf")


@rows("failure", [
    ("crash", "kill -SEGV $$\n", "crashed"), ("exit", "exit 70\n", "failed"),
    ("nothing", "exit 0\n", "no report"), ("garbage", "echo '{'\n", "no report"),
    ("wrong", "echo '{\"kernels\": 5}'\n", "no report"),
    ("killed", "kill -KILL $$\n", "somebody ended the analysis"),
    ("hangs", "exec sleep 1000\n", "longer than 0.5 s"),
])
def failing_analysis(t, script, wanted):
    analyzer(t, script)
    c, uri, [d] = t.opened(options={"timeout": 0.5 if "longer" in wanted else 60, "warm": False})
    assert d["message"].startswith("not analysed: ") and wanted in d["message"], d
    assert "time unknown" in c.request("textDocument/codeLens", c.about(uri))[0]["command"]["title"]
    if wanted != "no report":
        assert c.fails("clperf/report", c.about(uri)) == -32803
    assert c.end() == 0


@case
def no_analyzer(t):
    os.makedirs(t.path("bin"))
    os.link(t.program, t.path("bin/clperf"))
    t.program = t.path("bin/clperf")
    _, _, [d] = t.opened(environment={"PATH": "/nonexistent"})
    assert "clperf-analyze is neither beside clperf nor on PATH" in d["message"]


@case
def process_started_ahead_that_dies(t):
    c, uri, _ = t.opened(options={"fixes": False})
    pid = c.process.pid
    [spare] = open(f"/proc/{pid}/task/{pid}/children").read().split()
    os.kill(int(spare), 9)
    time.sleep(0.1)
    c.change(uri, 2, TILED)
    assert "clperf-bank-conflict" in codes(c.diagnostics(uri, 2))


@case
def no_process_stays_behind(t):
    pids = shlex.quote(t.path("pids"))
    analyzer(t, f"echo $$ >> {pids}\nsleep 1000 &\necho $! >> {pids}\nwait\n")
    c = t.client(options={"warm": False})
    c.open(t.uri("k.cl"), TRANSPOSE)
    end = time.monotonic() + 60
    while not (os.path.exists(t.path("pids")) and len(open(t.path("pids")).read().split()) == 2):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert c.end() == 0
    for pid in open(t.path("pids")).read().split():
        while os.path.exists(f"/proc/{pid}") and \
                open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z":
            assert time.monotonic() < end
            time.sleep(0.01)


@case
def cache_that_cannot_be_written(t):
    _, _, [d] = t.opened(environment={"CLPERF_CACHE_DIR": "/proc/nothing"})
    assert d["code"] == RULE and "codeDescription" not in d


@case
def progress_of_a_long_analysis(t):
    real = os.path.join(os.path.dirname(t.program), "clperf-analyze")
    analyzer(t, f'sleep 1\nexec {shlex.quote(real)} "$@"\n')
    c = t.client(options={"warm": False})
    c.open(t.uri("k.cl"), TRANSPOSE)
    token = c.wait(lambda m: m.get("method") == "window/workDoneProgress/create")["params"]["token"]
    begin = c.notification("$/progress")
    assert begin["token"] == token and begin["value"]["kind"] == "begin"
    assert "k.cl" in begin["value"]["message"]
    assert c.notification("$/progress")["value"] == {"kind": "end"}
    assert codes(c.diagnostics(t.uri("k.cl"))) == [RULE]


@case
def refreshes_are_asked_for(t):
    workspace = {"inlayHint": {"refreshSupport": True}, "codeLens": {"refreshSupport": True},
                 "didChangeWatchedFiles": {"dynamicRegistration": True}}
    # Without a window: a long analysis would ask for one's progress.
    c, _, _ = t.opened(capabilities={**Client.FULL, "window": {}, "workspace": workspace})
    wanted = {"client/registerCapability", "workspace/inlayHint/refresh", "workspace/codeLens/refresh"}
    while not wanted <= {m["method"] for m in c.asked}:
        assert c.receive(), c.asked
    assert {m["method"] for m in c.asked} == wanted


# --- running them --------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scratch")
    parser.add_argument("--only", default="")
    parser.add_argument("--record")
    options = parser.parse_args()
    record = [] if options.record else None
    passed = failed = 0
    for name, function in CASES:
        if options.only not in name:
            continue
        t = Test(os.path.abspath(options.program), os.path.join(os.path.abspath(options.scratch), name), record)
        try:
            function(t)
            passed += 1
        except (AssertionError, Gone, Exception) as e:
            failed += 1
            trace = traceback.extract_tb(e.__traceback__)
            where = [f for f in trace if f.filename == __file__][-1]
            print(f"FAIL {name}: line {where.lineno}: {where.line}: {type(e).__name__} "
                  f"{str(e)[:600]}", flush=True)
            for c in t.clients:
                if c.process.poll() is not None:
                    print("   ", c.process.returncode,
                          c.process.stderr.read().decode(errors="replace")[-1500:])
        finally:
            t.end()
    if record is not None:
        with open(options.record, "w") as f:
            json.dump(record, f)
    print(f"{passed} exchanges as expected, {failed} not")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
