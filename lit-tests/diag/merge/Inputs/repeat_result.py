#!/usr/bin/env python3
"""Copies a SARIF log with its first result repeated N times, at other lines and ranks.

Usage: repeat_result.py N < LOG > COPY
The rank falls with the line.
"""

import copy
import json
import sys


def repeated(result, line, n):
    result = copy.deepcopy(result)
    region = result["locations"][0]["physicalLocation"]
    del region["contextRegion"]
    region["region"].update(startLine=line, endLine=line)
    result["rank"] = 100 - 100 * line / n
    return result


def main():
    n = int(sys.argv[1])
    log = json.load(sys.stdin)
    run = log["runs"][0]
    run["results"] = [repeated(run["results"][0], n - i, n) for i in range(n)]
    json.dump(log, sys.stdout)


if __name__ == "__main__":
    main()
