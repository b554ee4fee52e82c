#!/usr/bin/env python3
"""Writes the buffers that kernels here and in the examples read, into a folder."""

import pathlib
import random
import struct
import sys


def main(folder):
    values = random.Random(7)
    index = [values.randrange(512) for _ in range(512)]
    start = [0]
    for _ in range(128):
        start.append(start[-1] + values.choice([0, 0, 1, 2, 3, 9]) % (513 - start[-1]))
    # Chains that end at 0: each link leads further down.
    links = [0] + [values.randrange(i) for i in range(1, 256)]
    text = bytes(values.choice(b"etaoin   \x80\xff") for _ in range(2047)) + b" "
    box = []
    for _ in range(128):
        low = values.randrange(200)
        box += [low, low + values.randrange(-3, 8)]
    edge, values_of_edges = [], random.Random(8)
    for _ in range(128):
        low = values_of_edges.randrange(200)
        edge += [low, low + values_of_edges.randrange(-3, 8)]
    files = {"index": ("i", index), "start": ("I", start), "next": ("i", links),
             "text": ("B", list(text)), "box": ("h", box), "edge": ("i", edge), "pair": ("i", [6, 17]),
             "points": ("f", [values_of_edges.uniform(0, 8) for _ in range(256)]),
             "pixels": ("I", [values.getrandbits(32) for _ in range(4096)])}
    for name, (kind, numbers) in files.items():
        (folder / f"{name}.bin").write_bytes(struct.pack(f"<{len(numbers)}{kind}", *numbers))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
