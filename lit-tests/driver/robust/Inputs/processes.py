"""The processes of this machine, as /proc shows them."""

import os
import pathlib
import time


def with_variable(variable):
    """The numbers of the processes that have a variable in their environment: "NAME=VALUE"."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                words = pathlib.Path("/proc", entry, "environ").read_bytes().split(b"\0")
                state = pathlib.Path("/proc", entry, "stat").read_text().rsplit(")", 1)[1].split()[0]
            except OSError:
                continue
            if variable.encode() in words and state != "Z":
                found.append(int(entry))
    return found


def name(pid):
    try:
        return pathlib.Path("/proc", str(pid), "comm").read_text().strip()
    except OSError:
        return ""


def wait_for(condition, seconds=30):
    """What the condition says once it is true, or at last."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.005)
    return value


def stopped(pid):
    """Whether a process is stopped."""
    stat = pathlib.Path("/proc", str(pid), "stat").read_text()
    return stat[stat.rindex(")") + 2] == "T"
