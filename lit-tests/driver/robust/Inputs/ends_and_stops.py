"""Ends and stops a compilation: ends_and_stops.py CLPERF-CC COMPILER.

Whoever is ended, clperf-cc alone or its process group, the compiler ends with it, and with it all that the analysis
started: no object appears later, and no process goes on. Whoever is stopped, by a terminal too, stays so with the
compiler and the analysis, and goes on with both.
"""

import os
import pathlib
import signal
import sys
import tempfile
import time

import processes
import signals

ENDING = ["SIGKILL", "SIGUSR1", "SIGALRM", "SIGPIPE", "SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP"]


class Compilation:
    def __init__(self, number, clperf, compiler, terminal):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.ready, self.end, self.object = (self.folder / n for n in ("ready", "end", "k.o"))
        # The front end waits for somebody who writes to the header: the analysis goes on until it is ended.
        os.mkfifo(self.folder / "pipe")
        (self.folder / "k.cl").write_text('#include "pipe"\n')
        self.compiler = os.path.basename(compiler)[:15]
        self.mark = f"ENDS_AND_STOPS={number}-{self.folder}"
        name, value = self.mark.split("=")
        os.environ[name] = value
        command = [clperf, compiler, str(self.ready), str(self.end), str(self.object), "-c", str(self.folder / "k.cl")]
        command += ["-fclperf-no-cache", "-fclperf-budget=10,1024,40"]
        self.pid, self.terminal = signals.start(command, self.folder / "output", terminal), terminal
        del os.environ[name]
        processes.wait_for(self.ready.exists)
        processes.wait_for(lambda: "clperf-analyze" in self.names())

    def names(self):
        return {processes.name(p): p for p in processes.with_variable(self.mark)}

    def let_analysis_end(self):
        os.close(os.open(self.folder / "pipe", os.O_WRONLY))

    def wait(self, options=0):
        status = os.waitpid(self.pid, options)[1]
        return (f"stopped by {signal.Signals(os.WSTOPSIG(status)).name}" if os.WIFSTOPPED(status) else
                f"ended by {signal.Signals(os.WTERMSIG(status)).name}" if os.WIFSIGNALED(status) else
                f"exit status {os.WEXITSTATUS(status)}")


def end(c, name, sender):
    signals.send(name, sender, c.pid, c.terminal)
    what = c.wait()
    processes.wait_for(lambda: not c.names(), 10)
    left = sorted(c.names()) + (["k.o"] if c.object.exists() else [])
    print(f"{name} {sender}: {what}, left: {' '.join(left) or 'nothing'}", flush=True)
    return what == f"ended by {name}" and not left


def stop(c, name, sender):
    signals.send(name, sender, c.pid, c.terminal)
    what = c.wait(os.WUNTRACED)
    both = [c.names()[name] for name in (c.compiler, "clperf-analyze")]
    asleep = processes.wait_for(lambda: all(map(processes.stopped, both)))
    c.end.touch()
    time.sleep(0.2)
    early = c.object.exists()
    signals.send("SIGCONT", "alone" if sender == "alone" else "group", c.pid, c.terminal)
    c.let_analysis_end()
    then = c.wait()
    print(f"{name} {sender}: {what}, {'both' if asleep else 'not both'} stopped, then {then},"
          f" {'an' if c.object.exists() else 'no'} object{' too early' if early else ''}", flush=True)
    return what == f"stopped by {name}" and asleep and not early and then == "exit status 0" and c.object.exists()


def main(terminal):
    clperf, compiler = sys.argv[1:3]
    cases = [(end, name, sender) for name in ENDING for sender in ("alone", "group")]
    cases += [(end, "SIGINT", "terminal"), (end, "SIGQUIT", "terminal"), (stop, "SIGTSTP", "alone"),
              (stop, "SIGTSTP", "group"), (stop, "SIGTSTP", "terminal"), (stop, "SIGTTIN", "group"),
              (stop, "SIGTTOU", "group")]
    wrong = 0
    for number, (case, name, sender) in enumerate(cases):
        wrong += not case(Compilation(number, clperf, compiler, terminal), name, sender)
    print(f"{wrong} wrong")
    return wrong != 0


sys.exit(signals.in_session(main))
