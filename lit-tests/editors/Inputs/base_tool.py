"""Runs a tool of Compiler Explorer as its class testing-tool does, and prints what its pane would show:
base_tool.py PROPERTIES PROGRAMS SOURCE [ARGUMENT...]. Fails where it takes too long or says too much. Compiler Explorer's limit
is one of elapsed time; compared is processor time, which does not depend on what else a machine does."""

import os
import re
import resource
import subprocess
import sys

LIMIT_S, LIMIT_STDERR, PATIENCE_S = 7.5, 5000, 300

# What its panes make links of, once the file's name is replaced.
PLACE = re.compile(r"^\s*<source>[(:](\d+)(?::?,?(\d+):?)?[):]*\s*(.*)")

properties_file, programs, source, *arguments = sys.argv[1:]
with open(properties_file) as f:
    lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
properties = dict(line.split("=", 1) for line in lines)
tool = {key.removeprefix("tools.clperf."): value for key, value in properties.items()}
assert properties["tools"] == "clperf"
assert tool["class"] == "testing-tool" and tool["type"] == "independent"

exe = os.path.join(programs, os.path.basename(tool["exe"]))
done = subprocess.run([exe, *tool["options"].split(), *arguments, source], capture_output=True,
                      text=True, cwd=os.path.dirname(source), timeout=PATIENCE_S,
                      env={"PATH": os.environ["PATH"], "CLPERF_CACHE_DIR": os.path.join(os.path.dirname(source), "cache"), "CLPERF_GPU": os.environ["CLPERF_GPU"]})
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
assert len(done.stderr) < LIMIT_STDERR, len(done.stderr)
assert seconds < LIMIT_S, seconds
print(f"status {done.returncode}, {seconds:.1f} s, {len(done.stderr)} on stderr")
for line in done.stdout.splitlines():
    line = line.replace(source, "<source>")
    place = PLACE.match(line)
    print("line {0}, column {1}: {2}".format(*place.groups()) if place else f"text: {line}")
