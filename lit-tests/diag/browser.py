"""Drives headless Chromium by its DevTools protocol, over a pipe: windows of any width, the reader's
colours, print, pictures, and what a script in the page says."""

import base64
import json
import os
import subprocess
import tempfile


# Shows all of a page: the rest of its lists, and what is folded.
UNFOLD = """(() => {
for (let more; (more = [...document.querySelectorAll("button.more")]).length;) more.forEach(b => b.click());
for (let closed; (closed = [...document.querySelectorAll("main details:not([open])")]).length;)
  for (const d of closed) { d.open = true; d.fill?.(); }
})()"""


class Browser:
    def __init__(self, reachable=None):
        """Which hosts it may speak to: one that is named, else none."""
        hosts = "MAP * ~NOTFOUND" + (f", EXCLUDE {reachable}" if reachable else "")
        to_read, self.to = os.pipe()
        self.come, from_write = os.pipe()

        def streams():
            """Chromium reads descriptor 3 and writes 4; either pipe may have these numbers now."""
            os.dup2(to_read, 63)
            os.dup2(from_write, 64)
            os.dup2(63, 3)
            os.dup2(64, 4)

        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self.home.name}", f"--host-resolver-rules={hosts}"],
            preexec_fn=streams, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.home.cleanup()

    def message(self):
        while b"\0" not in self.rest:
            part = os.read(self.come, 1 << 16)
            if not part:
                raise EOFError("Chromium went away")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        text = json.dumps(request).encode() + b"\0"
        while text:
            text = text[os.write(self.to, text):]
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path, width, scheme="light", media="screen"):
        """Loads the page anew; `events` has what happened since."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.visit(f"file://{os.path.abspath(path)}")

    def visit(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.message())

    def errors(self):
        """Of scripts, and what the browser complains about."""
        return [e["params"] for e in self.events if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]

    def requests(self):
        return [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]

    def evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def picture(self, path, x, y, width, height):
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        with open(path, "wb") as f:
            f.write(base64.b64decode(answer["data"]))
