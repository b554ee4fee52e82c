"""check_html.py PAGE REPORT [build]: the HTML page is whole, needs nothing from elsewhere, and has in it what the JSON
report of the same run, or of the whole build, says, with the lines of the sources that it is about."""

import json
import os
import sys

from page import Page, embedded, expect

# What only a page has.
OF_PAGE = {"sources", "rules", "lines", "lanes", "code", "picture", "occupancy_by_size"}


def without_page(node):
    if isinstance(node, dict):
        return {k: without_page(v) for k, v in node.items() if k not in OF_PAGE}
    return [without_page(v) for v in node] if isinstance(node, list) else node


def reported(report):
    for kernel in report["kernels"]:
        for finding in kernel["findings"]:
            if "suppression" not in finding and finding.get("baseline") != "unchanged":
                yield kernel, finding


def lines_of(page):
    """{file: {line: text}}"""
    return {s["file"]: {r["line"] + i: text for r in s["ranges"] for i, text in enumerate(r["text"])} for s in page["sources"]}


def check_sources(page, report, root):
    """The kernels, and the lines of findings and accesses, are quoted as they are."""
    quoted = lines_of(page)
    for kernel in report["kernels"]:
        with open(os.path.join(root, kernel["file"]), encoding="utf-8", errors="replace") as f:
            lines = [line.translate({c: " " for c in range(32) if c != 9} | {127: " "}) for line in f.read().split("\n")]
        for site in [kernel] + kernel["findings"] + kernel["accesses"]:
            if site["line"] and (site is kernel or "file" not in site):
                is_quoted = quoted[kernel["file"]].get(site["line"]) == lines[site["line"] - 1]
                expect(is_quoted, f"line {site['line']} of {kernel['file']} is not quoted")


def check_rules(page, report):
    """Each rule of a finding has its page."""
    for _, finding in reported(report):
        rule = page["rules"].get(finding["rule"])
        expect(rule and rule["title"] and len(rule["help"]) > 100, f"no page for {finding['rule']}")


def check_gpus(page):
    for kernel in page["kernels"]:
        roofs = [g for g in page["gpus"] if g["gpu"] == kernel["gpu"] and g["clock"] == kernel["clock"]]
        expect(len(roofs) == 1 and roofs[0]["dram_gbs"] > 0 and roofs[0]["issue_per_ns"] > 0, f"no roofs of {kernel['gpu']}")
        expect(0 <= max(kernel["busy"].values(), default=0) <= 1, f"{kernel['name']}: more than busy")


def check_line_times(page):
    """The lines' times add up to the kernels'."""
    for kernel in page["kernels"]:
        lines, time = sum(x["ms"] for x in kernel["lines"]), kernel["time_ms"] - kernel["launch_overhead_ms"]
        expect(0.8 * time < lines < 1.05 * time, f"{kernel['name']}: lines take {lines} of {time} ms")


def check_occupancy(page):
    """As many warps are resident with work-groups of the launch's size, where it has so many."""
    for kernel in page["kernels"]:
        of, local = kernel["occupancy_by_size"], kernel["launch"]["local"]
        items = max(1, local[0]) * max(1, local[1]) * max(1, local[2])
        if items % of["step"] == 0 and kernel["time_ms"] is not None:
            expect(of["warps"][items // of["step"] - 1] >= kernel["occupancy"]["warps"], f"{kernel['name']}: another occupancy")


def main():
    is_build = "build" in sys.argv[3:]
    whole, page = Page(sys.argv[1]), embedded(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as f:
        report = json.load(f)
    expect(not whole.wrong, f"markup: {whole.wrong}")
    expect(without_page(page) == without_page(report), "another report")
    check_sources(page, report, report["directory"] if is_build else "")
    check_rules(page, report)
    check_gpus(page)
    if not is_build:
        check_line_times(page)
        check_occupancy(page)
    places = {(f["rule"], f.get("file", k["file"]), f["line"], f["col"]) for k, f in reported(report)}
    cells = sum(len(f["lanes"]["touches"]) // 2 for k in page["kernels"] for f in k["findings"] if "lanes" in f)
    print(f"{len(report['kernels'])} results, {len(places)} findings, cells: {cells or 'none'}")


main()
