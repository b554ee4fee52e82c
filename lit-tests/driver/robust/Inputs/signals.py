"""Counts the signals that a compiler gets, with clperf-cc in front of it and without: signals.py CLPERF-CC COMPILER
[--times N].

They come from kill() to the whole process group, from kill() to the process alone that was started, or from a
terminal. A row for each signal and sender says what the compiler got; the exit status is 1 if it is not the same with
clperf-cc as without.
"""

import argparse
import fcntl
import os
import pathlib
import signal
import sys
import tempfile
import termios
import time

import processes

KILLED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP", "SIGCONT", "SIGUSR1", "SIGALRM", "SIGPIPE"]
TYPED = {"SIGINT": termios.VINTR, "SIGQUIT": termios.VQUIT, "SIGTSTP": termios.VSUSP}


def open_terminal():
    """The two ends of a terminal, ours from now on: it is for a process that leads a session."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    return master, slave


def restore():
    """No signal is ignored any more, as some are in what a shell starts in the background."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)


def start(command, output, terminal):
    """A process that leads a group, which the terminal's keys reach."""
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(terminal[1], os.getpid())
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        restore()
        os.execv(command[0], command)
    return pid


def send(name, sender, pid, terminal):
    if sender == "terminal":
        os.write(terminal[0], termios.tcgetattr(terminal[1])[6][TYPED[name]])
    elif sender == "group":
        os.killpg(pid, getattr(signal, name))
    else:
        os.kill(pid, getattr(signal, name))


def in_session(main):
    """Runs main with a terminal, as the first process of a session, as a shell is. Its exit status."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        status = 1
        try:
            status = main(open_terminal())
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def counts(prefix, compiler, name, sender, folder, terminal):
    """What the compiler got, as it prints it."""
    ready, end, output = folder / "ready", folder / "end", folder / "output"
    for path in (ready, end):
        path.unlink(missing_ok=True)
    kernel = ["-c", str(folder / "k.cl"), "-o", str(folder / "k.o")]
    command = prefix + [compiler, str(ready), str(end)] + kernel + (["-fclperf-no-cache"] if prefix else [])
    pid = start(command, output, terminal)
    processes.wait_for(ready.exists)
    send(name, sender, pid, terminal)
    # A second one, which comes when the first has been dealt with: it ends in order.
    processes.wait_for(lambda: not ready.exists())
    time.sleep(0.1)
    end.touch()
    _, status = os.waitpid(pid, 0)
    return output.read_text().replace("\n", ";"), status


def main(terminal):
    p = argparse.ArgumentParser()
    p.add_argument("clperf")
    p.add_argument("compiler")
    p.add_argument("--times", type=int, default=1)
    o = p.parse_args()
    rows = [(n, s) for n in KILLED for s in ("group", "alone")] + [(n, "terminal") for n in TYPED]
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "k.cl").write_text("__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }\n")
        for name, sender in rows:
            expected = f"{int(getattr(signal, name))} 1;", 0
            without = counts([], o.compiler, name, sender, folder, terminal)
            got = [counts([o.clperf], o.compiler, name, sender, folder, terminal) for _ in range(o.times)]
            wrong = sum(1 for g in got if g != without)
            different += wrong + (without != expected)
            print(f"{name} {sender}: {without[0]} without clperf-cc, other in {wrong} of {o.times}"
                  + "".join(f" {g}" for g in got if g != without))
    print(f"{different} different")
    return different != 0


if __name__ == "__main__":
    sys.exit(in_session(main))
