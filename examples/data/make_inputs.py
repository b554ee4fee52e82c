#!/usr/bin/env python3
"""Writes the inputs of spmv.cl and bfs.cl: one sparse matrix, which is also a graph.

Usage: make_inputs.py [DIRECTORY]   (default: where this script is)

rows.bin     uint32[4097]  where each row starts in columns.bin
columns.bin  uint32[]      column numbers, ascending within a row
frontier.bin uint32[]      the nodes of the widest level of a breadth-first search
                           from node 0, in the order of their discovery
"""

import random
import struct
import sys
from pathlib import Path

ROWS = 4096
SEED = 980


def make_matrix(rng):
    """Row lengths from 1 to 40, most of them short; columns anywhere."""
    matrix = []
    for _ in range(ROWS):
        length = min(40, int(1.3 / (1.0 - rng.random()) ** 0.8))
        matrix.append(sorted({int(rng.random() * ROWS) for _ in range(length)}))
    return matrix


def search(matrix):
    """Levels of all nodes that node 0 reaches, breadth first."""
    level = {0: 0}
    queue = [0]
    for node in queue:
        for target in matrix[node]:
            if target not in level:
                level[target] = level[node] + 1
                queue.append(target)
    return level


def write(path, kind, numbers):
    path.write_bytes(struct.pack(f"<{len(numbers)}{kind}", *numbers))


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    matrix = make_matrix(random.Random(SEED))
    starts = [0]
    for row in matrix:
        starts.append(starts[-1] + len(row))
    level = search(matrix)
    reached = list(level.values())
    widest = max(reached, key=reached.count)
    write(folder / "rows.bin", "I", starts)
    write(folder / "columns.bin", "I", [column for row in matrix for column in row])
    write(folder / "frontier.bin", "I", [node for node in level if level[node] == widest])
    print(f"{ROWS} rows, {starts[-1]} entries, {len(reached)} nodes reached, "
          f"{reached.count(widest)} of them on level {widest}")


if __name__ == "__main__":
    main()
