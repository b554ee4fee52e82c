"""Writes the machine code that a test lists.

Usage: hex_code.py TEST OUT

Lines `CODE: WORD...` of the test have words of 64 bits in hexadecimal digits, the one at the lower address first; what stands
behind ` ;` is a comment.
"""

import sys
from pathlib import Path


def main():
    words = []
    for line in Path(sys.argv[1]).read_text().splitlines():
        if line.startswith("CODE:"):
            words += [int(word, 16) for word in line[len("CODE:"):].split(" ;")[0].split()]
    Path(sys.argv[2]).write_bytes(b"".join(word.to_bytes(8, "little") for word in words))


if __name__ == "__main__":
    main()
