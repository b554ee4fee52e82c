"""Ends compilations at random times, and looks for what is left: kill_builds.py CLPERF-CC SOURCE COMMAND...
[--kills N] [--seed N] [--plain] [--own PATTERN].

COMMAND... is a compiler with its arguments but for the source and the output. A signal goes to clperf-cc alone or to its
process group. Once all processes have ended there must be none that goes on, no file beside the source but a whole
object, and none where temporary files are. Files that match PATTERN are the compiler's own: it cannot remove them after
SIGKILL, and does not after some other signals. With --plain the same is done to the compiler alone, and nothing judged.
"""

import argparse
import fnmatch
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import processes
import signals

SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGKILL", "SIGUSR1", "SIGALRM", "SIGPIPE"]


class Build:
    """One compilation in a folder of its own."""

    def __init__(self, top, number, o):
        self.folder, self.tmp = top / str(number), top / f"{number}.tmp"
        self.folder.mkdir()
        self.tmp.mkdir()
        self.own = o.own
        self.mark = f"KILL_BUILDS={top}/{number}"
        self.source = self.folder / o.source.name
        self.source.write_bytes(o.source.read_bytes())
        name, value = self.mark.split("=")
        env = dict(os.environ, TMPDIR=str(self.tmp), CLPERF_CACHE_DIR=str(self.folder / "cache"), **{name: value})
        prefix = [] if o.plain else [o.clperf]
        self.process = subprocess.Popen(prefix + o.command + [self.source.name, "-o", "k.o"], cwd=self.folder, env=env,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0,
                                        preexec_fn=signals.restore)

    def kill(self, number, whole_group):
        (os.killpg if whole_group else os.kill)(self.process.pid, number)

    def left(self, whole_object):
        """What it left, after the processes that end by themselves, on a busy machine late."""
        self.process.wait()
        processes.wait_for(lambda: not processes.with_variable(self.mark), 120)
        found = [f"process {p}" for p in processes.with_variable(self.mark)]
        files = list(self.folder.iterdir()) + list(self.tmp.iterdir())
        found += [f"cache/{p.name}" for p in (self.folder / "cache").rglob(".*")]
        for path in files:
            whole = path.name == "k.o" and path.read_bytes() == whole_object
            own = self.own and fnmatch.fnmatch(path.name, self.own)
            if path.name not in (self.source.name, "cache") and not whole and not own:
                found.append(path.name)
        return found


def main():
    p = argparse.ArgumentParser()
    p.add_argument("clperf")
    p.add_argument("source", type=pathlib.Path)
    p.add_argument("command", nargs="+")
    p.add_argument("--kills", type=int, default=30)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--plain", action="store_true")
    p.add_argument("--own")
    o = p.parse_args()
    generator, rows = random.Random(o.seed), {}
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        start = time.monotonic()
        whole = Build(top, "whole", o)
        whole.process.wait()
        seconds = time.monotonic() - start
        whole_object = (whole.folder / "k.o").read_bytes()
        for i in range(o.kills):
            build = Build(top, i, o)
            name, group = generator.choice(SIGNALS), generator.random() < 0.5
            time.sleep(generator.uniform(0, seconds))
            sent = build.process.poll() is None
            if sent:
                build.kill(getattr(signal, name), group)
            left = build.left(whole_object)
            row = rows.setdefault((name, group), [0, 0, 0])
            row[0] += sent
            row[1] += len(left) != 0
            for entry in left:
                print(f"{name} {'group' if group else 'alone'}: {entry}")
    for (name, group), row in sorted(rows.items()):
        print(f"{name} {'group' if group else 'alone'}: {row[0]} sent, something left of {row[1]}")
    total = sum(row[1] for row in rows.values())
    print(f"{sum(row[0] for row in rows.values())} killed in {seconds:.2f} s each, something left of {total}")
    return total != 0 and not o.plain


sys.exit(main())
