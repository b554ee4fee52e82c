"""Checks that relative links of Markdown pages lead to files and headings that exist.

usage: check_links.py FILE.md...
"""

import functools
import os
import re
import sys

LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)
CODE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]*`", re.M | re.S)


def anchor(heading):
    """The name that GitHub gives a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


@functools.cache
def anchors(path):
    with open(path, encoding="utf-8") as f:
        return {anchor(h) for h in HEADING.findall(f.read())}


def broken(page):
    """The links of a page that lead nowhere."""
    with open(page, encoding="utf-8") as f:
        text = CODE.sub("", f.read())
    for link in LINK.findall(text):
        path, _, part = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = os.path.join(os.path.dirname(page), path) if path else page
        if not os.path.exists(target) or (part and target.endswith(".md") and part not in anchors(target)):
            yield link


def main():
    found = [f"{page}: {link}" for page in sys.argv[1:] for link in broken(page)]
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
