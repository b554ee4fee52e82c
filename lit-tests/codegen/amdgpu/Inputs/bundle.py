"""Writes an offload bundle as clang does.

Usage: bundle.py FORM OUTPUT TARGET=OBJECT...
FORM is plain, 1, 2 or 3 (the version of the compressed form) and, of these, with the letter z for zstd.
"""

import struct
import subprocess
import sys
import zlib

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
PAGE = 4096


def bundle(entries):
    """Names, with where each object is, and the objects at the beginnings of pages."""
    names = [b"host-x86_64-unknown-linux-gnu"] + [b"hipv4-amdgcn-amd-amdhsa--" + t.encode() for t, _ in entries]
    objects = [b""] + [open(path, "rb").read() for _, path in entries]
    head = MAGIC + struct.pack("<Q", len(names))
    at, body, places = PAGE, b"", []
    for data in objects:
        places.append((at, len(data)))
        body += data + bytes(-len(data) % PAGE)
        at = PAGE + len(body)
    for name, (offset, size) in zip(names, places):
        head += struct.pack("<QQQ", offset, size, len(name)) + name
    return head.ljust(PAGE, b"\0") + body


def compress(version, zstd, data):
    if zstd:
        packed = subprocess.run(["zstd", "-q", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout
    else:
        packed = zlib.compress(data)
    sizes = {1: "<I", 2: "<II", 3: "<QQ"}[version]
    whole = 4 + 2 + 2 + struct.calcsize(sizes) + 8 + len(packed)
    numbers = [len(data)] if version == 1 else [whole, len(data)]
    return b"CCOB" + struct.pack("<HH", version, int(zstd)) + struct.pack(sizes, *numbers) + bytes(8) + packed


def main():
    form, output = sys.argv[1:3]
    data = bundle([word.rsplit("=", 1) for word in sys.argv[3:]])
    if form != "plain":
        data = compress(int(form[0]), form.endswith("z"), data)
    open(output, "wb").write(data)


main()
