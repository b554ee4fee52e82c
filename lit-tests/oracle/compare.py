"""Compares the reports of clperf-cc with what the kernels do when they run, field by field.

usage: compare.py [--clperf-cc PROGRAM] [--build FOLDER] [--gpu NAME,...] [--least-known SHARE]
                  [-v] MANIFEST...

Every launch of the manifests is analysed by clperf-cc and executed in oclgrind. Exit status 1 if a
figure that clperf-cc calls known is different, or the share of known sites is less than SHARE
percent (default 95).
"""

import argparse
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import opencl
import oracle

ROOT = pathlib.Path(__file__).resolve().parents[2]

Rule = collections.namedtuple("Rule", "name kind holds")

# Exactly twice the ideal is not more, although the report has averages with six digits.
MORE_THAN_TWICE = 2 * (1 + 1e-5)

RULES = [
    Rule("uncoalesced", "access",
         lambda x: x["space"] == "global" and
         x["sectors32"] > MORE_THAN_TWICE * x["ideal_sectors"]),
    Rule("bank-conflict", "access", lambda x: x["bank_degree_max"] >= 2),
    Rule("divergence", "branch", lambda x: x["divergent"] > 0),
]


def is_constant(site):
    """GPUs keep what a kernel is given by value in constant memory. oclgrind has a copy for each
    work-item, at the same address in each one's private memory."""
    return site["space"] == "constant" or site["argument"]


# What a finding says of its place, as far as the run can tell: by rule, kind of site and truth.
FINDINGS = RULES + [
    Rule("constant-divergence", "access", lambda x: is_constant(x) and not x["uniform"]),
    Rule("narrow-access", "access",
         lambda x: x["space"] == "global" and x["bytes"] < 4 and not x["uniform"] and
         x["sectors32"] <= MORE_THAN_TWICE * x["ideal_sectors"]),
]


# The report has averages with six digits.
ROUNDING = {"trips_avg": 1e-5, "ideal_sectors": 1e-5, "bank_degrees": 1e-5, "bank_degree_max": 1e-5}


class Tally:
    """What a whole run of comparisons came to."""

    def __init__(self, verbose=False):
        self.verbose = verbose
        self.launches = self.sites = self.known = 0
        self.mismatches = []
        # By rule: right, wrong and overlooked.
        self.rules = {r.name: [0, 0, 0] for r in RULES}
        # Findings, by rule: right and wrong.
        self.findings = {r.name: [0, 0] for r in FINDINGS}

    def add(self, where, kind, ours, truth):
        """One site. `ours` is None where the report has nothing, `truth` where nothing ran."""
        self.sites += 1
        known = ours is not None and ours["known"]
        self.known += known
        if ours and not known and self.verbose:
            print(f"{where}: not known")
        if ours is None and truth.get("kind") != "load":
            self.mismatches.append(f"{where}: executed, but not in the report")
        if known:
            for field, value in expected(kind, truth, ours).items():
                if abs(ours[field] - value) > ROUNDING.get(field, 0) * abs(value):
                    self.mismatches.append(f"{where}: {field} is {ours[field]}, should be {value}")
        for rule in RULES:
            if rule.kind == kind:
                claimed = ours is not None and ours["followed"] and rule.holds(ours)
                holds = truth is not None and rule.holds(truth)
                self.rules[rule.name][0] += claimed and holds
                self.rules[rule.name][1] += claimed and not holds
                self.rules[rule.name][2] += holds and not claimed
                if self.verbose and holds and not claimed:
                    print(f"{where}: {rule.name} overlooked")

    def add_findings(self, where, report, truth):
        """The findings of the kernel's own file, whatever they cost."""
        keys = {"access": "accesses", "branch": "branches"}
        for finding in report["findings"]:
            for rule in FINDINGS:
                if finding["rule"] != "clperf-" + rule.name or "file" in finding:
                    continue
                sites = by_place(truth[keys[rule.kind]])[finding["line"], finding["col"]]
                right = any(rule.holds(s) for s in sites)
                self.findings[rule.name][0] += right
                self.findings[rule.name][1] += not right
                if not right and self.verbose:
                    print(f"{where}:{finding['line']}:{finding['col']}: {rule.name} is wrong")

    def join(self, other):
        """Adds what another comparison came to."""
        self.launches += other.launches
        self.sites += other.sites
        self.known += other.known
        self.mismatches += other.mismatches
        for name, counts in other.rules.items():
            self.rules[name] = [a + b for a, b in zip(self.rules[name], counts)]
        for name, counts in other.findings.items():
            self.findings[name] = [a + b for a, b in zip(self.findings[name], counts)]

    def report(self, least_known, out):
        for mismatch in self.mismatches:
            print(mismatch, file=out)
        share = 100 * self.known / self.sites if self.sites else 100
        print(f"{self.launches} launches, {self.sites} sites, {share:.1f} % known, "
              f"{len(self.mismatches)} mismatches", file=out)
        for name, (right, wrong, overlooked) in self.rules.items():
            print(f"{name}: precision {ratio(right, wrong)}, recall {ratio(right, overlooked)}, "
                  f"{right + overlooked} sites", file=out)
        for name, (right, wrong) in self.findings.items():
            print(f"{name}: {right} findings right, {wrong} wrong", file=out)
        return not self.mismatches and share >= least_known


def ratio(part, rest):
    return f"{part / (part + rest):.3f}" if part + rest else "-"


def expected(kind, truth, ours):
    """The fields to compare, with the values that they should have."""
    if kind == "loop":
        entries = {} if ours["entries_certainty"] != "exact" else {
            "entries": truth["entries"] if truth else 0}
        # Trips are per entering work-item; nobody did.
        if not truth:
            return entries
        # Of several loops at one place, not all need to have been entered.
        if ours["loops"] > 1 and ours["trips_min"] <= truth["trips_min"] and \
                truth["trips_max"] <= ours["trips_max"]:
            return entries
        fields = {"trips_min": truth["trips_min"], "trips_max": truth["trips_max"]}
        if ours["loops"] == 1:
            fields["trips_avg"] = truth["trips"] / truth["entries"]
        return {**entries, **fields}
    if kind == "branch":
        return {f: truth[f] if truth else 0 for f in ("executions", "divergent")}
    if not truth:
        return {"requests": 0}
    if truth["space"] == "private":
        return {"requests": truth["requests"]}
    if truth["space"] == "local":
        fields = {"requests", "distinct", "bank_degrees", "bank_degree_max", "uniform"}
    else:
        fields = {"requests", "distinct", "sectors32", "segments128", "ideal_sectors", "uniform"}
    return {f: truth[f] for f in fields}


def certainty(sites):
    """Of what is reported at one place. What is followed is claimed by rules, but its number is not
    known."""
    return {key: all(s.get(key, False) for s in sites) for key in ("known", "followed")}


def join_loops(sites):
    """Loops at one place are of a helper that was inlined more than once. Their average has no
    weights in the report. Those that nobody entered have no trips."""
    entered = [s for s in sites if s["trips_max"] is not None]
    return {"loops": len(entered),
            "entries": None if any(s["entries"] is None for s in sites)
            else sum(s["entries"] for s in sites),
            "entries_certainty": next((s["entries_certainty"] for s in sites
                                       if s["entries_certainty"] != "exact"), "exact"),
            "trips_min": min((s["trips_min"] for s in entered), default=0),
            "trips_max": max((s["trips_max"] for s in entered), default=0),
            "trips_avg": entered[0]["trips_avg"] if entered else 0}


def join_branches(sites):
    return {"executions": sum(s["executions"] for s in sites),
            "divergent": sum(s["divergent"] for s in sites)}


def join_accesses(sites):
    run = [s for s in sites if s["requests"] > 0] or sites
    return {"space": sites[0]["space"],
            "requests": sum(s["requests"] for s in sites),
            "sectors32": sum(s["sectors32"] for s in sites),
            "segments128": sum(s["segments128"] for s in sites),
            "ideal_sectors": sum(s["requests"] * s["ideal_sectors_per_request"] for s in sites),
            "distinct": sum(s["distinct"] for s in sites),
            "bank_degrees": sum(s["requests"] * s["bank_degree_avg"] for s in sites),
            "bank_degree_max": max(s["bank_degree_max"] for s in sites),
            "uniform": all(s["uniform"] for s in run)}


def by_place(sites, *more):
    places = collections.defaultdict(list)
    for s in sites:
        places[tuple(s[field] for field in ("line", "col", *more))].append(s)
    return places


def plain_name(name):
    """A variable's name in the source: "ring.i" is "ring", taken in with a helper."""
    return name.split(".")[0]


def join_executed(sites, ours):
    """What was executed at one place. Of several private variables there (a macro's place is that of
    its name), those count that the report has in memory, and those that a pointer leads to."""
    bases = {plain_name(s["base"] or "") for s in ours if s.get("space") == "private"}
    kept = [s for s in sites if plain_name(s.get("object", "")) in {"", *bases}] or sites
    return {**kept[0], **({"requests": sum(s["requests"] for s in kept)} if bases else {})}


def match_copies(ours, true):
    """A structure is copied as a whole, or in pieces of which those that nobody uses are left out:
    that is the compiler's choice. Each piece has the requests of the whole."""
    for place in sorted(true.keys() - ours.keys()):
        pieces = [p for p in ours.keys() - true.keys() if p[:4] == place[:4] and p[4] < place[4]]
        whole = true.pop(place) if pieces else None
        for piece in pieces:
            true[piece] = whole
            if ours[piece]["known"]:
                times = ours[piece]["requests"] // whole["requests"]
                true[piece] = {**ours[piece], "uniform": whole["uniform"],
                               "requests": whole["requests"] * times}


def compare_sites(tally, where, report, truth):
    kinds = [("loop", "loops", (), join_loops), ("branch", "branches", (), join_branches),
             ("access", "accesses", ("kind", "space", "bytes"), join_accesses)]
    for kind, key, more, join in kinds:
        reported = by_place(report[key], *more)
        ours = {p: {**join(s), **certainty(s)} if any(certainty(s).values()) else certainty(s)
                for p, s in reported.items()}
        true = {p: join_executed(s, reported.get(p, []))
                for p, s in by_place(truth[key], *more).items()}
        if kind == "access":
            match_copies(ours, true)
        for place in sorted(ours.keys() | true.keys()):
            # Which private arrays and structures end up in memory is the compiler's choice, and
            # oclgrind keeps structures by value in private memory.
            if "private" in place and not (place in ours and place in true):
                continue
            if "constant" in place and (*place[:3], "private", place[4]) in true:
                continue
            name = f"{where}:{place[0]}:{place[1]}: {' '.join(map(str, place[2:]))} {kind}"
            tally.add(name, kind, ours.get(place), true.get(place))


def all_groups(report):
    """The groups of the launch, which the figures are of."""
    launch = report["launch"]
    counts = (-(-size // local) for size, local in zip(launch["global"], launch["local"]))
    return list(range(math.prod(counts)))


def read_manifest(path):
    """The manifest's launches, by source file."""
    files = collections.defaultdict(list)
    for launch in json.loads(path.read_text())["launches"]:
        launch["global"] = (launch["global"] + [1, 1])[:3]
        launch["local"] = (launch["local"] + [1, 1])[:3]
        source = launch["source"] if "source" in launch else launch["file"]
        what = oracle.Launch(path.parent / source, launch, path.parent)
        files[what.source].append(what)
    return files


def run_clperf(program, source, manifest, gpus, standard):
    """The report's kernels."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "report.json"
        done = subprocess.run(
            [program, "-fsyntax-only", source, "-D__OPENCL_VERSION__=120", "-w", *standard,
             f"-fclperf-gpu={','.join(gpus)}", f"-fclperf-launch={manifest}", "-fclperf-no-cache",
             "-fclperf-captured-launches=0",
             "-fclperf-no-text", "-fclperf-no-fixes", "-Wclperf=0%", "-fclperf-budget=20,1024",
             f"-fclperf-add-output=json:file={out}"],
            capture_output=True, text=True)
        if done.returncode or not out.exists():
            raise opencl.OpenCLError(f"clperf-cc failed on {source}: {done.stderr}")
        return json.loads(out.read_text())["kernels"]


def compare_file(tally, runner, program, manifest, source, launches, gpus):
    reports = collections.defaultdict(list)
    standard = ["-cl-std=CL2.0"] if any(oracle.is_uneven(w.launch) for w in launches) else []
    for report in run_clperf(program, source, manifest, gpus, standard):
        reports[report["name"]].append(report)
    # A kernel's reports come launch by launch, and GPU by GPU.
    for what in launches:
        name = what.launch["kernel"]
        of_gpu = {}
        for gpu in gpus:
            of_gpu[gpu] = next((r for r in reports[name] if r["gpu"] == gpu and
                                r["launch"]["global"] == what.launch["global"]), None)
            if of_gpu[gpu]:
                reports[name].remove(of_gpu[gpu])
        if None in of_gpu.values():
            tally.mismatches.append(f"{source.name}: {name} is not in the report")
            continue
        compare_launch(tally, runner, what, of_gpu)


def compare_launch(tally, runner, what, reports):
    groups = {gpu: all_groups(r) for gpu, r in reports.items()}
    try:
        runner.run(what, sorted(set().union(*groups.values())))
        for gpu, report in reports.items():
            where = f"{what.source.name}: {what.launch['kernel']} on {gpu}"
            figures = runner.figures(gpu, groups[gpu])
            compare_sites(tally, where, report, figures)
            tally.add_findings(where, report, figures)
            tally.launches += 1
    except opencl.OpenCLError as e:
        tally.mismatches.append(f"{what.source.name}: {what.launch['kernel']}: {e}")


def main():
    arguments = argparse.ArgumentParser(usage=__doc__)
    arguments.add_argument("--clperf-cc", default=ROOT / "build/dev/bin/clperf-cc")
    arguments.add_argument("--build", default=ROOT / "build/oracle")
    arguments.add_argument("--gpu", default=",".join(oracle.MACHINES))
    arguments.add_argument("--least-known", type=float, default=95)
    arguments.add_argument("-v", "--verbose", action="store_true")
    arguments.add_argument("manifest", nargs="+", type=pathlib.Path)
    options = arguments.parse_args()
    tally, runner = Tally(options.verbose), oracle.Oracle(options.build)
    for manifest in options.manifest:
        for source, launches in read_manifest(manifest.resolve()).items():
            compare_file(tally, runner, options.clperf_cc, manifest, source, launches,
                         options.gpu.split(","))
    sys.exit(0 if tally.report(options.least_known, sys.stdout) else 1)


if __name__ == "__main__":
    main()
