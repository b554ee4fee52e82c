#!/usr/bin/env python3
"""Runs a program and checks how it ends.

Usage: status.py EXIT_STATUS_OR_SIGNAL PROGRAM [ARGUMENT...]
"""

import signal
import subprocess
import sys

wanted, command = sys.argv[1], sys.argv[2:]
got = subprocess.run(command).returncode
got = signal.Signals(-got).name if got < 0 else str(got)
if got != wanted:
    sys.exit(f"expected {wanted}, got {got}: {' '.join(command)}")
