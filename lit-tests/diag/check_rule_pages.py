#!/usr/bin/env python3
"""Checks that a directory has one page for each rule, and that those of a SARIF log say the same.

Usage: check_rule_pages.py LOG LIST DIRECTORY
LIST has the rules as `clperf explain` lists them. Prints one line per difference and exits 1 if
there is any.
"""

import json
import sys
from pathlib import Path


def page(rule):
    title = rule["shortDescription"]["text"].rstrip(".")
    return f"# {rule['id']}\n\n{title}.\n\n{rule['help']['markdown'].strip()}\n"


def file_of(rule):
    return rule.removeprefix("clperf-").replace("-", "_") + ".md"


def main():
    log, directory = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[3])
    names = {file_of(line.split()[0]) for line in Path(sys.argv[2]).read_text().splitlines()}
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    pages = {file_of(rule["id"]): page(rule) for rule in rules}
    wrong = len(pages) == 0
    for name in sorted({*pages, *names, *(p.name for p in directory.glob("[a-z]*.md"))}):
        path = directory / name
        if name not in names:
            print(f"{path}: there is no such rule")
        elif not path.exists():
            print(f"{path}: missing")
        elif name in pages and path.read_text() != pages[name]:
            print(f"{path}: differs from what the rule says")
        else:
            continue
        wrong = True
    sys.exit(wrong)


main()
