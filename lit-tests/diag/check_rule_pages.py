#!/usr/bin/env python3
"""Checks that a directory has one page for each rule in a SARIF log, and that it says the same.

Usage: check_rule_pages.py LOG DIRECTORY
Prints one line per difference and exits 1 if there is any.
"""

import json
import sys
from pathlib import Path


def page(rule):
    title = rule["shortDescription"]["text"].rstrip(".")
    return f"# {rule['id']}\n\n{title}.\n\n{rule['help']['markdown'].strip()}\n"


def main():
    log, directory = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    pages = {rule["id"].removeprefix("clperf-").replace("-", "_") + ".md": page(rule) for rule in rules}
    wrong = len(pages) == 0
    for name in sorted({*pages, *(p.name for p in directory.glob("[a-z]*.md"))}):
        path = directory / name
        if name not in pages:
            print(f"{path}: there is no such rule")
        elif not path.exists():
            print(f"{path}: missing")
        elif path.read_text() != pages[name]:
            print(f"{path}: differs from what the rule says")
        else:
            continue
        wrong = True
    sys.exit(wrong)


main()
