"""A client of `clperf mcp`, for tests: one JSON message per line over pipes. It checks nothing by
itself but that every line is a message of JSON-RPC 2.0."""

import json
import os
import selectors
import subprocess
import time

LONG = 120


class Gone(Exception):
    """The server ended."""


class Client:
    def __init__(self, program, *arguments, environment=None, cwd=None):
        self.process = subprocess.Popen(
            [program, "mcp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, **(environment or {})}, cwd=cwd)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.buffer = b""
        self.last_id = 0
        self.kept = []  # answers that nobody has asked for yet

    def raw(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Gone from None

    def send(self, message):
        self.raw(json.dumps(message).encode() + b"\n")

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method,
                   **({} if params is None else {"params": params})})

    def start(self, method, params=None, id=None):
        """Sends a request and returns its id."""
        self.last_id += 1
        id = self.last_id if id is None else id
        self.send({"jsonrpc": "2.0", "id": id, "method": method,
                   **({} if params is None else {"params": params})})
        return id

    def call(self, tool, arguments):
        return self.start("tools/call", {"name": tool, "arguments": arguments})

    def receive(self, timeout=LONG):
        """The next message; None if none comes."""
        end = time.monotonic() + timeout
        while b"\n" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not self.selector.select(left):
                return None
            # Not by the file, which may keep for itself what nobody waits for then.
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if data == b"":
                raise Gone
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        message = json.loads(line)
        for each in message if isinstance(message, list) else [message]:
            assert each["jsonrpc"] == "2.0" and "id" in each, each
            assert ("result" in each) != ("error" in each), each
        return message

    def answer(self, id, timeout=LONG):
        """The answer to a request, whatever comes before it."""
        for i, message in enumerate(self.kept):
            if message["id"] == id:
                return self.kept.pop(i)
        end = time.monotonic() + timeout
        while (left := end - time.monotonic()) > 0:
            message = self.receive(left)
            if message is None:
                break
            if isinstance(message, dict) and message["id"] == id:
                return message
            self.kept.append(message)
        raise AssertionError(f"no answer to {id}")

    def request(self, method, params=None):
        message = self.answer(self.start(method, params))
        assert "error" not in message, message
        return message["result"]

    def fails(self, method, params=None):
        """The code of the error."""
        message = self.answer(self.start(method, params))
        assert "error" in message, message
        return message["error"]["code"]

    def initialize(self, version="2025-06-18"):
        result = self.request("initialize", {
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}})
        self.notify("notifications/initialized")
        return result

    def end(self, timeout=30):
        """Closes the server's input; its exit status."""
        self.process.stdin.close()
        try:
            while self.receive(timeout):
                pass
        except Gone:
            pass
        return self.process.wait(timeout)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def processes():
    """Their parents, by process id; what has ended is none."""
    found = {}
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat") as f:
                fields = f.read().rpartition(")")[2].split()
        except (OSError, NotADirectoryError):
            continue
        if name.isdigit() and fields[0] != "Z":
            found[int(name)] = int(fields[1])
    return found


def descendants(root):
    """All processes below that one."""
    parents, found = processes(), [root]
    for each in found:
        found += [p for p, parent in parents.items() if parent == each]
    return found[1:]
