"""check_shown.py PAGE REPORT [build] [--save FILE]: what a browser shows of the page, with everything unfolded, is whole
and says what the JSON report says: times, registers, guesses, what to fix first, lines."""

import json
import os
import sys

from browser import UNFOLD, Browser
from page import Page, expect, in_ms

def shown(path):
    with Browser() as browser:
        browser.open(path, 1400)
        browser.evaluate(UNFOLD)
        text = "<!DOCTYPE html>\n" + browser.evaluate("document.documentElement.outerHTML")
        expect(not browser.errors(), browser.errors())
        return text


def saved(finding, kernel):
    """In ms; None where nothing is known."""
    tried = [f["time_ms"] for f in finding["fixes"]]
    tried += [finding["better_size"]["time_ms"]] if "better_size" in finding else []
    if finding["cost_ms"] is not None:
        return finding["cost_ms"], min(tried, default=None)
    return (max(0, kernel["time_ms"] - min(tried)), min(tried)) if tried else (None, None)


def is_close(text, ms):
    if ms < 1e-9:
        return in_ms(text) is not None and in_ms(text) < 1e-9
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
    expect(len(rows) == len(report["kernels"]), f"{len(rows)} rows of GPUs")
    for kernel in report["kernels"]:
        expect(any(r[0] == kernel["gpu"] and is_close(r[1], kernel["time_ms"])
                   and r[5].startswith(f"{kernel['registers']['per_item']}, by")
                   and ("guessed" in r[1]) == is_guessed(kernel["launch"]) for r in rows),
               f"no row for {kernel['name']} on {kernel['gpu']}")


def check_kernels(page, report):
    """Kernels are in the order of their numbers, the slowest launch of each has its time on each GPU, and guesses stand
    beside them."""
    rows = list(page.rows("kernels"))
    expect([cells[0].text() for _, cells in rows] == [str(i + 1) for i in range(len(rows))], "not in order")
    times = {}
    for k in report["kernels"]:
        times.setdefault((k["name"], k["file"], k["line"], k["gpu"]), []).append(k["time_ms"])
    for kernel in report["kernels"]:
        if kernel["time_ms"] < max(times[kernel["name"], kernel["file"], kernel["line"], kernel["gpu"]]):
            continue
        found = [cells for _, cells in rows if cells[1].text() == kernel["name"]
                 and cells[2].text() == f"{kernel['file']}:{kernel['line']}"
                 and any(t.first("span", "gpu").text() == kernel["gpu"]
                         and is_close(t.first("span", "ms").text(), kernel["time_ms"]) for t in cells[4].all("div", "time"))]
        expect(found, f"{kernel['name']} on {kernel['gpu']} is not in the table")
        expect(all((c[4].first("span", "guess") is not None) == is_guessed(kernel["launch"]) for c in found),
               f"{kernel['name']}: guessed or not")


def fixes(page):
    """(message, rule, place, link, [(GPU, text of what is saved, of all launches, of what was tried)])"""
    for item in page.root.all("li", "fix"):
        place, _ = item.all("a")
        rule = item.first("p", "faint").text().split(", ")[-1 if item.first("span", "guess") is None else 1].split(" guessed")[0]
        costs = [(c.first("span", "gpu").text(), c.first("span", "saves").text(), c.first("span", "all"),
                  c.first("span", "tried").text() if c.first("span", "tried") else None)
                 for c in item.first("ul", "costs").all("li")]
        yield item.first("p", "what").text(), rule, place.text(), place.attributes["href"][1:], costs


def most_of(costs):
    return max(in_ms(all_launches.text()) if all_launches else in_ms(text) or -1 for _, text, all_launches, _ in costs)


def check_fix_first(page, report):
    """Every finding of the report that is no remark is in the list, on its GPU, with what it saves and what was tried;
    the list is in the order of the most that each saves, those of guessed launches behind; and links lead to the lines."""
    all_fixes, count = list(fixes(page)), 0
    order = [(most_of(costs) < 0, "guessed:" in item.text(), -most_of(costs)) for (*_, costs), item in zip(all_fixes, page.root.all("li", "fix"))]
    expect(order == sorted(order), f"not in the order of savings: {order}")
    over = [e.text() for e in page.root.all("span", "over")]
    for kernel, finding in reported(report):
        file, (ms, tried) = finding.get("file", kernel["file"]), saved(finding, kernel)
        at = f"{file}:{finding['line'] or kernel['line']}"
        matches = [(link, text, try_text) for _, rule, place, link, costs in all_fixes for gpu, text, _, try_text in costs
                   if rule == finding["rule"] and place == at and gpu == kernel["gpu"]
                   and (is_close(text, ms) if ms is not None else text.startswith("unknown"))
                   and (try_text is None) == (tried is None)]
        if finding["severity"] == "note" or finding.get("copy"):
            continue
        count += 1
        expect(matches, f"{finding['rule']} at {at} on {kernel['gpu']} is not in the list")
        share = finding.get("cost_share")
        expect(not share or f"{100 * share['low']:.0f}–{100 * share['high']:.0f} % of its time in all plausible launches"
               in over, f"{finding['rule']}: what it costs in other launches")
        for link, _, try_text in matches:
            row = page.by_id(link)
            expect(finding["line"] == 0 or row.children[0].text() == str(finding["line"]), f"{link} is another line")
            expect(tried is None or is_close(try_text.rsplit(": ", 1)[1], tried), f"tried: {try_text}")
    expect(count == sum(len(costs) for *_, costs in all_fixes), "more findings than in the report")
    return len(all_fixes)


def check_messages(page, report):
    """Every finding has its card, with its message as the text has it, and is said at its line."""
    cards = [" ".join(e.text().split()) for e in page.root.all("div", "finding")]
    inline = [e.text() for e in page.root.all("td", "message")]
    for _, finding in reported(report):
        first = finding["message"].split("; costs ")[0]
        expect(any(first[1:] in c for c in cards), f"no card for: {first}")
        expect(finding["line"] == 0 or any(first in text for text in inline), f"not at its line: {first}")


def check_source(page, report, root):
    """The lines of findings and accesses are quoted as they are, but for characters that hide or turn round what stands
    beside them."""
    hiding = {c: 0xFFFD for c in [*range(0x80, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)]} | {c: " " for c in range(9)} | {27: " "}
    for kernel in report["kernels"]:
        with open(os.path.join(root, kernel["file"]), encoding="utf-8", errors="replace") as f:
            lines = f.read().split("\n")
        for site in kernel["findings"] + kernel["accesses"]:
            if "file" in site or site["line"] == 0 or "suppression" in site:
                continue
            rows = [cells for row, cells in page.rows("source") if cells[0].text() == str(site["line"]) and row.attributes.get("id")]
            codes = [c.text() for cells in rows for c in cells if "code" in c.classes()]
            expect(lines[site["line"] - 1].translate(hiding) in codes, f"line {site['line']} is not quoted: {codes}")


def main():
    arguments = [a for a in sys.argv[1:] if a not in ("build", "--save")]
    text = shown(arguments[0])
    if len(arguments) > 2:
        with open(arguments[2], "w", encoding="utf-8") as f:
            f.write(text)
    page = Page(arguments[0], text)
    with open(arguments[1], encoding="utf-8") as f:
        report = json.load(f)
    expect(not page.wrong, f"markup: {page.wrong}")
    page.check_units()
    check_numbers(page, report)
    check_kernels(page, report)
    n = check_fix_first(page, report)
    check_messages(page, report)
    check_source(page, report, report["directory"] if "build" in sys.argv else "")
    drawn = sum("cell" in e.classes() for e in page.root.all("rect"))
    print(f"{len(report['kernels'])} results, {n} to fix, cells: {drawn or 'none'}")


main()
