#!/usr/bin/env python3
"""Writes a GPU description: gpu_file.py FILE base=BASE KEY=NUMBER..."""

import json
import os
import sys


def describe(name, settings):
    gpu = {"name": name, "values": {}}
    for key, value in (s.split("=") for s in settings):
        if key == "base":
            gpu["base"] = value
        else:
            gpu["values"][key] = {"value": float(value), "kind": "measured", "source": "a test"}
    return gpu


def main():
    path, *settings = sys.argv[1:]
    name = os.path.splitext(os.path.basename(path))[0]
    with open(path, "w") as f:
        json.dump(describe(name, settings), f)


if __name__ == "__main__":
    main()
