"""Runs clperf-cc over files of OpenCL C that clang accepts, and counts what became of their kernels.

A file is accepted if clang-19 compiles it, with the same options, as one of the standards that clperf tries. Its
kernels are those of the bitcode that clang makes of it. Each of them is one of:

- predicted: it has a time, with a launch that is assumed where nobody gave one;
- named: it has none, and a message names what is in it that is not modelled;
- lost: everything else, limits of time, memory and size included.

Predicted and named kernels are analysed. A file's share of crashes and hangs is what clperf-cc says or does, not
what it costs: a crash is a signal, an exit status that is not the compiler's, or a message of one; a hang is a
command that goes on after the longest time that clperf-cc allows itself.
"""

import collections
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

STANDARDS = ("CL1.2", "CL2.0", "CL3.0")
# clperf-cc's own deadline with the default limits is 155 s; see docs/robustness.md.
LONGEST = 200
KERNEL = re.compile(r"^define .*\bspir_kernel void @([\w.$]+)\(", re.M)
CRASHES = re.compile(r"crash|Segmentation|Aborted|Bus error|Illegal instruction|the analysis failed|"
                     r"UNREACHABLE|Assertion|somebody ended")
LIMITS = re.compile(r"-fclperf-budget=|ulimit|takes more|limit of time or length|million instructions")


@dataclass
class Case:
    """A file and the options that its own program compiles it with."""

    corpus: str
    file: str  # below the directory
    directory: str
    flags: list = field(default_factory=list)


@dataclass
class Outcome:
    corpus: str
    file: str
    accepted: bool = False
    objection: str = ""  # clang's, if it is not
    kernels: list = field(default_factory=list)
    predicted: list = field(default_factory=list)
    named: dict = field(default_factory=dict)  # kernel: reason
    lost: dict = field(default_factory=dict)
    crash: str = ""
    hang: bool = False
    processor: float = 0.0  # seconds of clperf-cc and all its children
    wall: float = 0.0
    text: str = ""
    report: object = None

    def analysed(self):
        return len(self.predicted) + len(self.named)


def without_names(reason):
    """What reasons of the same kind have in common."""
    reason = re.sub(r"'[^']*'", "'…'", re.sub(r"\b\d+:\d+: ", "", reason))
    return re.sub(r"\b\d[\d.,]*\b", "N", reason)


# --- clang ----------------------------------------------------------------------


def standards(flags):
    return ("",) if any(flag.startswith("-cl-std") for flag in flags) else STANDARDS


def clang_accepts(case, clang="clang-19"):
    """Whether it does, and then the names of the kernels, else the first error."""
    error = ""
    for standard in standards(case.flags):
        command = [clang, "-x", "cl", *([f"-cl-std={standard}"] if standard else []), "-target", "spir64-unknown-unknown",
                   "-w", "-O0", *case.flags, "-emit-llvm", "-S", "-o", "-", case.file]
        done = subprocess.run(command, cwd=case.directory, capture_output=True, text=True, errors="replace", timeout=600)
        if done.returncode == 0:
            return True, sorted(set(KERNEL.findall(done.stdout)))
        found = re.search(r"error: (.*)", done.stderr)
        error = error or (found.group(1) if found else f"clang-19 ended with {done.returncode}")
    return False, error


# --- clperf-cc --------------------------------------------------------------------


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, directory, env, log):
    """Exit status, whether it hung, processor and wall seconds."""
    start = time.monotonic()
    with open(log, "wb") as out:
        process = subprocess.Popen(command, cwd=directory, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                   start_new_session=True)
        hung, pid = False, 0
        while not pid:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if not pid and time.monotonic() - start > LONGEST:
                hung = True
                end_group(process)
                pid, status, usage = os.wait4(process.pid, 0)
            if not pid:
                time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, hung, usage.ru_utime + usage.ru_stime, time.monotonic() - start


def problem_reason(problem):
    text = problem["text"]
    return text.split("not analysed: ", 1)[1] if "not analysed: " in text else text


def reasons_of(report, kernels):
    """Why kernels were not analysed, by their names; those of the whole file go to all."""
    reasons = {}
    for problem in report["problems"]:
        text = problem["text"]
        if "not analysed" not in text and "left out" not in text:
            continue
        for name in problem.get("kernels") or kernels:
            reasons.setdefault(name, problem_reason(problem))
    return reasons


def sort_kernels(outcome):
    report = outcome.report or {"kernels": [], "problems": []}
    timed = {kernel["name"] for kernel in report["kernels"] if kernel["time_ms"] is not None}
    reasons = reasons_of(report, outcome.kernels)
    for kernel in report["kernels"]:
        reasons.setdefault(kernel["name"], "it has no time")
    for name in outcome.kernels:
        reason = reasons.get(name, "nothing was said of it")
        if name in timed:
            outcome.predicted.append(name)
        elif CRASHES.search(reason) or LIMITS.search(reason) or name not in reasons or "does not compile" in reason:
            outcome.lost[name] = reason
        else:
            outcome.named[name] = reason


def measure(case, clperf_cc, cache, clang="clang-19"):
    outcome = Outcome(case.corpus, case.file)
    outcome.accepted, found = clang_accepts(case, clang)
    if not outcome.accepted:
        outcome.objection = found
        return outcome
    outcome.kernels = found
    if not found:
        return outcome
    with tempfile.TemporaryDirectory() as folder:
        report, log = Path(folder, "report.json"), Path(folder, "log")
        command = [clperf_cc, shutil.which("true"), *case.flags, "-c", case.file, "-Rclperf", "-fclperf-no-cache",
                   f"-fclperf-add-output=json:file={report}"]
        env = {**os.environ, "CLPERF_CACHE_DIR": str(cache), "LC_ALL": "C"}
        for name in ("CLPERF_FLAGS", "CLPERF_OUTPUT_DIR"):
            env.pop(name, None)
        status, outcome.hang, outcome.processor, outcome.wall = run(command, case.directory, env, log)
        outcome.text = log.read_text(errors="replace")
        if report.exists():
            outcome.report = json.loads(report.read_text())
    sort_kernels(outcome)
    said = CRASHES.search("\n".join(list(outcome.lost.values())) + "\n" +
                          "\n".join(line for line in outcome.text.splitlines() if line.startswith("clperf-cc:")))
    if (status and not outcome.hang) or said:
        outcome.crash = f"exit status {status}" if status else said.group(0)
    return outcome


def measure_all(cases, clperf_cc, log, clang="clang-19"):
    """All outcomes. Each goes to the log, one line of JSON, and what is in it already is not measured again."""
    outcomes = {}
    if log.exists():
        for line in log.read_text().splitlines():
            read = Outcome(**json.loads(line))
            outcomes[read.corpus, read.file] = read
    with tempfile.TemporaryDirectory() as cache, open(log, "a", encoding="utf-8") as out:
        for case in cases:
            if (case.corpus, case.file) in outcomes:
                continue
            outcome = measure(case, clperf_cc, cache, clang)
            outcomes[case.corpus, case.file] = outcome
            out.write(json.dumps(asdict(outcome)) + "\n")
            out.flush()
    return [outcomes[case.corpus, case.file] for case in cases]


# --- tables -----------------------------------------------------------------------


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def kernel_times(outcomes):
    """Milliseconds of processor time for each kernel: its part of the file's."""
    times = []
    for outcome in outcomes:
        if outcome.kernels:
            times += [1000 * outcome.processor / len(outcome.kernels)] * len(outcome.kernels)
    return times


def row(name, outcomes):
    accepted = [outcome for outcome in outcomes if outcome.accepted]
    kernels = sum(len(outcome.kernels) for outcome in accepted)
    predicted = sum(len(outcome.predicted) for outcome in accepted)
    analysed = sum(outcome.analysed() for outcome in accepted)
    times = kernel_times(accepted)
    return (f"| {name} | {len(outcomes)} | {len(accepted)} | {kernels} | {predicted} | {analysed - predicted} | "
            f"{f'{100 * analysed / kernels:.1f} %' if kernels else '-'} | {percentile(times, 0.5):.0f} | {percentile(times, 0.99):.0f} | "
            f"{sum(bool(outcome.crash) for outcome in outcomes)} | {sum(outcome.hang for outcome in outcomes)} |")


HEAD = """| corpus | files | clang accepts | kernels | predicted | named | analysed | p50 ms | p99 ms | crashes | hangs |
|---|---|---|---|---|---|---|---|---|---|---|"""


def print_table(outcomes):
    by_corpus = collections.defaultdict(list)
    for outcome in outcomes:
        by_corpus[outcome.corpus].append(outcome)
    print(HEAD)
    for name, its in by_corpus.items():
        print(row(name, its))
    print(row("all", outcomes))


def print_reasons(outcomes, what):
    """Reasons of kernels, those that many have first, with an example of each."""
    counts, example = collections.Counter(), {}
    for outcome in outcomes:
        for name, reason in getattr(outcome, what).items():
            key = without_names(reason)
            counts[key] += 1
            example.setdefault(key, f"{outcome.corpus}: {outcome.file}: {name}: {reason}")
    if counts:
        print(f"\n{what}:")
    for key, n in counts.most_common():
        print(f"{n:6d}  {key}\n        {example[key]}")


def print_objections(outcomes):
    counts = collections.Counter(without_names(outcome.objection) for outcome in outcomes if not outcome.accepted)
    if counts:
        print("\nclang's first error in files that it does not accept:")
    for key, n in counts.most_common(12):
        print(f"{n:6d}  {key}")
