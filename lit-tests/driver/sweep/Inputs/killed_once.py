"""Writes a program `clperf` into DIRECTORY whose first attempt at part 2 of a sweep dies by SIGKILL and leaves
its output cut in the middle of a row: killed_once.py CLPERF DIRECTORY"""

import shlex
import sys
from pathlib import Path

program, directory = shlex.quote(sys.argv[1]), Path(sys.argv[2]).resolve()
directory.mkdir(parents=True, exist_ok=True)
(directory / "clperf").write_text(f"""#!/bin/sh
case " $* " in
    *" --shard 2/"*)
        if mkdir {shlex.quote(str(directory / "tried"))} 2>/dev/null; then
            {program} "$@"
            truncate -s 400 part-2.csv
            kill -9 $$
        fi ;;
esac
exec {program} "$@"
""")
(directory / "clperf").chmod(0o755)
