"""How long half2 takes next to float in two reports, and float in the first next to the second."""
import json
import sys


def times(path):
    report = json.load(open(path))
    return {k["name"]: k["time_ms"] for k in report["kernels"]}


first, second = (times(p) for p in sys.argv[1:3])
for gpu, t in (("mi210", first), ("mi300x", second)):
    print(f"{gpu}: halves to floats {t['halves'] / t['floats']:.2f}")
print(f"floats of the mi210 to the mi300x {first['floats'] / second['floats']:.2f}")
