#!/usr/bin/env python3
"""Lists the results of a SARIF log: baselineState, line, and the buffer that the message names.

Usage: states.py LOG
"""

import json
import re
import sys

for result in json.load(open(sys.argv[1], encoding="utf-8"))["runs"][0]["results"]:
    region = result["locations"][0]["physicalLocation"]["region"]
    print(result["baselineState"], region["startLine"], re.search(" '(.*?)'", result["message"]["text"])[1])
