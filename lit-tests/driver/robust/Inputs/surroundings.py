"""Compiles small sources with and without clperf-cc where something is missing that processes usually have:
surroundings.py CLPERF_CC [--only TEXT]. Exit status or signal, standard output and objects must be the same.

A condition is a row: a command of the shell that runs "$@" under it. Those that need a namespace of their own
are left out where the system gives none.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

KERNEL = "__kernel void k(__global float *a, int n) { a[get_global_id(0) * n] += 1.0f; }\n"
COMPILERS = [("clang-19", "k.cl", KERNEL),
             ("gcc", "host.c", 'static const char *s = "' + KERNEL.strip() + '";\nint main(void) { return !s; }\n'),
             ("gcc", "wrong.c", KERNEL)]

PLAIN = [
    ("SIGCHLD ignored", "trap '' CHLD; exec \"$@\""),
    ("SIGPIPE, SIGHUP and SIGINT ignored", "trap '' PIPE HUP INT; exec \"$@\""),
    ("SIGTERM ignored", "trap '' TERM; exec \"$@\""),
    ("stdin closed", 'exec "$@" <&-'),
    ("stdout closed", 'exec "$@" >&-'),
    ("stderr closed", 'exec "$@" 2>&-'),
    ("all closed", 'exec "$@" <&- >&- 2>&-'),
    ("stderr full", 'exec "$@" 2>/dev/full'),
    ("stderr without a reader", '"$@" 2> >(exec true); exit $?'),
    ("no directory", 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'),
    ("no variables", 'exec env -i "$@"'),
    ("HOME is nowhere", 'HOME=/nowhere exec "$@"'),
    ("HOME cannot be written", 'unset CLPERF_CACHE_DIR; HOME=/proc exec "$@"'),
    ("HOME is a file", 'unset CLPERF_CACHE_DIR; HOME=/etc/passwd exec "$@"'),
    ("TMPDIR is nowhere", 'TMPDIR=/nowhere exec "$@"'),
    ("PATH is empty", 'PATH= exec "$@"'),
    ("a cache that is a device", 'CLPERF_CACHE_DIR=/dev/null exec "$@"'),
    ("an output directory that is a file", 'CLPERF_OUTPUT_DIR=/etc/passwd exec "$@"'),
    ("three descriptors", 'ulimit -n 3; exec "$@"'),
    ("four descriptors", 'ulimit -n 4; exec "$@"'),
    ("six descriptors", 'ulimit -n 6; exec "$@"'),
    ("eight descriptors", 'ulimit -n 8; exec "$@"'),
    ("one process", 'ulimit -u 1; exec "$@"'),
    ("no files", 'ulimit -f 0; exec "$@"'),
    ("short files", 'ulimit -f 1; exec "$@"'),
    ("no core files", 'ulimit -c 0; exec "$@"'),
    ("one second", 'ulimit -t 1; exec "$@"'),
    ("200 MB", 'ulimit -v 200000; exec "$@"'),
    ("little stack", 'ulimit -s 256; exec "$@"'),
    ("no locked memory", 'ulimit -l 0; exec "$@"'),
]

NAMESPACES = [
    ("first process", 'exec unshare -Urpf --mount-proc "$@"'),
    ("first process, no SIGCHLD", 'trap "" CHLD; exec unshare -Urpf --mount-proc "$@"'),
    ("no /proc", 'exec unshare -Urm sh -c \'mount -t tmpfs none /proc && exec "$@"\' sh "$@"'),
    ("no /tmp", 'exec unshare -Urm sh -c \'mount -t tmpfs -o ro none /dev/shm && exec "$@"\' sh "$@"'),
    ("nothing can be written",
     'exec unshare -Urm sh -c \'mount --bind "$PWD" "$PWD" && cd "$PWD" && mount -o remount,ro,bind "$PWD" &&'
     ' exec "$@"\' sh "$@"'),
    ("ten processes of a user", 'ulimit -u 10; exec setpriv --reuid 54321 --clear-groups "$@"'),
]


def result(condition, command, folder, name):
    """Status, stdout, and the object."""
    out = folder / (name + ".o")
    out.unlink(missing_ok=True)
    done = subprocess.run(["bash", "-c", condition, "bash", *command, "-c", str(folder / name), "-o", str(out)],
                          cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100)
    return done.returncode, done.stdout, out.read_bytes() if out.exists() else None, done.stderr


def path_of(program):
    return subprocess.run(["bash", "-c", f"command -v {program}"], check=True, capture_output=True,
                          text=True).stdout.strip()


def works(condition, folder):
    return subprocess.run(["bash", "-c", condition, "bash", "true"], cwd=folder, capture_output=True).returncode == 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("--only", default="")
    options = p.parse_args()
    bad = compared = 0
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        folder.chmod(0o777)
        os.environ["CLPERF_CACHE_DIR"] = str(folder / "cache")
        os.environ["CLPERF_FLAGS"] = "-fclperf-budget=2,1024,20"
        conditions = PLAIN + [c for c in NAMESPACES if works(c[1], folder)]
        for title, condition in conditions:
            if options.only not in title:
                continue
            for compiler, name, text in COMPILERS:
                (folder / name).write_text(text)
                command = [path_of(compiler)]
                plain = result(condition, command, folder, name)
                ours = result(condition, [options.program, *command], folder, name)
                compared += 1
                if plain[:3] != ours[:3]:
                    bad += 1
                    print(f"{title}: {compiler} {name}: status {ours[0]} for {plain[0]}, stdout"
                          f" {plain[1] == ours[1]}, object {plain[2] == ours[2]}: {ours[3][-300:]}")
            if (folder / "gone").exists():
                (folder / "gone").rmdir()
        left = [e for e in os.listdir(folder) if e.startswith((".", "clperf"))]
    print(f"{compared} compilations under {len(conditions)} conditions, {bad} other outcomes, {len(left)} files left")
    return bad != 0 or left != []


sys.exit(main())
