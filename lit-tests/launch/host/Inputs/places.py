#!/usr/bin/env python3
"""Checks that the findings of a JSON report point at an '=' each, and that the SARIF file has them
at the same places.

Usage: places.py REPORT.json REPORT.sarif
"""

import json
import sys


def main():
    report = json.load(open(sys.argv[1]))
    sarif = json.load(open(sys.argv[2]))
    places = set()
    for kernel in report["kernels"]:
        for finding in kernel["findings"]:
            file = finding.get("file", kernel["file"])
            line = open(file, encoding="utf-8").read().splitlines()[finding["line"] - 1]
            if finding["rule"] == "clperf-uncoalesced":
                places.add((file, finding["line"], finding["col"]))
                assert line.encode()[finding["col"] - 1 :][:1] == b"=", (finding, line)
    written = set()
    for result in sarif["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        if result["ruleId"] == "clperf-uncoalesced":
            region = place["region"]
            written.add((place["artifactLocation"]["uri"], region["startLine"],
                         region["startColumn"]))
    assert len(places) == 6, places
    assert places == written, (places, written)


if __name__ == "__main__":
    main()
