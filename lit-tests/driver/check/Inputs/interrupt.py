"""Interrupts clperf check while it analyses, and says how it ended and which of its analyses are left.

Usage: interrupt.py COMMAND...
"""

import os
import signal
import subprocess
import sys
import time


def descendants(pid):
    """All processes below that one."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/stat") as stat:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            continue
        if parent == pid:
            found += [int(entry), *descendants(int(entry))]
    return found


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
children = []
for _ in range(6000):
    children = descendants(child.pid)
    if len(children) >= 2:
        break
    time.sleep(0.01)
child.send_signal(signal.SIGINT)
out, _ = child.communicate()
for _ in range(6000):
    if not any(map(is_running, children)):
        break
    time.sleep(0.01)
print("ended by", signal.Signals(-child.returncode).name if child.returncode < 0 else child.returncode)
print("analyses seen:", "some" if children else "none")
print("left:", sum(map(is_running, children)), "text:", len(out))
