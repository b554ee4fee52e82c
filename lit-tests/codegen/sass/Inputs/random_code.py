"""Decodes bytes at random, of numbers that are no multiples of an instruction's, too, and the same again with opcodes that are there.

Usage: random_code.py DUMP-SASS SCRATCH ARCH...

What is printed of a file must be of as many instructions as it has.
"""

import random
import re
import subprocess
import sys
from pathlib import Path

SIZES = [0, 7, 17, 33, 1000, 33333]


def instructions(arch, size):
    """Of so many bytes: Maxwell has one word of control before every three of instructions."""
    words = size // 8
    return words // 4 * 3 + max(words % 4 - 1, 0) if arch < 70 else size // 16


def contents(numbers, arch, size):
    """Bytes without order, those that count up, and ones whose opcodes are likely."""
    yield numbers.randbytes(size)
    yield bytes(i * 37 % 256 for i in range(size))
    code = bytearray(numbers.randbytes(size))
    for i in range(0, size - 15, 16 if arch >= 70 else 8):
        if arch >= 70:
            code[i + 1] = code[i + 1] & 0x0f | 0x70
        else:
            code[i + 7] = numbers.choice([0x5b, 0x5c, 0x4c, 0x38, 0xee, 0xef, 0xe2, 0xe3, 0xf0])
    yield bytes(code)


def main():
    dump, scratch, *archs = sys.argv[1:]
    numbers = random.Random(1)
    for arch in map(int, archs):
        files = 0
        for size in SIZES:
            for content in contents(numbers, arch, size):
                Path(scratch).write_bytes(content)
                text = subprocess.run([dump, "--all", str(arch), scratch], check=True, capture_output=True, text=True).stdout
                found = int(re.match(r"\d+", text.splitlines()[-1])[0])
                if found != instructions(arch, size):
                    sys.exit(f"sm_{arch}: {found} instructions of {size} bytes")
                files += 1
        print(f"sm_{arch}: {files} files decoded")


if __name__ == "__main__":
    main()
