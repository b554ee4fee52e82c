"""Writes the file that a text has the bytes of, as hexadecimal digits; they are compressed by zlib where its first line
says so.

usage: unhex.py TEXT FILE
       unhex.py --make FILE TEXT    the other way round
"""

import sys
import zlib


def read(path):
    with open(path) as f:
        lines = [line.strip() for line in f if not line.startswith("#")]
    packed = lines[0] == "zlib"
    data = bytes.fromhex("".join(lines[packed:]))
    return zlib.decompress(data) if packed else data


def make(path):
    with open(path, "rb") as f:
        data = f.read()
    packed = zlib.compress(data, 9)
    lines = ["zlib"] if len(packed) < len(data) * 3 // 4 else []
    digits = (packed if lines else data).hex()
    return "\n".join(lines + [digits[i:i + 120] for i in range(0, len(digits), 120)]) + "\n"


if sys.argv[1] == "--make":
    with open(sys.argv[3], "w") as f:
        f.write(make(sys.argv[2]))
else:
    with open(sys.argv[2], "wb") as f:
        f.write(read(sys.argv[1]))
