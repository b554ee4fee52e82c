"""check_html.py PAGE REPORT: the HTML page is whole, needs nothing from elsewhere, and says what the
JSON report of the same run says."""

import json
import sys
from html.parser import HTMLParser

VOID = {"meta"}
REFERENCES = {"src", "href", "data", "action", "srcset", "poster", "xlink:href"}


class Page(HTMLParser):
    """Rows of tables by their class, texts of findings, and what is wrong with the markup."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.ids, self.links = [], [], [], []
        self.rows = {}      # class of the table: rows of cells
        self.findings = []  # (rule and place, all text)
        self.cells = {}     # class of the figure: cells drawn in it

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in ("script", "link", "iframe", "object", "img"):
            self.wrong.append(f"<{tag}>")
        for name, value in attributes.items():
            if name in REFERENCES and not value.startswith("#"):
                self.wrong.append(f"{name}={value}")
            if name.startswith("on"):
                self.wrong.append(name)
        if "href" in attributes:
            self.links.append(attributes["href"][1:])
        if "id" in attributes:
            self.ids.append(attributes["id"])
        name = attributes.get("class", "")
        if tag == "rect" and name.startswith("cell"):
            figure = next(c for t, c in reversed(self.open) if t == "figure")
            self.cells.setdefault(figure, []).append(name)
        if tag not in VOID:
            self.open.append((tag, name))
        if tag == "tr":
            self.rows.setdefault(self.table(), []).append([])
        if tag in ("td", "th") and self.table():
            self.rows[self.table()][-1].append("")
        if name.startswith("finding "):
            self.findings.append("")

    def table(self):
        return next((c for t, c in reversed(self.open) if t == "table"), None)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.wrong.append(f"</{tag}> in {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        inside = [t for t, _ in self.open]
        if "td" in inside or "th" in inside:
            self.rows[self.table()][-1][-1] += data
        if any(c.startswith("finding ") for _, c in self.open):
            self.findings[-1] += data


def expect(condition, text):
    if not condition:
        sys.exit(f"{sys.argv[1]}: {text}")


def check_numbers(page, report):
    """Each kernel and GPU has a row with the report's time, bound, registers."""
    rows = [r for r in page.rows.get("gpus", []) if r[0] != "GPU"]
    expect(len(rows) == len(report["kernels"]), "rows of GPUs")
    for kernel in report["kernels"]:
        expect(any(r[0] == kernel["gpu"] and abs(float(r[1]) / kernel["time_ms"] - 1) < 0.05
                   and r[5].startswith(str(kernel["registers"]["per_item"])) for r in rows),
               f"no row for {kernel['name']} on {kernel['gpu']}")
    times = [max(float(c) for c in row[4::2] if c) for row in page.rows.get("ranking", [])[1:]]
    expect(times == sorted(times, reverse=True), f"not ranked: {times}")


def check_findings(page, report):
    for kernel in report["kernels"]:
        for finding in kernel["findings"]:
            place = f"{finding['rule']}, "
            at = f":{finding['line']}:{finding['col']}"
            expect(any(place in f and at in f and f"on {kernel['gpu']}" in f for f in page.findings),
                   f"finding {finding['rule']} at {at} on {kernel['gpu']} is not there")


def check_source(page, report):
    """The kernel's own lines are quoted as they are."""
    for kernel in report["kernels"]:
        with open(kernel["file"], encoding="utf-8") as f:
            lines = f.read().split("\n")
        for access in kernel["accesses"]:
            if "file" in access:
                continue
            row = next((r for r in page.rows["source"] if r[0] == str(access["line"])), None)
            expect(row and lines[access["line"] - 1] in row, f"line {access['line']} is not quoted")


def check_line_times(page, report):
    """The lines' times add up to the kernels', for reports with one GPU per launch."""
    if len({k["gpu"] for k in report["kernels"]}) != 1:
        return
    lines = sum(float(r[1]) for r in page.rows["source"] if r[0].isdigit() and r[1])
    times = sum(k["time_ms"] - k["launch_overhead_ms"] for k in report["kernels"])
    expect(0.8 * times < lines < 1.05 * times, f"lines take {lines} of {times} ms")


def main():
    page = Page()
    with open(sys.argv[1], encoding="utf-8") as f:
        page.feed(f.read())
    with open(sys.argv[2], encoding="utf-8") as f:
        report = json.load(f)
    expect(not page.open and not page.wrong, f"markup: {page.open} {page.wrong}")
    expect(len(set(page.ids)) == len(page.ids), "an id twice")
    expect(set(page.links) <= set(page.ids), "a link to nowhere")
    check_numbers(page, report)
    check_findings(page, report)
    check_source(page, report)
    check_line_times(page, report)
    drawn = ", ".join(f"{len(c)} {f}" for f, c in sorted(page.cells.items()))
    print(f"{len(report['kernels'])} results, {len(page.findings)} findings, cells: {drawn or 'none'}")


main()
