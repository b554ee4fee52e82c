#!/usr/bin/env python3
"""Corrupts sessions with `clperf mcp` at random.

Usage: fuzz.py CLPERF SCRATCH [--number N] [--seed S]

Each session is a correct one of some ten messages in which a few things are broken: bytes, members of
the JSON, or the order. The server must neither crash nor hang, must still answer a correct request
afterwards, and must leave no process and no file behind. Its memory must not grow from one session to
the next.
"""

import argparse
import json
import os
import random
import select
import shutil
import subprocess
import sys
import time

from client import descendants, processes

TEXT = "__kernel void f(__global int *a, int n) { a[get_global_id(0) * 64] = n; }\n"
PER_SERVER = 250
MOST_GROWTH = 8 << 10  # KiB; sanitizers keep freed memory, so it is not checked with them


def call(name, **arguments):
    return "tools/call", {"name": name, "arguments": arguments}


def session(r):
    """Messages of a client's life."""
    kinds = [
        ("tools/list", {}), ("ping", None), call("gpus", filter="a100"), call("explain", rule="spill"),
        call("explain"), ("notifications/cancelled", {"requestId": r.randrange(20), "reason": "x"}),
        call("best", space={"kernel": "f"}, top=3), ("notifications/initialized", None),
        call("predict", source=TEXT, launches=["f:global"], options=["-D", "A"], gpus=["a100"]),
        call("compare", before={"path": "/nowhere.cl"}, after={"source": TEXT})]
    analyses = [
        call("predict", source=TEXT, launches=["f:global=64,local=64,n=1", {"kernel": "f", "global": [64]}],
             gpus=["gtx-980"], defines=["A=1"], options=["-cl-fast-relaxed-math"], max_findings=2),
        call("explain", source=TEXT, line=1), call("compare", before={"source": TEXT}, after={"source": TEXT}),
        call("best", source=TEXT, space={
            "kernel": "f", "gpus": ["a100"], "parameters": {"x": [32, 64]}, "global": [1024, 1, 1],
            "local": ["x", 1, 1], "args": {"a": {"elements": 65536}, "n": 1}})]
    messages = [r.choice(kinds) for _ in range(r.randrange(2, 10))]
    if r.random() < 0.3:
        messages.insert(r.randrange(len(messages) + 1), r.choice(analyses))
    return messages


def broken_value(r):
    return r.choice([None, True, -1, 1e308, 2**53, "", "x" * 1000, [], {}, [[]], "\u0000", "\ud83d", -0.5,
                     "-o", "@x", "/dev/null", "../" * 50, [None] * 5, {"": {}}, "__kernel", "f:global=0",
                     "f:global=99999999999999999999", "%s%n"])


def break_json(r, value):
    """The value with something in it replaced, dropped or doubled."""
    if isinstance(value, dict) and value and r.random() < 0.8:
        key, value = r.choice(list(value)), dict(value)
        if r.random() < 0.25:
            del value[key]
        else:
            value[key] = break_json(r, value[key])
        return value
    if isinstance(value, list) and value and r.random() < 0.8:
        i, value = r.randrange(len(value)), list(value)
        value[i:i + 1] = r.choice([[], [break_json(r, value[i])], [value[i]] * 3])
        return value
    return broken_value(r)


def break_bytes(r, data):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 2, 8])):
        at = r.randrange(len(data) + 1)
        data[at:at + r.choice([0, 1, 3])] = r.choice(
            [b"", b"\0", b"\xff", b"\n", b"\r\n", b'"', b"{", b"}", b"[" * 2000, bytes([r.randrange(256)])])
    return bytes(data)


def corrupted(r):
    """The bytes of one session."""
    out, messages = [], session(r)
    victims = {r.randrange(len(messages)) for _ in range(r.choice([1, 1, 2, 4]))}
    for i, (method, params) in enumerate(messages):
        message = {"jsonrpc": "2.0", "method": method, **({"params": params} if params is not None else {}),
                   **({} if method.startswith("notif") else {"id": i})}
        if i in victims and r.random() < 0.7:
            message = break_json(r, message)
        if r.random() < 0.05:
            message = [message, message]
        data = json.dumps(message).encode("utf-8", "surrogatepass") + b"\n"
        out.append(break_bytes(r, data) if i in victims and r.random() < 0.4 else data)
    return b"".join(out)


class Server:
    def __init__(self, program, scratch):
        self.errors = open(os.path.join(scratch, "errors"), "w+b")
        work = os.path.join(scratch, "work")
        os.makedirs(work, exist_ok=True)
        self.process = subprocess.Popen(
            [program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, cwd=work,
            env={**os.environ, "TMPDIR": work, "HOME": work, "CLPERF_CACHE_DIR": work + "/cache"})
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.received, self.probes = b"", 0
        version = random.choice(["2025-06-18", "2025-03-26"])
        self.exchange(b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s"}}\n'
                      % version.encode())

    def exchange(self, data, until=None, timeout=120):
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
        """Asks for something that a worker does, so that what came before is done then, too."""
        self.probes += 1
        name = b'"probe-%d"' % self.probes
        return self.exchange(b'\n{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"gpus"}}\n'
                             % name, until=name)

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 10

    def end(self):
        left = descendants(self.process.pid)
        self.process.stdin.close()
        os.set_blocking(self.process.stdout.fileno(), True)
        self.process.stdout.read()
        status = self.process.wait(60)
        end = time.monotonic() + 60
        while set(left) & set(processes()) and time.monotonic() < end:
            time.sleep(0.02)
        self.errors.seek(0)
        return status, self.errors.read().decode(errors="replace"), set(left) & set(processes())


def fail(seed, data, scratch, why):
    with open(os.path.join(scratch, "session"), "wb") as f:
        f.write(data)
    print(f"FAIL seed {seed}: {why}; the session is in {scratch}/session")
    sys.exit(1)


def run(program, scratch, first, number):
    """Sessions of one server. How much its memory grew after the first ones, in KiB."""
    server = Server(program, scratch)
    data, seed, early = b"", first, None
    try:
        for seed in range(first, first + number):
            data = corrupted(random.Random(seed))
            if not server.exchange(data):
                fail(seed, data, scratch, "it does not read")
            if not server.answers():
                fail(seed, data, scratch, "it does not answer")
            early = server.memory() if seed == first + number // 4 else early
    except (EOFError, BrokenPipeError):
        status, errors, _ = server.end()
        fail(seed, data, scratch, f"it ended with {status}:\n{errors[-3000:]}")
    growth = server.memory() - (early or server.memory())
    status, errors, left = server.end()
    if status or "Sanitizer" in errors or "runtime error" in errors:
        fail(seed, data, scratch, f"it ended with {status}:\n{errors[-3000:]}")
    if left:
        fail(seed, data, scratch, "processes are left")
    return growth


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scratch")
    parser.add_argument("--number", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    scratch, program = os.path.abspath(options.scratch), os.path.abspath(options.program)
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    with open(program, "rb") as f:
        sanitized = b"__asan_init" in f.read()
    for first in range(0, options.number, PER_SERVER):
        number = min(PER_SERVER, options.number - first)
        growth = run(program, scratch, options.seed + first, number)
        if growth > MOST_GROWTH and not sanitized:
            fail(first, b"", scratch, f"its memory grew by {growth} KiB")
    left = sorted(os.listdir(scratch)) + os.listdir(os.path.join(scratch, "work"))
    assert left == ["errors", "work"], left
    print(f"{options.number} corrupted sessions: no crash, no hang, no process and no file left")


if __name__ == "__main__":
    main()
