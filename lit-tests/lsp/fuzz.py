#!/usr/bin/env python3
"""Corrupts sessions with the language server at random.

Usage: fuzz.py CLPERF SCRATCH [--number N] [--seed S]

Each session is a correct one of some ten messages in which a few things are broken: bytes, lengths,
headers, members of the JSON, or the order. The server must neither crash nor hang, must still answer a
correct request afterwards, unless a header swallowed it, and must leave no process and no file
behind. Its memory must not grow from the first to the last of the sessions that one server goes through.
"""

import argparse
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time

TEXT = "__kernel void f(__global int *a, int n) {\n    a[get_global_id(0) * 64] = n;\n}\n"
URI = "file:///nowhere/fuzz.cl"
PER_SERVER = 250


def about(**more):
    return {"textDocument": {"uri": URI}, **more}


def session(r):
    """Messages of an editor's life; ids are set later."""
    place = {"line": r.randrange(5), "character": r.randrange(40)}
    spot = {"start": place, "end": place}
    messages = [
        ("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "opencl", "version": 1,
                                                   "text": TEXT}}),
        ("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [
            {"range": spot, "text": r.choice(["x", "😀", "\n", "{", "}", "/*", "\\", '"'])}]}),
        ("textDocument/hover", about(position=place)),
        ("textDocument/codeLens", about()),
        ("textDocument/inlayHint", about(range=spot)),
        ("textDocument/codeAction", about(range=spot, context={"diagnostics": []})),
        ("textDocument/documentSymbol", about()),
        ("workspace/didChangeConfiguration", {"settings": {"clperf": {"gpu": "a100"}}}),
        ("clperf/kernels", about()),
        ("clperf/setGpu", about(gpu="gtx-980")),
        ("workspace/executeCommand", {"command": "clperf.chooseGpu", "arguments": [URI]}),
        ("$/cancelRequest", {"id": r.randrange(20)}),
        ("textDocument/didSave", about()),
        ("textDocument/didClose", about()),
    ]
    return [m for m in messages if r.random() < 0.8]


def broken_value(r):
    return r.choice([None, True, -1, 1e308, 2**53, "", "x" * 1000, [], {}, [[]], "\u0000", "\ud83d",
                     {"uri": URI}, -0.5, "file://", [None] * 5])


def break_json(r, value, depth=0):
    """The value with something in it replaced, dropped or doubled."""
    if isinstance(value, dict) and value and r.random() < 0.8:
        key = r.choice(list(value))
        value = dict(value)
        if r.random() < 0.25:
            del value[key]
        else:
            value[key] = break_json(r, value[key], depth + 1)
        return value
    if isinstance(value, list) and value and r.random() < 0.8:
        value = list(value)
        i = r.randrange(len(value))
        value[i:i + 1] = r.choice([[], [break_json(r, value[i], depth + 1)], [value[i]] * 3])
        return value
    return broken_value(r)


def break_bytes(r, data):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 2, 8])):
        at = r.randrange(len(data) + 1)
        data[at:at + r.choice([0, 1, 3])] = r.choice(
            [b"", b"\0", b"\xff", b"\r\n\r\n", b"Content-Length: 3\r\n\r\n", b'"', b"{", b"}",
             bytes([r.randrange(256)])])
    return bytes(data)


def frame(r, body, broken):
    length = len(body)
    if broken and r.random() < 0.3:
        length = r.choice([0, 1, length - 1, length + 1, length + 40, -1, 10**12, 2**64])
    return b"Content-Length: %d\r\n\r\n%s" % (length, body)


def corrupted(r):
    """The bytes of one session."""
    out, messages = [], session(r)
    victims = {r.randrange(len(messages)) for _ in range(r.choice([1, 1, 2, 4]))} if messages else set()
    if r.random() < 0.1:
        r.shuffle(messages)
    for i, (method, params) in enumerate(messages):
        request = method.startswith(("textDocument/h", "textDocument/c", "textDocument/i",
                                     "textDocument/do", "clperf/", "workspace/e"))
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        message.update({"id": i} if request else {})
        broken = i in victims
        if broken and r.random() < 0.6:
            message = break_json(r, message)
        body = json.dumps(message).encode("utf-8", "surrogatepass")
        data = frame(r, body, broken)
        if broken and r.random() < 0.4:
            data = break_bytes(r, data)
        out.append(data)
    return b"".join(out)


class Server:
    def __init__(self, program, scratch):
        self.errors = open(os.path.join(scratch, "errors"), "w+b")
        environment = {**os.environ, "CLPERF_CACHE_DIR": os.path.join(scratch, "cache"),
                       "CLPERF_FLAGS": ""}
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.errors, cwd=scratch,
                                        env=environment)
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.received, self.probes = b"", 0
        self.exchange(self.message("initialize", 0, {"processId": None, "rootUri": None,
                                                     "capabilities": {"window": {"workDoneProgress": True}}}))

    @staticmethod
    def message(method, id, params):
        body = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def exchange(self, data, until=None, timeout=60):
        """Writes, reads, and waits for the bytes `until`. False if they do not come in time."""
        out, into = self.process.stdout.fileno(), self.process.stdin.fileno()
        end = time.monotonic() + timeout
        while data or (until is not None and until not in self.received):
            readable, writable, _ = select.select([out], [into] if data else [], [],
                                                  max(0, end - time.monotonic()))
            if not readable and not writable:
                return False
            if writable:
                data = data[os.write(into, data[:65536]):]
            if readable:
                more = os.read(out, 1 << 20)
                if not more:
                    raise EOFError
                self.received = (self.received + more)[-(1 << 20):]
        return True

    def answers(self):
        """Asks for something. What a broken length takes for a part of its own message is asked
        again: so much at most."""
        for _ in range(4):
            self.probes += 1
            name = f"probe-{self.probes}"
            filler = b"\r\n" * 40
            if self.exchange(filler + self.message("clperf/kernels", name, {}),
                             until=b'"%s"' % name.encode(), timeout=5):
                return True
        return False

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 10

    def end(self):
        self.process.stdin.close()
        os.set_blocking(self.process.stdout.fileno(), True)
        self.process.stdout.read()
        status = self.process.wait(60)
        self.errors.seek(0)
        return status, self.errors.read().decode(errors="replace")


def fail(seed, data, scratch, why):
    with open(os.path.join(scratch, "session"), "wb") as f:
        f.write(data)
    print(f"FAIL seed {seed}: {why}; the session is in {scratch}/session")
    sys.exit(1)


def run(program, scratch, first, number, swallows):
    """Sessions of one server."""
    server = Server(program, scratch)
    seed, data = first, b""
    try:
        for seed in range(first, first + number):
            data = corrupted(random.Random(seed))
            if not server.exchange(data):
                fail(seed, data, scratch, "it does not read")
            if not server.answers():
                # A length of many gigabytes is believed; what follows belongs to that message.
                swallows.append(seed)
                server.process.kill()
                server.process.wait()
                return seed - first + 1
    except (EOFError, BrokenPipeError):
        status, errors = server.end()
        exits = b'"exit"' in data
        if not exits:
            fail(seed, data, scratch, f"it ended with {status}:\n{errors[-3000:]}")
    status, errors = server.end()
    if status not in (0, 1) or "Sanitizer" in errors or "runtime error" in errors:
        fail(seed, data, scratch, f"it ended with {status}:\n{errors[-3000:]}")
    return number


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scratch")
    parser.add_argument("--number", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    scratch = os.path.abspath(options.scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    swallows, done = [], 0
    while done < options.number:
        done += run(os.path.abspath(options.program), scratch, options.seed + done,
                    min(PER_SERVER, options.number - done), swallows)
    left = sorted(os.listdir(scratch))
    assert set(left) <= {"cache", "errors"}, left
    print(f"{done} corrupted sessions, {len(swallows)} with a length that swallowed the rest: "
          "no crash, no hang, no file left")


if __name__ == "__main__":
    main()
