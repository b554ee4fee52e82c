"""execute_fixes.py CLPERF-CC RUN-KERNELS SCRATCH SOURCE...: every fix that is offered for the
sources is applied to a copy, original and copy are executed with made-up data (runner/), and what
they write is compared. A fix that promises the same bits must give them, whatever the data; of the
others the largest difference is printed. Ends with 1 if a promise is broken."""

import argparse
import json
import math
import os
import re
import select
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from check_fixes import apply

# Titles of reports that do not say yet which edits are exact.
ROUNDING = re.compile(r"native_|half_|reciprocal|multiply by 1\.0f /|suffix f")
# Those of them whose precision is the device's.
DEVICE = re.compile(r"native_|half_")
# What is farther from the original than this part of it is looked at with doubles for floats: if
# all that differs is rounding, next to nothing does then, and few elements by a ten-thousandth.
FAR, FAR_IN_DOUBLE = 1e-3, 0.01
IN_DOUBLE = b"".join(b"#define float%b double%b\n" % (n, n) for n in (b"", b"2", b"4"))
# The result of a kernel with this ending is that of the edited operation alone.
ONCE = "_once"
BOUND = re.compile(r"at most ([\d.]+) (?:units? in the last place|ulp)")

HERE = os.path.dirname(os.path.abspath(__file__))


def report(args, source, scratch):
    """The kernels of a source. X.launch.json beside X.cl has the launches that its comments do not
    say, and cl2.cl is OpenCL C 2.0. CUDA sources need no CUDA to be looked
    at, so clperf-analyze reads them."""
    out = os.path.join(scratch, "report.json")
    manifest = os.path.splitext(source)[0] + ".launch.json"
    options = [f"-fclperf-launch={manifest}"] if os.path.exists(manifest) else []
    options += ["-cl-std=CL2.0"] if source.endswith("cl2.cl") else []
    program = [args.clperf, "-fsyntax-only"]
    if source.endswith(".cu"):
        program = [os.path.join(os.path.dirname(args.clperf), "clperf-analyze")]
    ran = subprocess.run([*program, source, "-fclperf-no-text", f"-fclperf-gpu={args.gpu}",
                          f"-fclperf-add-output=json:file={out}", "-fclperf-no-cache", "-Wclperf=3%",
                          "-fclperf-budget=2,1024,3600", *options,
                          *args.option], capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{source}: clperf ends with {ran.returncode}: {ran.stderr}")
    with open(out, encoding="utf-8") as f:
        return json.load(f)["kernels"]


class Lost(Exception):
    """The process that runs kernels ended, or had to be ended."""


class Runner:
    """The process that runs kernels; a new one is started when one is lost."""

    def __init__(self, program, scratch, seconds, options):
        self.program, self.seconds, self.options = program, seconds, " ".join(options)
        self.errors = os.path.join(scratch, "errors")
        cache = os.path.join(scratch, "pocl")
        os.makedirs(cache, exist_ok=True)
        self.environment = {**os.environ, "POCL_CACHE_DIR": cache, "OCL_ICD_VENDORS": "pocl.icd"}
        self.process = None

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process, self.loaded, self.launched = None, {}, None

    def start(self):
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=errors,
                                            env=self.environment)
        self.loaded, self.launched = {}, None

    def error(self):
        """What the process said last; a crash says nothing."""
        with open(self.errors, encoding="utf-8", errors="replace") as f:
            lines = [line.strip() for line in f if "error" in line or "differ" in line or
                     "beyond" in line or "neither" in line]
        return lines[-1] if lines else "it crashed"

    def ask(self, *words):
        self.process.stdin.write((" ".join(map(str, words)) + "\n").encode())
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], self.seconds)[0]:
            self.stop()
            raise Lost(f"it took more than {self.seconds} s")
        answer = self.process.stdout.readline()
        if not answer:
            self.process.wait()
            self.stop()
            raise Lost(self.error())
        return json.loads(answer)

    def load(self, file):
        if file not in self.loaded:
            self.loaded[file] = len(self.loaded)
            if not self.ask("program", file, self.options):
                raise Lost(self.error())
        return self.loaded[file]

    def launch(self, original, kernel, whole):
        """Runs the original, unless it was the last one that did."""
        if not self.process:
            self.start()
        if self.load(original) != 0:
            self.stop()
            self.start()
            self.load(original)
        sizes = kernel["launch"]["global"] + kernel["launch"]["local"]
        given = {**kernel["launch"].get("assumed", {}), **kernel["launch"]["args"]}
        args = [f"{k}={v}" for k, v in given.items() if isinstance(v, (int, float))]
        name = kernel["name"].split("::")[-1]
        words = ["launch-all" if whole else "launch", name, *sizes, *args]
        if self.launched != words:
            self.launched = None
            if not self.ask(*words):
                raise Lost(self.error())
            self.launched = words

    def compare(self, copy, local):
        answer = self.ask("compare", self.load(copy), *local)
        if not answer:
            raise Lost(self.error())
        return answer


class Edit:
    """One fix of a kernel, and what came out."""

    def __init__(self, kernel, finding, fix):
        self.kernel, self.line, self.title = kernel["name"], finding["line"], fix["title"]
        self.edits = fix["edits"]
        self.exact = fix.get("exact", not ROUNDING.search(self.title))
        self.reset()

    def reset(self):
        self.results, self.broken, self.not_run, self.untried = [], None, None, None

    def local(self):
        size = re.search(r"work-groups of (\d+), (\d+), (\d+)", self.title)
        return size and [int(n) for n in size.groups()]

    def differences(self):
        return [r for r in self.results if r["elements"]]

    def title_class(self):
        return re.sub(r"(?<=rows of )'\w+'|(?<=work-groups of )[\d, ]+\d|(?<=keep )\S.*?(?= in a )"
                      r"|(?<=reciprocal of ).*?(?= once)|(?<=1\.0f / )[^\s;]+|(native|half)_\w+"
                      r"|(?<=up to )\d+ operations? in a row rounds?",
                      "X", self.title, flags=re.DOTALL)

    def is_far(self):
        return any(r["relative"] > FAR for r in self.differences() if r["fill"] != "special")

    def breaks_bound(self):
        bound = BOUND.search(self.title)
        if not bound or not self.kernel.endswith(ONCE):
            return False
        most = math.floor(float(bound[1]) + 0.5)
        return any(r["ulps"] > most for r in self.differences() if r["fill"] != "special")

    def outcome(self):
        if self.not_run:
            return "not run"
        if self.broken or (self.exact and self.differences()) or self.breaks_bound():
            return "DIFFERS"
        if self.is_far():
            return "far"
        return "rounds" if self.differences() else "same"


def host_library(source, scratch, number):
    """A CUDA source compiled for the host."""
    with open(source, encoding="utf-8-sig", errors="replace") as f:
        text = f.read()
    entries = []
    for name, params in re.findall(r"__global__\s+void\s+(\w+)\s*\(([^)]*)\)", text):
        names = "".join(f', "{n}"' for n in re.findall(r"(\w+)\s*(?:,|$)", params))
        entries.append(f'    host::entry<{name}>::named("{name}"{names}),\n')
    wrapper = os.path.join(scratch, f"host{number}.cpp")
    with open(wrapper, "w", encoding="utf-8") as f:
        f.write(f'#include "cuda_host.h"\n#include "{os.path.abspath(source)}"\n'
                f'extern "C" {{ extern const host_kernel host_kernels[]; }}\n'
                f'const host_kernel host_kernels[] = {{\n{"".join(entries)}    {{}}}};\n')
    library = wrapper.replace(".cpp", ".so")
    made = subprocess.run(["g++", "-std=c++17", "-w", "-O1", "-ffp-contract=off", "-shared",
                           "-fPIC", "-I", os.path.join(HERE, "runner"), "-o", library, wrapper],
                          capture_output=True, text=True)
    if made.returncode:
        errors = [line for line in made.stderr.splitlines() if "error" in line]
        raise Lost(f"error: the copy does not compile: {errors[0]}")
    return library


class Source:
    """The fixes of a source file, executed."""

    def __init__(self, args, path):
        self.path = path
        self.scratch = tempfile.mkdtemp(dir=args.scratch)
        self.kernels = report(args, path, self.scratch)
        included = os.path.join(self.scratch, "included")
        os.symlink(os.path.dirname(os.path.abspath(path)), included)
        options = [*(o for o in args.option if o[:2] in ("-D", "-I")), "-I", included]
        self.runner = Runner(args.runner, self.scratch, args.seconds, options)
        with open(path, "rb") as f:
            self.text = f.read()
        self.copies, self.whole = 0, set()
        self.original = self.program(self.text)
        self.edits = []
        seen = set()
        for k in self.kernels:
            for finding in k["findings"]:
                for fix in finding["fixes"]:
                    key = (k["name"], json.dumps(fix["edits"]))
                    if key not in seen:
                        self.edits.append(Edit(k, finding, fix))
                    seen.add(key)

    def program(self, text):
        """A file with this text that the runner takes."""
        self.copies += 1
        suffix = os.path.splitext(self.path)[1]
        path = os.path.join(self.scratch, f"copy{self.copies}{suffix}")
        with open(path, "wb") as f:
            f.write(text)
        return host_library(path, self.scratch, self.copies) if suffix == ".cu" else path

    def within(self, edit):
        """Whether an edit touches nothing but lines of its own kernel."""
        lines = sorted({k["line"] for k in self.kernels})
        begin = next(k["line"] for k in self.kernels if k["name"] == edit.kernel)
        end = next((n for n in lines if n > begin), math.inf)
        return all(begin <= e["line"] < end for e in edit.edits)

    def rounds(self):
        """Edits of different kernels that share no line go into one copy."""
        rounds = []
        for edit in self.edits:
            lines = {e["line"] for e in edit.edits}
            for chosen, used in rounds:
                if edit.kernel not in {c.kernel for c in chosen} and not lines & used:
                    break
            else:
                rounds.append(([], set()))
                chosen, used = rounds[-1]
            chosen.append(edit)
            used |= lines
        return [chosen for chosen, _ in rounds]

    def launch(self, original, kernel, whole):
        """Why the original does not run. It may not be made for a part of its launch."""
        try:
            self.runner.launch(original, kernel, whole or kernel["name"] in self.whole)
            return None
        except Lost as e:
            self.runner.stop()
            if kernel["name"] in self.whole or "took more" in str(e):
                return str(e)
        self.whole.add(kernel["name"])
        return self.launch(original, kernel, True)

    def compare(self, original, copy, kernel, local):
        """A list of differences, or why the original or the copy does not run."""
        error = self.launch(original, kernel, bool(local))
        if error:
            return None, f"the original: {error}"
        try:
            return self.runner.compare(copy, local or kernel["launch"]["local"]), None
        except Lost as e:
            self.runner.stop()
            return None, str(e)

    def compare_in_double(self, edit):
        """Whether an edit changes more than the rounding: doubles for floats round so little that
        what is left is another computation."""
        try:
            texts = [t.removeprefix(b"\xef\xbb\xbf")
                     for t in (self.text, apply(self.text, edit.edits))]
            original, copy = (self.program(IN_DOUBLE + t) for t in texts)
        except Lost as e:
            edit.untried = str(e)
            return
        for kernel in (k for k in self.kernels if k["name"] == edit.kernel):
            results, edit.untried = self.compare(original, copy, kernel, edit.local())
            for r in (r for r in results or [] if r["elements"] and r["fill"] != "special"):
                if r["far"] >= FAR_IN_DOUBLE * r["elements"]:
                    edit.broken = f"in double, too: {describe(r)}"

    def execute(self, chosen):
        """Executes edits together; those that are not what they promise once more, alone."""
        for edit in chosen:
            edit.reset()
        try:
            edits = [e for edit in chosen for e in edit.edits]
            copy = self.program(apply(self.text, edits))
        except Lost as e:
            if len(chosen) > 1:
                return self.execute_each(chosen)
            chosen[0].broken = str(e)
            return None
        all_within = all(self.within(edit) for edit in chosen)
        suspects = []
        for kernel in self.kernels:
            own = next((e for e in chosen if e.kernel == kernel["name"]), None)
            if not own and all_within:
                continue
            results, error = self.compare(self.original, copy, kernel, own and own.local())
            if not own and results and any(r["elements"] for r in results):
                for edit in chosen:
                    if len(chosen) == 1 and not edit.exact:
                        edit.results += results
                    elif len(chosen) == 1:
                        edit.broken = f"{kernel['name']} has other results, too"
                    suspects.append(edit)
            elif own and results:
                own.results += results
            elif own and error.startswith("the original"):
                own.not_run = error
            elif own:
                own.broken = f"the copy does not run: {error}"
        suspects += [e for e in chosen if e.outcome() == "DIFFERS"]
        if len(chosen) > 1:
            self.execute_each([e for e in chosen if e in suspects])
        return None

    def execute_each(self, edits):
        for edit in edits:
            self.execute([edit])

    def run(self):
        for chosen in self.rounds():
            self.execute(chosen)
        for edit in self.edits:
            if edit.outcome() == "far" and not DEVICE.search(edit.title):
                self.compare_in_double(edit)
        self.runner.stop()
        return self


def describe(result):
    return (f"{result['fill']}: {result['elements']} elements, first {result['buffer']}"
            f"[{result['first']}] {result['before']:.9g} -> {result['after']:.9g}, at most "
            f"{result['ulps']:.6g} ulps, {result['relative']:.3g} of the value")


def print_table(edits):
    columns = ["same", "rounds", "far", "DIFFERS", "not run"]
    rows = {}
    for edit in edits:
        row = rows.setdefault(edit.title_class(), dict.fromkeys(["offered", *columns], 0))
        row["offered"] += 1
        row[edit.outcome()] += 1
    total = {c: sum(r[c] for r in rows.values()) for c in ["offered", *columns]}
    heads = ["offered", "executed", "same", "rounded", "far", "differ", "not run"]
    print(" ".join(f"{head:>8}" for head in heads))
    for title, row in [*sorted(rows.items()), ("all edits", total)]:
        numbers = [row["offered"], row["offered"] - row["not run"], *(row[c] for c in columns)]
        print(" ".join(f"{n:8}" for n in numbers), title)


def print_details(source, edit):
    where = f"{os.path.basename(source.path)}:{edit.line} ({edit.kernel}): {edit.title}"
    outcome = edit.outcome()
    if outcome == "not run":
        print(f"not run: {where}: {edit.not_run}")
    elif edit.broken:
        print(f"DIFFERS: {where}: {edit.broken}")
    elif outcome != "same":
        worst = max(edit.differences(), key=lambda r: (r["fill"] != "special", r["ulps"]))
        untried = f", not tried in double: {edit.untried}" if edit.untried else ""
        print(f"{outcome}: {where}: {describe(worst)}{untried}")


def as_json(source, edit):
    return {"source": os.path.basename(source.path), "kernel": edit.kernel, "line": edit.line,
            "title": edit.title, "class": edit.title_class(), "exact": edit.exact,
            "outcome": edit.outcome(), "broken": edit.broken, "not_run": edit.not_run,
            "fills": edit.results}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", default="gtx-980")
    parser.add_argument("--seconds", type=int, default=60, help="for one kernel with all its data")
    parser.add_argument("--option", action="append", default=[], help="for clperf-cc")
    parser.add_argument("--json", help="writes every edit and what came out to this file")
    parser.add_argument("clperf")
    parser.add_argument("runner")
    parser.add_argument("scratch")
    parser.add_argument("sources", nargs="+")
    args = parser.parse_args()
    os.makedirs(args.scratch, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        # What the runner is told and OpenCL's options are words between blanks.
        link = os.path.join(folder, "scratch")
        os.symlink(os.path.abspath(args.scratch), link)
        args.scratch = link
        sources = list(pool.map(lambda path: Source(args, path).run(), args.sources))
    for source in sources:
        for edit in source.edits:
            print_details(source, edit)
        offered = {edit.kernel for edit in source.edits}
        without = dict.fromkeys(k["name"] for k in source.kernels if k["name"] not in offered)
        print(f"{os.path.basename(source.path)}: no edit for {', '.join(without) or 'none'}")
    edits = [(source, edit) for source in sources for edit in source.edits]
    print_table([edit for _, edit in edits])
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump([as_json(*pair) for pair in edits], f, indent=1)
    differ = sum(edit.outcome() == "DIFFERS" for _, edit in edits)
    print(f"{differ} edits do not compute what they promise")
    sys.exit(differ > 0)


main()
