"""Runs a command whose stderr is a terminal. Prints what the terminal got, one line for each that overwrites another.

Usage: on_terminal.py COMMAND...
"""

import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stderr=theirs, stdout=subprocess.DEVNULL)
os.close(theirs)
text = b""
while True:
    try:
        piece = os.read(ours, 4096)
    except OSError:
        break
    if not piece:
        break
    text += piece
print(text.decode().replace("\r\x1b[K", "\n<"))
sys.exit(child.wait())
