"""Builds small files under make -j4 while clperf-analyze is ended at random, and compares what comes out with a
build by the compiler alone: random_kills.py BIN [--files N] [--signals N] [--seed N].

A process gets SIGKILL, SIGTERM or SIGSTOP. Objects and make's exit status must be the same, and no file may be
left: where temporary files are, beside sources and reports, and in the cache.
"""

import argparse
import os
import pathlib
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time

KERNEL = "__kernel void k{0}(__global float *a, int n) {{ a[get_global_id(0) * n] += {0}; }}\n"
PLAIN = "int f{0}(int x) {{ return x * {0}; }}\n"
HOST = 'const char *s{0} = "' + KERNEL.strip() + '";\n'
MAKEFILE = """\
OBJECTS := $(patsubst %,%.o,$(wildcard *.cl *.c))
all: $(OBJECTS)
%.c.o: %.c
\t$(CC) -c $< -o $@
%.cl.o: %.cl
\t$(CL) -c $< -o $@
"""
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP]


def write_sources(folder, n):
    folder.mkdir()
    (folder / "Makefile").write_text(MAKEFILE)
    for i in range(n):
        text, suffix = [(KERNEL, "cl"), (HOST, "c"), (PLAIN, "c")][i % 3]
        (folder / f"f{i}.{suffix}").write_text(text.format(i))


def objects(folder):
    return {p.name: p.read_bytes() for p in folder.glob("*.o")}


def left_over(top):
    """Temporary files, and those on their way to another name."""
    names = {p.name for p in (top / "plain").iterdir()}
    ours = [p for p in (top / "ours").iterdir() if p.name not in names]
    reports = [p for p in (top / "reports").iterdir() if p.suffix not in (".sarif", ".json", ".command")]
    return os.listdir(top / "tmp") + ours + reports + list((top / "cache").rglob(".*"))


def build(folder, prefix, env):
    return subprocess.Popen(["make", "-k", "-j4", f"CC={prefix}gcc", f"CL={prefix}clang-19"],
                            cwd=folder, env=env, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def analyses(make):
    """The processes of clperf-analyze that the make started."""
    parent, name = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = pathlib.Path("/proc", entry, "stat").read_text()
            except OSError:
                continue
            pid, rest = int(entry), stat[stat.rindex(")") + 2:].split()
            name[pid] = stat[stat.index("(") + 1:stat.rindex(")")]
            parent[pid] = int(rest[1])
    for pid in name:
        if name[pid] != "clperf-analyze":
            continue
        above = pid
        while above in parent and above != make.pid:
            above = parent[above]
        if above == make.pid:
            yield pid


def disturb(make, signals, generator):
    """How often each signal was sent before make ended."""
    sent = dict.fromkeys(SIGNALS, 0)
    while make.poll() is None:
        found = list(analyses(make))
        if found and sum(sent.values()) < signals:
            number = generator.choice(SIGNALS)
            try:
                os.kill(generator.choice(found), number)
                sent[number] += 1
            except ProcessLookupError:
                pass
        time.sleep(generator.uniform(0, 0.1))
    return sent


def main():
    p = argparse.ArgumentParser()
    p.add_argument("bin")
    p.add_argument("--files", type=int, default=1000)
    p.add_argument("--signals", type=int, default=300)
    p.add_argument("--seed", type=int, default=1)
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        (top / "tmp").mkdir()
        write_sources(top / "plain", o.files)
        write_sources(top / "ours", o.files)
        env = dict(os.environ, TMPDIR=str(top / "tmp"), CLPERF_CACHE_DIR=str(top / "cache"),
                   CLPERF_OUTPUT_DIR=str(top / "reports"), CLPERF_FLAGS="-fclperf-budget=1,1024,2")
        plain_status = build(top / "plain", "", env).wait()
        start = time.monotonic()
        make = build(top / "ours", shlex.quote(os.path.join(o.bin, "clperf-cc")) + " ", env)
        sent = disturb(make, o.signals, random.Random(o.seed))
        seconds = time.monotonic() - start
        plain, ours = objects(top / "plain"), objects(top / "ours")
        different = sum(1 for n in plain if plain[n] != ours.get(n))
        left = left_over(top)
        print(", ".join(f"{s.name} {n}" for s, n in sent.items()))
        print(f"{len(plain)} objects, {different} different, make's exit status {make.returncode} for"
              f" {plain_status}, {len(left)} files left, {seconds:.0f} s")
        return (different != 0 or len(plain) != o.files or len(ours) != o.files or left != []
                or make.returncode != plain_status or sum(sent.values()) < o.signals)


sys.exit(main())
