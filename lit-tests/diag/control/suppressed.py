#!/usr/bin/env python3
"""Lists the suppressed findings of a SARIF log and says whether the JSON report has the same.

Usage: suppressed.py LOG REPORT
"""

import json
import sys


def place(location):
    physical = location["physicalLocation"]
    return physical["artifactLocation"]["uri"].rsplit("/", 1)[-1], physical["region"]["startLine"]


def of_log(log):
    for result in log["runs"][0]["results"]:
        kernel = result["locations"][0]["logicalLocations"][0]["name"]
        for s in result.get("suppressions", []):
            assert s["status"] == "accepted"
            yield (result["ruleId"], kernel, s["kind"], s.get("justification"), *place(s["location"]))


def of_report(report):
    kinds = {"in-source": "inSource", "mapping": "external"}
    for kernel in report["kernels"]:
        for finding in kernel["findings"]:
            if s := finding.get("suppression"):
                file = s.get("file", kernel["file"]).rsplit("/", 1)[-1]
                yield finding["rule"], kernel["name"], kinds[s["kind"]], s["reason"], file, s["line"]


def main():
    log, report = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    found = list(of_log(log))
    for rule, kernel, kind, reason, _, line in found:
        print(rule, kernel, kind, f"'{reason}'" if reason else "no-reason", "line", line)
    if sorted(found, key=str) != sorted(of_report(report), key=str):
        sys.exit("the report differs: " + str(list(of_report(report))))


main()
