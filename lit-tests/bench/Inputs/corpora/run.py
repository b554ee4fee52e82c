"""run.py CORPORA CLPERF_CC DIRECTORY: measures what is in the directory, as one corpus."""

import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import measure  # noqa: E402

directory = Path(sys.argv[3])
cases = [measure.Case("small", path.name, str(directory), ["-DSCALE=2"]) for path in sorted(directory.glob("*.cl"))]
outcomes = measure.measure_all(cases, sys.argv[2], directory / "log")
measure.print_table(outcomes)
for what in ("named", "lost"):
    measure.print_reasons(outcomes, what)
measure.print_objections(outcomes)
