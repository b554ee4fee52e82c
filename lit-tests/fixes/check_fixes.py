"""check_fixes.py CLPERF-CC COMPILER SCRATCH SOURCE...: every fix that is offered for the sources is
applied to a copy. A second compiler must take the copy, the finding must be gone, and the
prediction for the copy must be what the fix promised. Prints how many of each title there were."""

import json
import os
import re
import subprocess
import sys

# Of the promised time; both are predictions of the same text.
TOLERANCE = 0.005


def report(clperf, source, gpu, scratch, *options):
    out = os.path.join(scratch, "report.json")
    subprocess.run([clperf, "-fsyntax-only", source, "-fclperf-no-text", f"-fclperf-gpu={gpu}",
                    f"-fclperf-add-output=json:file={out}", "-fclperf-no-cache", "-Wclperf=3%", *options], check=True)
    with open(out, encoding="utf-8") as f:
        return json.load(f)["kernels"]


def apply(text, edits):
    """Edits of one line go from the last to the first, so that columns stay true."""
    lines = text.split(b"\n")
    for e in sorted(edits, key=lambda e: (e["line"], e["col"]), reverse=True):
        line = lines[e["line"] - 1]
        lines[e["line"] - 1] = line[:e["col"] - 1] + e["text"].encode() + line[e["end_col"] - 1:]
    return b"\n".join(lines)


def count(kernel, rule):
    return sum(f["rule"] == rule for f in kernel["findings"])


def cost(kernel, rule):
    return sum(f["cost_ms"] for f in kernel["findings"] if f["rule"] == rule)


def check_round(clperf, compiler, scratch, source, gpu, chosen):
    """One copy with one fix for each kernel: they are apart from each other."""
    with open(source, "rb") as f:
        fixed = apply(f.read(), [e for _, _, fix in chosen for e in fix["edits"]])
    copy = os.path.join(scratch, "fixed.cl")
    with open(copy, "wb") as f:
        f.write(fixed)
    subprocess.run([compiler, "-x", "cl", "-cl-std=CL2.0", "-fsyntax-only", "-Werror=implicit",
                    "-Xclang", "-finclude-default-header", copy], check=True)
    fixed_kernels = report(clperf, copy, gpu, scratch, "-fclperf-no-fixes")
    for kernel, finding, fix in chosen:
        after = next(k for k in fixed_kernels if k["name"] == kernel["name"])
        check(source, kernel, after, finding, fix)


def check(source, kernel, after, finding, fix):
    where = f"{source}:{finding['line']} ({kernel['name']}): {fix['title']}"
    moved = "before the loop" in fix["title"] and \
        cost(after, finding["rule"]) <= cost(kernel, finding["rule"]) - 0.8 * finding["cost_ms"]
    if count(after, finding["rule"]) >= count(kernel, finding["rule"]) and not moved:
        sys.exit(f"{where}: the finding is still there")
    if abs(after["time_ms"] / fix["time_ms"] - 1) > TOLERANCE:
        sys.exit(f"{where}: {after['time_ms']} ms, promised {fix['time_ms']}")
    if abs(kernel["time_ms"] - fix["gain_ms"] - fix["time_ms"]) > 1e-4 * kernel["time_ms"]:
        sys.exit(f"{where}: gain {fix['gain_ms']} of {kernel['time_ms']} ms")


def main():
    clperf, compiler, scratch, *sources = sys.argv[1:]
    os.makedirs(scratch, exist_ok=True)
    for source in sources:
        titles, without, rounds = {}, [], []
        for kernel in report(clperf, source, "gtx-980", scratch):
            fixes = [(kernel, f, fix) for f in kernel["findings"] for fix in f["fixes"]]
            for i, (_, _, fix) in enumerate(fixes):
                rounds += [[]] * (i == len(rounds))
                rounds[i] = rounds[i] + [fixes[i]]
                title = re.sub(r"'\w+'|(?<=work-groups of )[\d, ]+\d|\w+\[.*?\]|(native|half)_\w+",
                               "X", fix["title"])
                titles[title] = titles.get(title, 0) + 1
            if not fixes:
                without.append(kernel["name"])
        for chosen in rounds:
            check_round(clperf, compiler, scratch, source, "gtx-980", chosen)
        for title, n in titles.items():
            print(f"{os.path.basename(source)}: {n} x {title}")
        print(f"{os.path.basename(source)}: no fix for {', '.join(without) or 'none'}")


if __name__ == "__main__":
    main()
