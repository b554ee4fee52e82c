#!/usr/bin/env python3
"""page.py BUILD: makes pictures of the page of some examples, and of the page of a build of all of them,
with the programs of that build directory, Chromium and pngquant."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "lit-tests", "diag"))
sys.dont_write_bytecode = True

from browser import Browser  # noqa: E402

SHOWN = ["matmul_naive", "nbody", "transpose_naive", "transpose_tiled", "vecadd"]


def analyse(programs, names, outputs):
    sources = [f"examples/{n}.cl" for n in names]
    launches = [f"-fclperf-launch=examples/{n}.launch.json" for n in names]
    subprocess.run([f"{programs}/clperf-cc", "-fsyntax-only", *sources, *launches, "-fclperf-no-text",
                    "-fclperf-gpu=gtx-980,a100", *(f"-fclperf-add-output={o}" for o in outputs)], cwd=ROOT, check=True)


def main():
    programs = os.path.join(os.path.abspath(sys.argv[1]), "bin")
    with tempfile.TemporaryDirectory() as d, Browser() as browser:
        analyse(programs, SHOWN, [f"html:file={d}/page.html"])
        for e in sorted(n.removesuffix(".cl") for n in os.listdir(f"{ROOT}/examples") if n.endswith(".cl")):
            analyse(programs, [e], [f"json:file={d}/{e}.json"])
        subprocess.run([f"{programs}/clperf", "merge", "--format=html", "--output", f"{d}/build.html", d],
                       cwd=ROOT, check=True)
        for name, scheme, until in (("page", "light", "#details"), ("build", "dark", ".fix:nth-child(8)")):
            browser.open(f"{d}/{name}.html", 1400, scheme)
            top = browser.evaluate(f"document.querySelector('{until}').getBoundingClientRect().top")
            browser.picture(f"{HERE}/{name}.png", 0, 0, 1400, min(int(top), 1700))
            subprocess.run(["pngquant", "--force", "--ext", ".png", "--speed", "1", "32", f"{HERE}/{name}.png"], check=True)


main()
