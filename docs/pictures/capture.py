#!/usr/bin/env python3
"""Makes the pictures of the README: runs a real editor in tmux on an example and draws what its
terminal shows as SVG.

Usage: capture.py neovim|emacs FILE.svg [--programs DIR]

Needs tmux, and the editor as lit-tests/editors does.
"""

import argparse
import html
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INPUTS = ROOT / "lit-tests/editors/Inputs"
COLUMNS, ROWS = 134, 28
CELL_WIDTH, CELL_HEIGHT, MARGIN = 7.8, 17, 10
PAPER, INK = "#1d2127", "#d6dbe1"
SIXTEEN = ["#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d6dbe1",
           "#7f8794", "#ff8a8f", "#b5e890", "#ffd68a", "#8cc8ff", "#e29bf0", "#7fd6e0", "#ffffff"]

EDITORS = {
    "neovim": {
        "command": f"nvim --clean -u {INPUTS}/init.lua --cmd 'set noruler laststatus=0' "
                   "-c 'set number nowrap signcolumn=yes background=dark' "
                   "-c 'highlight SignColumn ctermbg=NONE' "
                   "-c 'highlight LspCodeLens ctermfg=245' transpose_tiled.cl",
        "until": ["32-way bank conflict", "0.23 ms"],
        "keys": ["21G", "48l", ":lua vim.lsp.buf.code_action()", "Enter"],
    },
    "emacs": {
        "command": f"emacs -q -nw -l {INPUTS}/init.el --eval '(progn (menu-bar-mode -1) "
                   "(setq inhibit-startup-screen t native-comp-async-report-warnings-errors nil) "
                   "(add-hook (quote clperf-opencl-mode-hook) (function eglot-ensure)))' "
                   "transpose_tiled.cl",
        "until": ["[eglot:", "Flymake[0 1]"],
        "keys": ["M-x", "flymake-show-buffer-diagnostics", "Enter", "M-g", "g", "21", "Enter", "C-a",
                 "C-u", "48", "C-f"],
    },
}


def xterm(number):
    """The colour of that number among 256."""
    if number < 16:
        return SIXTEEN[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{steps[number // f % 6]:02x}" for f in (36, 6, 1))


class Style:
    def __init__(self):
        self.ink = self.paper = None
        self.bold = self.underlined = self.reversed = False

    def take(self, numbers):
        """The numbers of one escape sequence SGR."""
        numbers = numbers or [0]
        while numbers:
            n = numbers.pop(0)
            if n == 0:
                self.__init__()
            elif n in (1, 22):
                self.bold = n == 1
            elif n in (4, 24):
                self.underlined = n == 4
            elif n in (7, 27):
                self.reversed = n == 7
            elif n in (38, 48):
                colour = (xterm(numbers[1]) if numbers[0] == 5
                          else "#" + "".join(f"{c:02x}" for c in numbers[1:4]))
                del numbers[:2 if numbers[0] == 5 else 4]
                self.ink, self.paper = (colour, self.paper) if n == 38 else (self.ink, colour)
            elif 30 <= n % 60 <= 37 and n != 97 + 60:
                self.ink = SIXTEEN[n % 60 - 30 + (8 if n >= 90 else 0)]
            elif 40 <= n % 60 <= 47:
                self.paper = SIXTEEN[n % 60 - 40 + (8 if n >= 100 else 0)]
            elif n == 39:
                self.ink = None
            elif n == 49:
                self.paper = None

    def colours(self):
        pair = self.ink or INK, self.paper or PAPER
        return pair[::-1] if self.reversed else pair


def draw_run(text, column, row, style):
    """A text of one style, and what is behind it."""
    ink, paper = style.colours()
    x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
    width = len(text) * CELL_WIDTH
    if paper != PAPER:
        yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{CELL_HEIGHT}" fill="{paper}"/>'
    if not text.strip():
        return
    more = ' font-weight="bold"' if style.bold else ""
    more += ' text-decoration="underline"' if style.underlined else ""
    shown = text.rstrip() if not style.underlined else text
    yield (f'<text x="{x:.1f}" y="{y + 13}" textLength="{len(shown) * CELL_WIDTH:.1f}" '
           f'fill="{ink}"{more}>{html.escape(shown)}</text>')


def draw(screen, title, cursor):
    """The terminal's contents, with escape sequences, as SVG."""
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, ROWS * CELL_HEIGHT + 2 * MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
             'font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" '
             'font-size="13" xml:space="preserve">',
             f"<title>{html.escape(title)}</title>",
             f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>']
    style = Style()
    for row, line in enumerate(screen.split("\n")[:ROWS]):
        column = 0
        for piece in re.split(r"(\x1b\[[0-9;:]*m)", line):
            if piece.startswith("\x1b["):
                style.take([int(n or 0) for n in re.split("[;:]", piece[2:-1])])
            elif piece:
                parts += draw_run(piece, column, row, style)
                column += len(piece)
    x, y = (int(n) for n in cursor.split())
    parts.append(f'<rect x="{MARGIN + x * CELL_WIDTH:.1f}" y="{MARGIN + y * CELL_HEIGHT}" '
                 f'width="{CELL_WIDTH}" height="{CELL_HEIGHT}" fill="{INK}" fill-opacity="0.5"/>')
    return "\n".join(parts + ["</svg>", ""])


class Terminal:
    """A tmux server of its own."""

    def __init__(self, command, folder, environment):
        self.socket = os.path.join(folder, "tmux")
        self.call("-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS),
                  "-c", folder, command, ";", "set", "-g", "status", "off",
                  env={**os.environ, **environment, "LC_ALL": "C.UTF-8"})

    def call(self, *arguments, env=None):
        return subprocess.run(["tmux", "-u", "-S", self.socket, *arguments], check=True, env=env,
                              capture_output=True, text=True).stdout

    def screen(self, *options):
        return self.call("capture-pane", "-p", *options)

    def wait(self, words, seconds=20):
        end = time.monotonic() + seconds
        while not all(w in self.screen() for w in words):
            if time.monotonic() > end:
                raise SystemExit(f"no {words} on the screen:\n{self.screen()}")
            time.sleep(0.1)

    def press(self, *keys):
        for key in keys:
            self.call("send-keys", key)
            time.sleep(0.3)

    def end(self):
        self.call("kill-server")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("editor", choices=EDITORS)
    parser.add_argument("file", type=Path)
    parser.add_argument("--programs", type=Path, default=ROOT / "build/dev/bin")
    arguments = parser.parse_args()
    editor = EDITORS[arguments.editor]
    with tempfile.TemporaryDirectory() as folder:
        for example in ROOT.glob("examples/transpose_tiled.*"):
            shutil.copy(example, folder)
        Path(folder, ".clperf").write_text('{"root": true, "launch": "transpose_tiled.launch.json"}')
        terminal = Terminal(editor["command"], folder,
                            {"CLPERF_PROGRAMS": str(arguments.programs), "HOME": folder,
                             "TERM": "xterm-256color"})
        try:
            terminal.wait(editor["until"])
            terminal.press(*editor["keys"])
            time.sleep(1)
            cursor = terminal.call("display", "-p", "#{cursor_x} #{cursor_y}")
            screen = terminal.screen("-e")
        finally:
            terminal.end()
    arguments.file.write_text(draw(screen, f"A kernel in {arguments.editor} with clperf lsp", cursor))


if __name__ == "__main__":
    main()
