"""check_agreement.py CLPERF TEXT REPORT PAGE: what one analysis says as text, as JSON, as a page and by
'clperf explain' is the same."""

import json
import re
import subprocess
import sys

from page import embedded

SEVERITIES = {"note": "remark", "warning": "warning", "error": "error"}


def expect(holds, what):
    if not holds:
        sys.exit(what)


def digits(ms):
    """As text has it: two digits."""
    return float(f"{ms:.2g}")


def cost_of(finding, kernel):
    """What the message has to end with."""
    share = finding.get("cost_share")
    if share:
        low, high = round(100 * share["low"]), round(100 * share["high"])
        return f"costs {high} %" if low >= high else f"costs {low} to {high} %"
    return None


def check_kernel(kernel, text):
    """The remark's time and interval."""
    name = re.escape(kernel["name"])
    found = re.search(rf"'{name}' (?:takes|is not known; as \S+ it would take) ([0-9.]+) ms on \S+ "
                      rf"\(([0-9.]+)–([0-9.]+)\)", text)
    expect(found, f"no remark for {kernel['name']}")
    said = [float(x) for x in found.groups()]
    meant = [digits(kernel[key]) for key in ("time_ms", "time_ms_low", "time_ms_high")]
    expect(said == meant, f"text says another time of {kernel['name']}: {said}, {meant}")


def check_cost(finding, kernel):
    """The numbers of the message are the report's."""
    message, cost = finding["message"], finding["cost_ms"]
    if finding.get("cost_share"):
        expect(cost_of(finding, kernel) in message, f"another share: {message}")
    elif cost is not None:
        said = [float(x) for x in re.search(r"costs ([0-9.]+) of ([0-9.]+) ms", message).groups()]
        expect(said == [digits(cost), digits(kernel["time_ms"])], f"another cost: {message}")


def check_finding(clperf, path, finding, kernel, text, page):
    severity = SEVERITIES[finding["severity"]]
    line = f"{kernel['file']}:{finding['line']}:{finding['col']}: {severity}: {finding['message']} [-W{finding['rule']}]"
    expect(line in text.splitlines(), f"no text for {line}")
    check_cost(finding, kernel)
    explained = subprocess.run([clperf, "explain", finding["fingerprint"], path], check=True, text=True,
                               stdout=subprocess.PIPE).stdout
    expect(explained.splitlines()[0] == line, f"explain says: {explained.splitlines()[0]}")
    saved = re.search(r"without this ([0-9.]+) of ([0-9.]+) ms", explained)
    if saved:
        expect([float(x) for x in saved.groups()] == [digits(finding["cost_ms"]), digits(kernel["time_ms"])],
               f"explain says another cost of {line}")
    there = next(k for k in page["kernels"] if k["name"] == kernel["name"])
    expect(there["time_ms"] == kernel["time_ms"], f"the page has another time of {kernel['name']}")
    expect(any(f["message"] == finding["message"] and f.get("cost_share") == finding.get("cost_share") for f in there["findings"]),
           f"the page lacks: {finding['message']}")


def main():
    clperf, text_path, path, page_path = sys.argv[1:]
    with open(text_path, encoding="utf-8") as file:
        text = file.read()
    # Warnings end in the option of their rule; remarks of kernels come from the same run.
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    page = embedded(page_path)
    count = 0
    for kernel in report["kernels"]:
        check_kernel(kernel, text.replace("the launch of '", "'"))
        for finding in kernel["findings"]:
            check_finding(clperf, path, finding, kernel, text, page)
            count += 1
    expect(count >= 4, f"only {count} findings")
    print(f"{len(report['kernels'])} kernels and 4 findings or more agree")


main()
