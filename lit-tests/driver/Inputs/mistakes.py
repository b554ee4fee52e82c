"""Runs command lines with mistakes in them and compares what they end with: mistakes.py BIN FOLDER

FOLDER is made anew and is where they run. A row is a command line, its exit status, whether the object of the
compilation is there afterwards (None: it compiles nothing), and words of the one line that is printed about the
mistake. BIN has the programs. Prints each row as it came out, those that came out otherwise with what was printed.
"""

import os
import pathlib
import shutil
import subprocess
import sys

KERNEL = "__kernel void k(__global float *a) { a[get_global_id(0)] += 1.0f; }\n"
# Writes what it is asked for, and fails where the source says so.
COMPILER = '#!/bin/sh\ntouch k.o; ! grep -q "^#error" "$2"\n'

CC = "clperf-cc ./compiler -c k.cl -o k.o "
HOST = "clperf-cc ./compiler -c host.c -o k.o "

BUILDS = [
    # Without -Werror=clperf the compiler's status stands.
    (CC + "-fclperf-gpu=gtx981", 0, True, "no GPU is named 'gtx981'; did you mean gtx-980"),
    (CC + "-fclperf-gpuu=gtx-980", 0, True, "unknown option '-fclperf-gpuu=gtx-980'; did you mean '-fclperf-gpu='?"),
    (CC + "-Wclperf-spil", 0, True, "unknown warning option '-Wclperf-spil'; did you mean '-Wclperf-spill'?"),
    (CC + "-fclperf-launch=none.json", 0, True, "cannot read launch manifest 'none.json'"),
    (CC + "-fclperf-model=tracee", 0, True, "unknown model 'tracee'"),
    (HOST + "-fclperf-gpuu=gtx-980", 0, True, "unknown option '-fclperf-gpuu=gtx-980'"),
    # With it, of all or of one rule, mistakes fail the build.
    (CC + "-Werror=clperf -fclperf-gpu=gtx981", 2, False, "no GPU is named 'gtx981'"),
    (CC + "-Werror=clperf-spill -fclperf-gpu=gtx981", 2, False, "no GPU is named 'gtx981'"),
    (CC + "-Werror=clperf -fclperf-gpuu=gtx-980", 2, False, "unknown option '-fclperf-gpuu=gtx-980'"),
    (CC + "-Werror=clperf-memory -fclperf-gpuu=gtx-980", 2, False, "unknown option '-fclperf-gpuu=gtx-980'"),
    (CC + "-Werror=clperf -fclperf-budget=x", 2, False, "expected -fclperf-budget=SECONDS"),
    (CC + "-Werror=clperf -fclperf-launch=none.json", 2, False, "cannot read launch manifest 'none.json'"),
    (CC + "-Werror=clperf -fclperf-launch=k:global=x", 2, False, "-fclperf-launch=k:global=x: "),
    (CC + "-Werror=clperf -fclperf-model=tracee", 2, False, "unknown model 'tracee'"),
    (CC + "-Werror=clperf -fclperf-baseline=none.sarif", 2, False, "-fclperf-baseline: cannot read 'none.sarif'"),
    (CC + "-Werror=clperf -fclperf-suppression-mappings=none.map", 2, False, "none.map: error: cannot be read"),
    (CC + "-Werror=clperf -fclperf-add-output=xml:file=x", 2, False, "unknown output format 'xml'"),
    (CC + "-Werror=clperf -fclperf-add-output=json:file=none/x", 2, False, "cannot write 'none/x'"),
    (CC + "-Werror=clperf-spil", 2, False, "error: unknown warning option '-Werror=clperf-spil'"),
    (HOST + "-Werror=clperf -fclperf-gpuu=gtx-980", 2, False, "unknown option '-fclperf-gpuu=gtx-980'"),
    # What is taken back is taken back, and what is only warned of is no error.
    (CC + "-Werror=clperf -Wno-error=clperf -fclperf-gpuu=gtx-980", 0, True, "unknown option"),
    (CC + "-Werror=clperf -Wclperf-spil", 0, True, "warning: unknown warning option '-Wclperf-spil'"),
    # The compiler's failure wins.
    (CC.replace("k.cl", "fails.cl") + "-Werror=clperf -fclperf-gpuu=gtx-980", 1, True, "unknown option"),
    # A .clperf says the same.
    ("cd gate && " + CC.replace("./c", "../c"), 2, False, "no GPU is named 'gtx981'"),
    ("cd lax && " + CC.replace("./c", "../c"), 0, True, "no GPU is named 'gtx981'"),
]

COMMANDS = [
    ("clperf-analyze k.cl -fclperf-gpu=gtx981", 2, "no GPU is named 'gtx981'"),
    ("clperf-analyze k.cl -fclperf-gpuu=gtx-980", 2, "unknown option '-fclperf-gpuu=gtx-980'"),
    ("clperf-analyze k.cl -fclperf-launch=none.json", 2, "cannot read launch manifest"),
    ("clperf-analyze none.cl", 2, "cannot read 'none.cl': No such file or directory"),
    ("clperf-analyze", 2, "no input files"),
    ("clperf", 2, "usage: clperf COMMAND"),
    ("clperf chek", 2, "no command 'chek'; did you mean 'check'?"),
    ("clperf help chek", 2, "no command 'chek'"),
    ("clperf gpus gtx981", 2, "no GPU is named 'gtx981'"),
    ("clperf gpus --al", 2, "usage: clperf gpus"),
    ("clperf explain spil", 2, "no rule named 'spil'; did you mean 'spill'?"),
    ("clperf explain --markdwn spill", 2, "unknown option '--markdwn'"),
    ("clperf check --gpu gtx981 k.cl", 2, "no GPU is named 'gtx981'"),
    ("clperf check -fclperf-gpuu=x k.cl", 2, "unknown option '-fclperf-gpuu=x'"),
    ("clperf check --formt json k.cl", 2, "unknown option '--formt'; did you mean '--format'?"),
    ("clperf check -y k.cl", 2, "unknown option '-y'"),
    ("clperf check k.cl --output", 2, "'--output' needs a value"),
    ("clperf check --quiet=3 k.cl", 2, "'--quiet' takes no value"),
    ("clperf check none.cl --", 2, "cannot read 'none.cl'"),
    ("clperf check gate/k.cl", 2, "no GPU is named 'gtx981'"),
    ("clperf sweep space.json --gpu gtx981", 2, "no GPU is named 'gtx981'"),
    ("clperf sweep --toop 3 space.json", 2, "unknown option '--toop'; did you mean '--top'?"),
    ("clperf sweep none.json", 2, "none.json"),
    ("clperf sweep", 2, "the design space is missing"),
    ("clperf advise k.cl --gpus a100,gtx981", 2, "no GPU is named 'gtx981'"),
    ("clperf advise k.cl --gpus a100 -fclperf-gpuu=x", 2, "unknown option '-fclperf-gpuu=x'"),
    ("clperf advise none.cl --gpus a100", 2, "cannot read 'none.cl'"),
    ("clperf advise k.cl", 2, "no --gpus are given"),
    ("clperf advise k.cl --gpus", 2, "'--gpus' needs a value"),
    ("clperf diff none.json none.json", 2, "cannot read 'none.json'"),
    ("clperf diff --formt json a b", 2, "unknown option '--formt'; did you mean '--format'?"),
    ("clperf diff --format jsn a b", 2, "no format 'jsn'; did you mean 'json'?"),
    ("clperf diff a", 2, "usage: clperf diff [--format FORMAT] OLD.json NEW.json"),
    ("clperf gate 'ms<=2' none.json", 2, "cannot read 'none.json'"),
    ("clperf gate 'mss<=2' report.json", 2, "nothing is called 'mss'"),
    ("clperf gate 'findings(not-analysed)==0' report.json", 2, "nothing is called 'findings(not-analysed)'"),
    ("clperf gate 'ms<=2'", 2, "usage: clperf gate"),
    ("clperf merge --formt json .", 2, "unknown option '--formt'; did you mean '--format'?"),
    ("clperf merge --format jsn .", 2, "no format 'jsn'"),
    ("clperf merge none", 2, "cannot read 'none'"),
    ("clperf capture", 2, "no program to capture"),
    ("clperf capture --dryrun -- true", 2, "unknown option '--dryrun'; did you mean '--dry-run'?"),
    ("clperf capture --dry-run --gpu gtx981 -- true", 2, "no GPU is named 'gtx981'"),
    ("clperf capture -- none", 127, "cannot run 'none'"),
    ("clperf trace --bufers -- true", 2, "unknown option '--bufers'"),
    ("clperf validate --gpu gtx981 -- true", 2, "no GPU is named 'gtx981'"),
    ("clperf validate --gpuu x -- true", 2, "unknown option '--gpuu'; did you mean '--gpu'?"),
    ("clperf validate", 2, "no program is given"),
    ("clperf calibrate --devise 1", 2, "--devise"),
    ("clperf lsp --lgo x", 2, "unknown option '--lgo'"),
    ("clperf lsp --log", 2, "'--log' needs a value"),
    ("clperf mcp --timeut 3", 2, "unknown option '--timeut'"),
    ("clperf mcp --timeout x", 2, "--timeout 'x': expected 1 to 86400 seconds"),
]


def prepare(folder):
    shutil.rmtree(folder, ignore_errors=True)
    for name, config in (("", None), ("gate", '{"gpu": "gtx981", "warnings": "error=clperf-spill"}'),
                         ("lax", '{"gpu": "gtx981"}')):
        (folder / name).mkdir(parents=True)
        (folder / name / "k.cl").write_text(KERNEL)
        if config:
            (folder / name / ".clperf").write_text(config)
    (folder / "fails.cl").write_text(KERNEL + "#error\n")
    (folder / "host.c").write_text("int x;\n")
    (folder / "compiler").write_text(COMPILER)
    (folder / "compiler").chmod(0o755)
    (folder / "space.json").write_text('{"source": "k.cl", "kernel": "k", "global": ["4096", "1", "1"], "local": ["64", "1", "1"], '
                                       '"parameters": {"N": [1, 2]}, "args": {"a": {"elements": 4096}}}')
    (folder / "report.json").write_text('{"version": 1, "tool": {"name": "clperf-cc", "version": "0"}, '
                                        '"kernels": [], "problems": []}')


def run(line, folder, binaries):
    env = {k: v for k, v in os.environ.items() if not k.startswith("CLPERF_")}
    env["PATH"] = f"{binaries}:{env['PATH']}"
    return subprocess.run(["bash", "-c", line], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)


def main():
    binaries, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    rows = BUILDS + [(line, status, None, words) for line, status, words in COMMANDS]
    prepare(folder)
    wrong = 0
    for line, status, kept, words in rows:
        place = folder / line.split()[1] if line.startswith("cd ") else folder
        done = run(line, folder, binaries)
        there = (place / "k.o").exists()
        (place / "k.o").unlink(missing_ok=True)
        said = [text for text in done.stdout.splitlines() if words in text]
        good = done.returncode == status and (kept is None or kept == there) and len(said) == 1
        wrong += not good
        what = "" if kept is None else ", object" if there else ", no object"
        if good:
            print(f"{done.returncode}{what}: {line}")
        else:
            print(f"wrong: {done.returncode}{what}: {line}\n{done.stdout}")
    print(f"{len(rows) - wrong} of {len(rows)} as expected")
    sys.exit(wrong > 0)


main()
