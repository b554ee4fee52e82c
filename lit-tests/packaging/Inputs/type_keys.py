"""Types keys into an interactive bash, and says whether the line then is what it should be.

usage: type_keys.py COMPLETION-FILE PROGRAMS-FOLDER [--chroot FOLDER] TEXT WANTED [TEXT WANTED]...
A text is typed, then the tabulator key twice. "ok: TEXT" is printed when bash shows what is wanted, and what it shows
instead when it has not for long.
"""

import os
import pty
import re
import select
import shlex
import sys
import time

PATIENCE = 60  # seconds


class Shell:
    """A bash on a terminal of its own."""

    def __init__(self, folder, system):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            if system:
                os.chroot(system)
                os.chdir("/")
            os.environ.update(PS1="ready> ", TERM="dumb", INPUTRC="/dev/null", HISTFILE="",
                              PATH=folder + os.pathsep + os.environ["PATH"])
            os.execlp("bash", "bash", "--norc", "--noprofile", "-i")

    def type(self, keys, wanted):
        """What is shown after the keys, read until the wanted text is among it or patience ends."""
        os.write(self.terminal, keys.encode())
        shown, end = "", time.monotonic() + PATIENCE
        while wanted not in shown and time.monotonic() < end:
            if select.select([self.terminal], [], [], 1)[0]:
                shown += os.read(self.terminal, 65536).decode(errors="replace")
                shown = re.sub(r"\s+", " ", shown.replace("\a", ""))
        return shown


def main():
    completions, folder, *pairs = sys.argv[1:]
    system = None
    if pairs[0] == "--chroot":
        system, pairs = pairs[1], pairs[2:]
    shell = Shell(folder, system)
    for line in ["bind 'set bell-style none'", "bind 'set page-completions off'", "bind 'set completion-query-items 0'",
                 f"source {shlex.quote(completions)}"]:
        shell.type(f"{line}; echo do''ne\n", "done")
    for text, wanted in zip(pairs[::2], pairs[1::2]):
        shown = shell.type(text + "\t\t", wanted)
        print(f"ok: {text}" if wanted in shown else f"{text}: {wanted} is not in: {shown}")
        shell.type("\x15echo cle''ared\n", "cleared")
    os.close(shell.terminal)


if __name__ == "__main__":
    main()
