#!/usr/bin/env python3
"""Starts a program, terminates it after its first line, and says how it ended.

Usage: terminate.py PROGRAM [ARGUMENT...]
"""

import subprocess
import sys

child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
print(child.stdout.readline(), end="")
child.terminate()
print(child.stdout.read(), end="")
print("exit status", child.wait())
