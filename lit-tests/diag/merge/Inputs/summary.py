#!/usr/bin/env python3
"""Prints the results of a SARIF log, one line each, and what was not analysed.

Usage: summary.py LOG
"""

import json
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        runs = json.load(f)["runs"]
    for run in runs:
        print(run["automationDetails"]["id"])
        for result in run["results"]:
            physical = result["locations"][0]["physicalLocation"]
            print(physical["artifactLocation"]["uri"], physical["region"]["startLine"], result["ruleId"],
                  result["properties"]["target"], result["partialFingerprints"]["primaryLocationLineHash"].split(":")[1])
        for invocation in run["invocations"]:
            print("fine" if invocation["executionSuccessful"] else "not fine")
            for notification in invocation["toolExecutionNotifications"]:
                print(notification["level"], notification["message"]["text"])


if __name__ == "__main__":
    main()
