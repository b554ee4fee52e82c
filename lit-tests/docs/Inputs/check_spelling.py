"""Says which words of pages aspell does not know.

usage: check_spelling.py WORDS PAGE...
WORDS is a list of words, one a line, that are right although the dictionary (British English) lacks them. Code is left out, and so
are links' targets, the first cells of tables, and names with figures or underscores. Prints "PAGE: WORD" for what is unknown, and then exits with 1.
"""

import re
import subprocess
import sys
from pathlib import Path

CODE = re.compile(r"^(```|~~~).*?^\1|``.*?``|`[^`]*`|\]\([^)]*\)|https?://\S+|<[^>\s]*>|^\|[^|\n]*\|", re.M | re.S)
NAME = re.compile(r"\S*[\w'][_/.\d=\\][\w']\S*|\b\w*\d\w*\b|-\w+=\S*")


def unknown(text):
    """The words of a text that the dictionary lacks, as the text has them."""
    said = subprocess.run(["aspell", "list", "-l", "en_GB", "--encoding=utf-8", "--ignore=2"], check=True,
                          capture_output=True, text=True, input=NAME.sub(" ", CODE.sub(" ", text))).stdout
    return set(said.split())


def main():
    words, pages = set(Path(sys.argv[1]).read_text().split()), sys.argv[2:]
    wrong = []
    for page in pages:
        for word in sorted(unknown(Path(page).read_text())):
            plain = re.sub(r"'s?$", "", word)
            if not {word, plain, plain.lower()} & words:
                wrong.append(f"{page}: {word}")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
