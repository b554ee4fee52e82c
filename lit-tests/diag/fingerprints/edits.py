#!/usr/bin/env python3
"""Edits of a source with findings, and what becomes of the findings' fingerprints.

Usage: edits.py write SOURCE        one directory per edit, each with k.cl
       edits.py check LOG REPORT    of all of them; exits 1 if a fingerprint is not as it should be
       edits.py same LOG LOG        of the unedited source in both
"""

import json
import re
import sys
from pathlib import Path

TRANSPOSE = "out[x * h + y] = in[y * w + x] * scale; // down a column"
SECOND = "out[x * h + y + 1] = in[y * w + x] + in[x * w + y];"


def swap(old, new):
    def edit(text):
        assert old in text, old
        return text.replace(old, new)
    return edit


def within(kernel, old, new):
    """The same in one kernel only."""
    def edit(text):
        start = text.index(f"void {kernel}(")
        assert old in text[start:], old
        return text[:start] + text[start:].replace(old, new, 1)
    return edit


def reindent(text):
    return re.sub(r"^    ", "\t\t", text, flags=re.M)


def without_other(text):
    return text[:text.index("// clperf")] + text[text.index("// clperf", text.index("other(")):]


def other_last(text):
    start, end = text.index("// clperf"), text.index("// clperf", text.index("other("))
    return text[:start] + text[end:] + "\n" + text[start:end]


# What does not concern the findings in transpose() and tiled().
KEEP = {
    "lines-above": lambda text: "\n" * 7 + "int helper(void);\n" + text,
    "licence-above": lambda text: "/* A licence\n * of two lines. */\n" + text,
    "reindent": reindent,
    "blanks-in-the-line": swap("out[x * h + y] = in[y * w + x] * scale;",
                               "out[x*h + y]=in[ y*w + x ] *scale ;"),
    "windows-line-ends": lambda text: text.replace("\n", "\r\n"),
    "trailing-blanks": lambda text: text.replace("\n", "  \n"),
    "comment-changed": swap("// down a column", "/* down */ // each column"),
    "comment-gone": swap(" // down a column", ""),
    "ignored": lambda text: swap("// down a column", "// clperf-ignore[uncoalesced]: it is known")(
        swap(SECOND, SECOND + " // clperf-ignore[uncoalesced]: it is known")(text)),
    "variable-elsewhere": swap("unused", "spare"),
    "variable-in-another-kernel": within("other", "int x = get_global_id(0)", "int z = 0, x = get_global_id(0)"),
    "statement-above": swap("    float unused", "    scale += 1;\n    float unused"),
    "statement-below": swap(SECOND, SECOND + "\n    out[0] = scale;"),
    "parameter-added": swap("tiled(__global float *data)", "tiled(__global float *data, int unused)"),
    "kernel-above-gone": without_other,
    "kernels-reordered": other_last,
    "equal-line-in-another-kernel": within("other", "out[x * h + y] = in[y * w + x];",
                                           "float scale = 3;\n    " + TRANSPOSE),
    "header-renamed": swap('"scale.h"', '"factor.h"'),
    "cost-changed": swap("1024x1024 local=32x8 w=1024", "2048x2048 local=32x8 w=2048"),
    "group-changed": within("transpose", "if (x >= w", "if (x > w - 1"),
    "launch-comment-spread": swap("// clperf: launch global=1024x1024 local=32x8\n",
                                  "// clperf: launch local=32x8 global=512x512\n"),
    "attribute-added": swap("__kernel void tiled", "__attribute__((reqd_work_group_size(32, 8, 1)))\n__kernel void tiled"),
}

# What does: the edit, and the kernel whose findings are others afterwards.
CHANGE = {
    "index-changed": (swap("out[x * h + y] =", "out[x * w + y] ="), "transpose"),
    "value-changed": (swap("* scale;", "* scale * scale;"), "transpose"),
    "buffer-renamed": (swap("out[x * h + y] = in[y * w + x] *", "in2[x * h + y] = in[y * w + x] *"), "transpose"),
    "statement-gone": (swap("    " + TRANSPOSE + "\n", ""), "transpose"),
    "defect-mended": (swap("out[x * h + y] = in[y * w + x] *", "out[y * w + x] = in[y * w + x] *"), "transpose"),
    "line-split": (swap("out[x * h + y] = in", "out[x * h\n        + y] = in"), "transpose"),
    "statement-in-another-kernel": (lambda text: within("other", "out[x * h + y] = in[y * w + x];", "float scale = 3; " + TRANSPOSE)(
        text.replace("    " + TRANSPOSE + "\n", "")), "transpose"),
    "kernel-renamed": (swap("void transpose(", "void transposed("), "transpose"),
    "local-memory-mended": (swap("tile[8192]", "tile[256]"), "tiled"),
    "kernel-renamed-too": (swap("void tiled(", "void through_tile("), "tiled"),
    "condition-in-the-line": (swap(TRANSPOSE, "if (x > 1) " + TRANSPOSE), "transpose"),
}


def write(source):
    text = Path(source).read_text()
    edits = {"before": lambda t: t, **KEEP, **{name: edit for name, (edit, _) in CHANGE.items()}}
    for name, edit in edits.items():
        directory = Path(name)
        directory.mkdir()
        new = edit(text)
        if name == "buffer-renamed":
            new = new.replace("void transpose(", "void transpose(__global float *in2, ")
        (directory / "k.cl").write_text(new, newline="")
        (directory / ("factor.h" if "factor.h" in new else "scale.h")).write_text("#define SCALE 3\n")
    Path("renamed").mkdir()
    Path("renamed/kernels.cl").write_text(text)
    Path("renamed/scale.h").write_text("#define SCALE 3\n")


def findings(log):
    """By directory, of the kernels looked at: {(rule, kernel): [fingerprints]}."""
    found = {}
    for result in json.loads(Path(log).read_text())["runs"][0]["results"]:
        location = result["locations"][0]
        directory = location["physicalLocation"]["artifactLocation"]["uri"].rpartition("/")[0] or "before"
        key = result["ruleId"], location["logicalLocations"][0]["name"]
        prints = tuple(result["partialFingerprints"][k] for k in ("primaryLocationLineHash", "clperf/v1"))
        found.setdefault(directory, {}).setdefault(key, []).append(prints)
    return found


def of_kernel(found, directory, kernel):
    """Hashes of all findings in that kernel; what counts equals is left out, as other files count too."""
    return {p.split(":")[0] for (_, name), prints in found[directory].items() if name == kernel
            for pair in prints for p in pair}


def all_hashes(found, directory):
    return {p.split(":")[0] for prints in found[directory].values() for pair in prints for p in pair}


def in_report(report):
    return {finding["fingerprint"] for kernel in json.loads(Path(report).read_text())["kernels"]
            for finding in kernel["findings"]}


def check(log, report):
    found, wrong = findings(log), []
    before = {kernel: of_kernel(found, "before", kernel) for kernel in ("transpose", "tiled")}
    assert len(before["transpose"]) == 4 and len(before["tiled"]) == 2, before
    for name in KEEP:
        for kernel, prints in before.items():
            if prints != of_kernel(found, name, kernel):
                wrong.append(f"{name}: {kernel} has other fingerprints")
    for name, kernel in [*((n, k) for n, (_, k) in CHANGE.items()), ("renamed", "transpose")]:
        if before[kernel] <= all_hashes(found, name):
            wrong.append(f"{name}: {kernel} has the same fingerprints")
    logged = {pair[1] for by_key in found.values() for prints in by_key.values() for pair in prints}
    if logged != in_report(report):
        wrong.append("log and report differ")
    print(f"{len(KEEP)} edits keep the fingerprints\n{len(CHANGE) + 1} changes do not" if not wrong else "\n".join(wrong))
    sys.exit(bool(wrong))


def same(one, other):
    a, b = (findings(log)["before"] for log in (one, other))
    hashes = lambda d: {k: [[p.split(":")[0] for p in pair] for pair in v] for k, v in d.items()}
    sys.exit(hashes(a) != hashes(b))


{"write": write, "check": check, "same": same}[sys.argv[1]](*sys.argv[2:])
