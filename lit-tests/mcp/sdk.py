#!/usr/bin/env python3
"""Runs sdk.mjs with the protocol's own client, which comes from npm.

Usage: sdk.py CLPERF FOLDER
The package goes to FOLDER, unless it is there.
"""

import os
import subprocess
import sys

PACKAGE = "@modelcontextprotocol/sdk@1.32.2"


def main():
    program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(os.path.join(folder, "node_modules", PACKAGE.rpartition("@")[0], "dist")):
        subprocess.run(["npm", "install", "--silent", "--no-fund", "--no-audit", "--ignore-scripts", "--fetch-timeout=30000",
                        "--no-save", "--no-package-lock", "--prefix", folder, PACKAGE], check=True)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sdk.mjs")
    return subprocess.run(["node", script, folder, program]).returncode


if __name__ == "__main__":
    sys.exit(main())
