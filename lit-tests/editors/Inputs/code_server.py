"""Opens a kernel in Visual Studio Code itself, as code-server serves it to Chromium, and prints what is on the screen:
code_server.py VSIX FOLDER FILE CLPERF SCRATCH. First without a program `clperf`, then with the one that is named."""

import json
import os
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "diag"))
from browser import Browser  # noqa: E402

PATIENCE_S = 120
vsix, folder, file, clperf, scratch = map(os.path.abspath, sys.argv[1:])


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def until(what, get):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        value = get()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"no {what} after {PATIENCE_S} s")


def texts(browser, selector):
    return browser.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.innerText.trim()).filter(t => t)")


def box(browser, selector):
    return browser.evaluate(f"(b => b && [b.x, b.y, b.width, b.height])"
                            f"(document.querySelector({json.dumps(selector)})?.getBoundingClientRect().toJSON())")


def uncovered(browser, selector):
    b = box(browser, selector)
    top = b and browser.evaluate(f"document.elementFromPoint({b[0] + b[2] / 2}, {b[1] + b[3] / 2})?.matches({json.dumps(selector)})")
    return b if top else None


def mouse(browser, kind, x, y):
    browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", clickCount=1)


def visit(browser, port):
    payload = json.dumps([["openFile", f"vscode-remote://127.0.0.1:{port}{file}"]])
    browser.visit(f"http://127.0.0.1:{port}/?folder={folder}&payload={payload}")


def without_program(browser):
    messages = until("message", lambda: texts(browser, ".notification-list-item"))
    print("messages:", len(messages))
    print("message:", *messages[0].split("\n"), sep=" | ")


def with_program(browser):
    print("lens:", " ".join(until("lens", lambda: texts(browser, ".codelens-decoration"))[0].split()))
    x, y, width, height = until("wavy line", lambda: box(browser, ".squiggly-warning"))
    column = browser.evaluate("document.querySelector('.view-line span span').getBoundingClientRect().width /"
                              "document.querySelector('.view-line span span').textContent.length")
    print("columns that are underlined:", round(width / column))
    mouse(browser, "mouseMoved", x + width / 2, y + height / 2)
    rows = until("hover", lambda: (t := texts(browser, ".monaco-hover-content .hover-row")) and "saved" in str(t) and t)
    print(*(f"hover: {line}" for line in "\n".join(rows).split("\n") if line), sep="\n")
    mouse(browser, "mouseMoved", 1, 1)
    x, y, width, height = until("lens that nothing covers", lambda: uncovered(browser, ".codelens-decoration a"))
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        mouse(browser, kind, x + width / 2, y + height / 2)
    print("report:", until("report", lambda: [t for t in texts(browser, ".tab") if t.startswith("clperf: ")])[0])


def main():
    port, user = free_port(), os.path.join(scratch, "user")
    common = ["code-server", "--user-data-dir", user, "--extensions-dir", os.path.join(scratch, "extensions")]
    os.makedirs(os.path.join(user, "User"))
    environment = {**os.environ, "HOME": scratch, "XDG_CONFIG_HOME": scratch, "XDG_DATA_HOME": scratch}
    subprocess.run([*common, "--install-extension", vsix], env=environment, check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(
        [*common, "--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry", "--disable-update-check",
         "--disable-workspace-trust"], env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        while "listening" not in (line := server.stdout.readline()):
            assert line, "code-server ended"
        for settings, look in (({}, without_program), ({"clperf.path": clperf}, with_program)):
            with open(os.path.join(user, "User", "settings.json"), "w") as f:
                json.dump(settings, f)
            with Browser(reachable="127.0.0.1") as browser:
                visit(browser, port)
                look(browser)
    finally:
        os.killpg(server.pid, 9)
        server.wait()


main()
