"""check_html.py PAGE REPORT [build]: the HTML page is whole, needs nothing from elsewhere, and says
what the JSON report of the same run, or of the whole build, says."""

import json
import os
import sys

from page import Page, expect, in_ms


def saved(finding, kernel):
    """In ms; None where nothing is known."""
    tried = [f["time_ms"] for f in finding["fixes"]]
    tried += [finding["better_size"]["time_ms"]] if "better_size" in finding else []
    if finding["cost_ms"] is not None:
        return finding["cost_ms"], min(tried, default=None)
    return (kernel["time_ms"] - min(tried), min(tried)) if tried else (None, None)


def is_close(text, ms):
    return in_ms(text) is not None and abs(in_ms(text) / ms - 1) < 0.06


def reported(report):
    for kernel in report["kernels"]:
        for finding in kernel["findings"]:
            if "suppression" not in finding and finding.get("baseline") != "unchanged":
                yield kernel, finding


def is_guessed(launch):
    return "assumption" in (launch["source"], launch.get("local_source")) or "assumed" in launch


def check_numbers(page, report):
    """Each kernel and GPU has a row with the report's time and registers, and the row of a guessed launch
    says so beside its time."""
    rows = [[c.text() for c in cells] for _, cells in page.rows("gpus")]
    expect(len(rows) == len(report["kernels"]), "rows of GPUs")
    for kernel in report["kernels"]:
        expect(any(r[0] == kernel["gpu"] and is_close(r[1], kernel["time_ms"])
                   and r[5].startswith(f"{kernel['registers']['per_item']}, by")
                   and ("guessed" in r[1]) == is_guessed(kernel["launch"]) for r in rows),
               f"no row for {kernel['name']} on {kernel['gpu']}")


def check_kernels(page, report):
    """Kernels are ranked, each GPU has its time, and guesses stand beside them."""
    rows = list(page.rows("kernels"))
    slowest = [max(in_ms(ms.text()) for ms in cells[4].all("span", "ms")) for _, cells in rows]
    expect(slowest == sorted(slowest, reverse=True), f"not ranked: {slowest}")
    for kernel in report["kernels"]:
        found = [cells for _, cells in rows if cells[1].text() == kernel["name"]
                 and cells[2].text() == f"{kernel['file']}:{kernel['line']}"
                 and any(t.first("span", "gpu").text() == kernel["gpu"]
                         and is_close(t.first("span", "ms").text(), kernel["time_ms"]) for t in cells[4].all("div", "time"))]
        expect(found, f"{kernel['name']} on {kernel['gpu']} is not in the table")
        expect(all((c[4].first("span", "guess") is not None) == is_guessed(kernel["launch"]) for c in found),
               f"{kernel['name']}: guessed or not")


def fixes(page):
    """(message, rule, place, link, [(GPU, text of what is saved, of what was tried)])"""
    for item in page.root.all("li", "fix"):
        place, _ = item.all("a")
        rule = item.first("p", "faint").text().split(", ")[1].split(" guessed")[0]
        costs = [(c.first("span", "gpu").text(), c.first("span", "saves").text(),
                  c.first("span", "tried").text() if c.first("span", "tried") else None)
                 for c in item.first("ul", "costs").all("li")]
        yield item.first("p", "what").text(), rule, place.text(), place.attributes["href"][1:], costs


def check_fix_first(page, report):
    """Every finding of the report is in the list, on its GPU, with what it saves and what was tried; the
    list is in the order of the most that each saves; and links lead to the annotated lines."""
    all_fixes = list(fixes(page))
    most = [max(in_ms(text) or -1 for _, text, _ in costs) for *_, costs in all_fixes]
    expect(most == sorted(most, reverse=True), f"not in the order of savings: {most}")
    count = 0
    over = [e.text() for e in page.root.all("span", "over")]
    for kernel, finding in reported(report):
        share = finding.get("cost_share")
        expect(not share or f"{100 * share['low']:.0f}–{100 * share['high']:.0f} % of its time in all plausible launches"
               in over, f"{finding['rule']}: what it costs in other launches")
        file = finding.get("file", kernel["file"])
        ms, tried = saved(finding, kernel)
        at = f"{file}:{finding['line']}"
        matches = [(link, text, try_text) for _, rule, place, link, costs in all_fixes for gpu, text, try_text in costs
                   if rule == finding["rule"] and place == at and gpu == kernel["gpu"]
                   and (is_close(text, ms) if ms else text.startswith("unknown") or in_ms(text) == 0)
                   and (try_text is None) == (tried is None)]
        expect(matches, f"{finding['rule']} at {at} on {kernel['gpu']} is not in the list")
        for link, _, try_text in matches:
            row = page.by_id(link)
            expect(finding["line"] == 0 or row.children[0].text() == str(finding["line"]), f"{link} is another line")
            expect(tried is None or is_close(try_text.rsplit(": ", 1)[1], tried), f"tried: {try_text}")
        count += 1
    expect(count == sum(len(costs) for *_, costs in all_fixes), "more findings than in the report")
    return len(all_fixes)


def check_source(page, report, root):
    """The lines of findings, and of accesses on pages of one compilation, are quoted as they are, but for
    characters that hide or turn round what stands beside them."""
    hiding = {c: 0xFFFD for c in [*range(0x80, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)]}
    for kernel in report["kernels"]:
        with open(os.path.join(root, kernel["file"]), encoding="utf-8", errors="replace") as f:
            lines = f.read().split("\n")
        sites = kernel["findings"] if root else kernel["findings"] + kernel["accesses"]
        for site in sites:
            if "file" in site or site["line"] == 0 or "suppression" in site:
                continue
            rows = [cells for row, cells in page.rows("source") if cells[0].text() == str(site["line"])
                    and row.attributes.get("id")]
            codes = [c.text() for cells in rows for c in cells if "code" in c.classes()]
            expect(lines[site["line"] - 1].translate(hiding) in codes, f"line {site['line']} is not quoted: {codes}")


def check_line_times(page, report):
    """The lines' times add up to the kernels', for reports with one GPU per launch."""
    if len({k["gpu"] for k in report["kernels"]}) != 1:
        return
    lines = sum(in_ms(cells[1].text()) or 0 for row, cells in page.rows("source") if "share" in cells[1].classes())
    times = sum(k["time_ms"] - k["launch_overhead_ms"] for k in report["kernels"])
    expect(0.8 * times < lines < 1.05 * times, f"lines take {lines} of {times} ms")


def main():
    build = "build" in sys.argv[3:]
    page = Page(sys.argv[1], scripts=1 if build else 0)
    with open(sys.argv[2], encoding="utf-8") as f:
        report = json.load(f)
    expect(not page.wrong, f"markup: {page.wrong}")
    page.check_units()
    check_numbers(page, report)
    check_kernels(page, report)
    n = check_fix_first(page, report)
    check_source(page, report, report["directory"] if build else "")
    if not build:
        check_line_times(page, report)
    drawn = sum("cell" in e.classes() for e in page.root.all("rect"))
    print(f"{len(report['kernels'])} results, {n} findings, cells: {drawn or 'none'}")


main()
