"""Makes every call for memory and of the system fail, one after another, over a small build, and compares what
comes out with the compiler's own: failures.py BIN LIBRARY [--analyzer] [--every N] [--jobs N] ...

A build is an object of OpenCL C, one of a host source with a kernel in a string, a program linked of it, and
an option that prints. Status, stdout and files must be the same in every run, the report must be whole or
not be there, and no other file may be left; BIN has the programs.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

KERNEL = "__kernel void k(__global float *a, int n) { a[get_global_id(0) * n] += 1.0f; }\n"
HOST = 'static const char *s = "' + KERNEL.strip() + '";\nint main(void) { return !s; }\n'

COMMANDS = [
    (["clang-19", "-c", "k.cl", "-o", "k.o"], ["k.o"]),
    (["gcc", "-c", "host.c", "-o", "host.o"], ["host.o"]),
    (["gcc", "host.c", "-o", "host"], ["host"]),
    (["gcc", "-dumpversion"], []),
]
SOURCES = {"k.cl", "host.c"}
OUTPUTS = {"k.o", "host.o", "host", "report.json"}
OURS = ["-fclperf-budget=2,1024,6", "-fclperf-add-output=json:file=report.json"]


def prepare(folder):
    folder = pathlib.Path(folder)
    folder.mkdir()
    (folder / "tmp").mkdir()
    (folder / "k.cl").write_text(KERNEL)
    (folder / "host.c").write_text(HOST)
    return folder


def outcome(argv, files, folder, env):
    """Status, stdout, and the bytes of the files."""
    for name in files:
        (folder / name).unlink(missing_ok=True)
    done = subprocess.run(argv, cwd=folder, env=env, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=60)
    read = [(folder / n).read_bytes() if (folder / n).exists() else None for n in files]
    return done.returncode, done.stdout, read


def others(folder):
    """What lies in the folder that neither a compiler nor a report leaves, and a report that is not whole."""
    found = {str(p.relative_to(folder)) for p in folder.rglob("*") if not p.is_dir()}
    left = {f for f in found if not f.startswith("cache/") or "/.clperf-" in f}
    left -= SOURCES | OUTPUTS | {"state"}
    try:
        if "report.json" in found:
            json.loads((folder / "report.json").read_text())
    except ValueError:
        left.add("report.json")
    return sorted(left)


class Build:
    def __init__(self, options, folder):
        self.options = options
        self.folder = prepare(folder)
        self.plain = {}
        self.env = dict(os.environ, TMPDIR=str(self.folder / "tmp"),
                        CLPERF_CACHE_DIR=str(self.folder / "cache"))

    def expected(self, i):
        if i not in self.plain:
            self.plain[i] = outcome(*COMMANDS[i], self.folder, self.env)
        return self.plain[i]

    def run(self, i, kind, how, at):
        """(calls, failed, whether all is as without clperf-cc)"""
        expected = self.expected(i)
        argv, files = COMMANDS[i]
        state = self.folder / "state"
        state.write_bytes(struct.pack("QQ", 0, 0))
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        (self.folder / "report.json").unlink(missing_ok=True)
        program = "clperf-analyze" if self.options.analyzer else "clperf-cc"
        env = dict(self.env, LD_PRELOAD=os.path.basename(self.options.library),
                   LD_LIBRARY_PATH=os.path.dirname(self.options.library), FAIL_PROGRAM=program,
                   FAIL_STATE=str(state), FAIL_CLASS=kind, FAIL_HOW=how, FAIL_AT=str(at))
        got = outcome([os.path.join(self.options.bin, "clperf-cc"), *argv, *OURS], files,
                      self.folder, env)
        calls, failed = struct.unpack("QQ", state.read_bytes())
        left = others(self.folder)
        good = got == expected and not left
        if not good:
            print(f"{' '.join(argv)}: call {at} {kind} {how}: status {got[0]}"
                  f" for {expected[0]}, stdout {got[1] == expected[1]},"
                  f" files {got[2] == expected[2]}, left {left}")
        return calls, failed, good


def sites(calls, kind, options):
    step = options.every if kind == "memory" else options.every_system
    return list(range(options.part * step, calls, step * options.parts))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("bin")
    p.add_argument("library")
    p.add_argument("--analyzer", action="store_true", help="failures in clperf-analyze")
    p.add_argument("--every", type=int, default=1, help="only every Nth call for memory")
    p.add_argument("--every-system", type=int, default=1, help="only every Nth of the system")
    p.add_argument("--ways", nargs="+", choices=["once", "after", "kill"])
    p.add_argument("--part", type=int, default=0, help="only this part of the calls, from 0,")
    p.add_argument("--parts", type=int, default=1, help="of so many")
    p.add_argument("--jobs", type=int, default=2)
    options = p.parse_args()
    ways = options.ways or (["once", "kill"] if options.analyzer else ["once", "after"])
    commands = range(2) if options.analyzer else range(len(COMMANDS))
    visited = bad = 0
    with tempfile.TemporaryDirectory() as top:
        builds = [Build(options, os.path.join(top, str(j))) for j in range(options.jobs)]
        for i in commands:
            for kind in ("memory", "system"):
                calls, _, good = builds[0].run(i, kind, "once", 1 << 40)
                bad += not good
                todo = [(how, at) for how in ways for at in sites(calls, kind, options)]

                def work(job):
                    return [builds[job].run(i, kind, *t) for t in todo[job::options.jobs]]

                with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                    results = [r for rs in pool.map(work, range(options.jobs)) for r in rs]
                hit = sum(1 for r in results if r[1])
                wrong = sum(1 for r in results if not r[2])
                print(f"{' '.join(COMMANDS[i][0])}: {calls} calls ({kind}), {len(results)} runs,"
                      f" {hit} with a failure, {wrong} with another outcome", flush=True)
                visited += hit
                bad += wrong
    print(f"{visited} failures, {bad} other outcomes")
    return bad != 0 or not visited


sys.exit(main())
