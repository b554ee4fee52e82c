"""A client of the language server, for tests: speaks the protocol over pipes and checks nothing by
itself, but records every message that the server sends, for the schema check."""

import json
import os
import selectors
import subprocess
import time

LONG = 60  # seconds; sanitizers are slow


class Gone(Exception):
    """The server ended."""


class Client:
    def __init__(self, program, arguments=(), environment=None, record=None, cwd=None):
        self.process = subprocess.Popen(
            [program, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, **(environment or {})}, cwd=cwd)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.buffer = b""
        self.last_id = 0
        self.methods = {}      # of requests that were sent, by id
        self.record = record   # list of (direction, method, message), or None
        self.queue = []
        self.answers = {}      # what the client says to the server's requests, by method
        self.asked = []        # requests of the server
        self.seen = []         # notifications of the server

    # --- sending

    def raw(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Gone from None

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def notify(self, method, params=None):
        self.send({"method": method, **({} if params is None else {"params": params})})

    def start(self, method, params=None, id=None):
        """Sends a request and returns its id."""
        self.last_id += 1
        id = self.last_id if id is None else id
        self.methods[id] = method
        self.send({"id": id, "method": method, **({} if params is None else {"params": params})})
        return id

    # --- receiving

    def _parse(self):
        while True:
            head, blank, rest = self.buffer.partition(b"\r\n\r\n")
            if not blank:
                return
            length = int(head.split(b":")[1])
            if len(rest) < length:
                return
            self.buffer = rest[length:]
            self._take(json.loads(rest[:length]))

    def _take(self, message):
        if self.record is not None:
            self.record.append((self.methods.get(message.get("id"))
                                if "method" not in message else None, message))
        if "method" in message and "id" in message:
            self.asked.append(message)
            answer = self.answers.get(message["method"])
            if answer is not NotImplemented:
                self.send({"id": message["id"], "result": answer})
        elif "method" in message:
            self.seen.append(message)
        self.queue.append(message)

    def receive(self, timeout=LONG):
        """The next message, whatever it is; None if none comes."""
        end = time.monotonic() + timeout
        while not self.queue:
            left = end - time.monotonic()
            if left <= 0 or not self.selector.select(left):
                return None
            # Not by the file, which may keep for itself what nobody waits for then.
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if data == b"":
                raise Gone
            self.buffer += data
            self._parse()
        return self.queue.pop(0)

    def wait(self, wanted, timeout=LONG):
        """The next message for which `wanted` holds; others are passed over."""
        end = time.monotonic() + timeout
        while (left := end - time.monotonic()) > 0:
            message = self.receive(left)
            if message is not None and wanted(message):
                return message
        raise AssertionError("no such message came")

    def answer(self, id, timeout=LONG):
        return self.wait(lambda m: "method" not in m and m.get("id") == id, timeout)

    def request(self, method, params=None, timeout=LONG):
        """The result; an error is one here, too."""
        message = self.answer(self.start(method, params), timeout)
        assert "error" not in message, message
        return message["result"]

    def fails(self, method, params=None):
        """The code of the error."""
        message = self.answer(self.start(method, params))
        assert "error" in message, message
        return message["error"]["code"]

    def notification(self, method, wanted=lambda params: True, timeout=LONG):
        return self.wait(lambda m: m.get("method") == method and "id" not in m
                         and wanted(m.get("params")), timeout)["params"]

    def diagnostics(self, uri, version=None, timeout=LONG):
        return self.notification(
            "textDocument/publishDiagnostics",
            lambda p: p["uri"] == uri and (version is None or p.get("version") == version),
            timeout)["diagnostics"]

    # --- common sequences

    FULL = {
        "general": {"positionEncodings": ["utf-16"]},
        "window": {"workDoneProgress": True, "showDocument": {"support": True}},
        "workspace": {"workspaceEdit": {"documentChanges": True}},
        "textDocument": {
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
            "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
        },
    }

    def initialize(self, capabilities=None, options=None, **more):
        params = {"processId": os.getpid(), "rootUri": None,
                  "capabilities": self.FULL if capabilities is None else capabilities, **more}
        if options is not None:
            params["initializationOptions"] = options
        result = self.request("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, uri, text, version=1, language="opencl"):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, uri, version, *changes):
        """Each change is a whole text, or ((line, character), (line, character), text)."""
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [c if isinstance(c, dict) else {"text": c} if isinstance(c, str)
                               else {"range": span(c[0], c[1]), "text": c[2]} for c in changes]})

    def about(self, uri, **more):
        return {"textDocument": {"uri": uri}, **more}

    def end(self):
        """Ends it as the protocol says; its exit status."""
        self.request("shutdown")
        self.notify("exit")
        return self.status()

    def status(self, timeout=LONG):
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


def position(place):
    return {"line": place[0], "character": place[1]}


def span(start, end):
    return {"start": position(start), "end": position(end)}
