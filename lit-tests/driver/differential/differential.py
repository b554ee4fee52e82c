#!/usr/bin/env python3
"""Runs each case of cases.py with and without clperf-cc, and compares what comes of it: exit
status or signal, stdout, stderr without our part, and all files with their bytes and modes.

usage: differential.py [--jobs N] [--only TEXT] CLPERF_CC SCRATCH COMPILER SUITE...
"""

import argparse
import fcntl
import os
import pty
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import termios
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
from cases import FILES, SUITES

LONGEST_SECONDS = 120

# A script that is being written is also open in a process that starts meanwhile, and then
# cannot be executed.
files_or_process = threading.Lock()

# What differs between any two runs of a compiler: names of temporary files, addresses, and the
# number of distcc's process.
RANDOM = re.compile(rb"(?<=/tmp/)cc[A-Za-z0-9]{6}|-[0-9a-f]{6,10}(?=[./])|\b0x[0-9a-f]{6,16}\b"
                    rb"|(?<=^distcc\[)\d+", re.M)

# Begins a line of ours: a diagnostic with our option, or what clperf-cc itself says.
OURS = re.compile(rb"\A(clperf-cc: |[^\n]*\[-[WR]clperf|[^\n]*: (warning|remark|note): )")

# What clperf-cc itself adds to the environment.
DEPTH = re.compile(rb"^CLPERF_CC_DEPTH=.*\n", re.M)


def make_files(folder, files):
    folder.mkdir(parents=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        if text.startswith("#!") or path.name == "fake":
            path.chmod(0o755)


def content(path, status):
    if stat.S_ISLNK(status.st_mode):
        return os.readlink(path)
    if not stat.S_ISREG(status.st_mode):
        return b""
    if not os.access(path, os.R_OK):
        path.chmod(stat.S_IRUSR)
    return path.read_bytes()


def read_files(folder):
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found[str(path.relative_to(folder))] = (oct(status.st_mode), content(path, status))
    return found


def own_terminal(slave):
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


def start(case, command, out, err, **how):
    """The running command, and what interrupts it."""
    if case.signal != "^C":
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                 start_new_session=True, **how)
        return child, lambda: os.killpg(child.pid, signal.Signals[case.signal])
    master, slave = pty.openpty()
    child = subprocess.Popen(command, stdin=slave, stdout=out, stderr=err,
                             preexec_fn=lambda: own_terminal(slave), **how)
    os.close(slave)

    def interrupt():
        os.write(master, b"\x03")
        child.wait(LONGEST_SECONDS)
        os.close(master)
    return child, interrupt


def run(case, folder, environment):
    """Runs the case in a fresh folder: [what, value] of all that comes of it."""
    work = folder / "work"
    shutil.rmtree(folder, ignore_errors=True)
    with files_or_process:
        make_files(work, FILES | case.files)
    (folder / "tmp").mkdir()
    with open(folder / "out", "w+b") as out, open(folder / "err", "w+b") as err:
        command = ["/bin/sh", "-c", os.fsencode(case.command)]
        with files_or_process:
            child, interrupt = start(case, command, out, err, cwd=work, env=environment)
        if case.signal:
            deadline = time.monotonic() + LONGEST_SECONDS
            while not (work / "ready").exists() and time.monotonic() < deadline:
                time.sleep(0.005)
            interrupt()
        try:
            status = child.wait(LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            status = "too slow"
        out.seek(0)
        err.seek(0)
        text = [DEPTH.sub(b"", RANDOM.sub(b"RANDOM", f.read())) for f in (out, err)]
    left = [RANDOM.sub(b"RANDOM", b"/tmp/" + os.fsencode(f)) for f in os.listdir(folder / "tmp")]
    return {"status": status, "stdout": text[0], "stderr": text[1],
            "temporary files": sorted(left), "files": read_files(work)}


def environments(case, compiler, clperf_cc, folder):
    """The environment of the case without clperf-cc, and with it."""
    compiler = case.compiler or compiler
    plain = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8",
             "CLPERF_CACHE_DIR": str(folder.parent / "cache"),
             "CCACHE_DIR": str(folder / "tmp" / ".ccache"),
             "TMPDIR": str(folder / "tmp"), "CC": compiler} | case.env
    ours = {"argument": {"CC": f"{clperf_cc} {compiler}"},
            "name": {"PATH": f"{folder.parent}/names:{plain['PATH']}"},
            "variable": {"CC": clperf_cc, "CLPERF_CC": compiler},
            "prefix": {"CCACHE_PREFIX": clperf_cc}}[case.by]
    return plain, plain | ours


def without_ours(case, plain, ours):
    """stderr with clperf-cc, less our part, which follows the compiler's."""
    rest = ours[len(plain):]
    if case.analysed and ours.startswith(plain) and OURS.match(rest):
        return plain
    return ours


def shown(value):
    return repr(value if not isinstance(value, bytes) else value[-2000:])


def differences(case, plain, ours):
    if plain["status"] == "too slow":
        yield "too slow, even without clperf-cc"
    elif case.status not in (-1, plain["status"]):
        yield f"exit status {plain['status']} without clperf-cc, not {case.status}: {shown(plain['stderr'])}"
    for what in plain:
        if what == "files":
            for name in sorted(plain[what].keys() | ours[what].keys()):
                pair = plain[what].get(name), ours[what].get(name)
                if pair[0] != pair[1]:
                    yield f"{name!r}: {str(pair[0])[:300]} / {str(pair[1])[:300]}"
        elif plain[what] != ours[what]:
            yield f"{what}:\n    without {shown(plain[what])}\n    with    {shown(ours[what])}"


def compare(case, number, options):
    folder = options.scratch / str(number)
    without, with_us = environments(case, options.compiler, options.clperf_cc, folder)
    plain = run(case, folder, without)
    ours = run(case, folder, with_us)
    ours["stderr"] = without_ours(case, plain["stderr"], ours["stderr"])
    shutil.rmtree(folder, ignore_errors=True)
    return list(differences(case, plain, ours))


def make_names(scratch, clperf_cc):
    """A folder where compilers' names are clperf-cc."""
    names = scratch / "names"
    names.mkdir(parents=True)
    for name in ("gcc", "cc", "c++", "clang", "clang-14", "clang-19"):
        (names / name).symlink_to(clperf_cc)


def without_blanks(program, folder):
    """A path of the program that is one word of a command of sh, as $CC and $CCACHE_PREFIX are taken."""
    if " " not in program:
        return program
    link = os.path.join(folder, os.path.basename(program))
    os.symlink(program, link)
    return link


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--only", default="", help="cases whose name contains this text")
    parser.add_argument("clperf_cc")
    parser.add_argument("scratch", type=Path)
    parser.add_argument("compiler")
    parser.add_argument("suites", nargs="+", choices=SUITES)
    options = parser.parse_args()
    options.scratch = options.scratch.absolute()
    options.clperf_cc = os.path.abspath(options.clperf_cc)
    return options


def has_terminals():
    """Containers without /dev/pts cannot interrupt from a terminal."""
    try:
        master, slave = pty.openpty()
    except OSError:
        return False
    os.close(master)
    os.close(slave)
    return True


def main():
    options = parse_arguments()
    # Builds in the background ignore interrupts, those under nohup hang-ups, and children inherit that.
    for inherited in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(inherited, signal.SIG_DFL)
    shutil.rmtree(options.scratch, ignore_errors=True)
    make_names(options.scratch, options.clperf_cc)
    cases = [c for s in options.suites for c in SUITES[s] if options.only in c.name]
    if not has_terminals():
        print(f"no terminals here: {sum(c.signal == '^C' for c in cases)} cases left out")
        cases = [c for c in cases if c.signal != "^C"]
    with tempfile.TemporaryDirectory() as links, ThreadPoolExecutor(options.jobs) as pool:
        options.clperf_cc = without_blanks(options.clperf_cc, links)
        results = pool.map(lambda job: compare(job[1], job[0], options), enumerate(cases))
        failed = 0
        for case, found in zip(cases, results):
            if found:
                failed += 1
                print(f"{case.name}: {case.command}\n  " + "\n  ".join(found))
    print(f"{len(cases) - failed} of {len(cases)} cases equal")
    return failed > 0 or not cases


if __name__ == "__main__":
    sys.exit(main())
