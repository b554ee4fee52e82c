"""Compares the reports of the same kernels in CUDA and OpenCL: compare_twins.py A.json B.json [SHARE]

What the programs do to the GPU must be equal: accesses with their sectors and passes, trip counts,
branches, time and findings. Times may differ by that share, where the code that is priced is what each language's
compiler made. Lines and spellings may differ, as the languages do.
"""
import json
import sys


def facts(kernel):
    def rows(key, names):
        return [tuple(entry.get(name) for name in names) for entry in kernel[key]]

    return {
        "launch": (kernel["launch"]["global"], kernel["launch"]["local"]),
        "time_ms": kernel["time_ms"],
        "bound": kernel["bound"],
        "registers": kernel["registers"],
        "local_bytes": kernel["local_bytes"],
        "occupancy": kernel["occupancy"],
        "loops": rows("loops", ["depth", "trips_min", "trips_avg", "trips_max", "known"]),
        "branches": rows("branches", ["executions", "divergent", "known"]),
        "accesses": sorted(rows("accesses", [
            "kind", "space", "bytes", "requests", "sectors32", "segments128",
            "bank_degree_avg", "bank_degree_max", "uniform", "known"])),
        "findings": sorted(rows("findings", ["rule", "cost_ms"])),
    }


def kernels(path):
    with open(path) as f:
        return {(k["name"], k["gpu"]): facts(k) for k in json.load(f)["kernels"]}


first, second = kernels(sys.argv[1]), kernels(sys.argv[2])
share = float(sys.argv[3]) if len(sys.argv) > 3 else 0
different = 0
if first.keys() != second.keys():
    print("kernels:", sorted(first), "and", sorted(second))
    different += 1
for name in first.keys() & second.keys():
    for fact, value in first[name].items():
        other = second[name][fact]
        close = fact == "time_ms" and abs(value - other) <= share * value
        if value != other and not close:
            print(f"{name}: {fact}: {value} and {second[name][fact]}")
            different += 1
print(f"{len(first)} kernels, {different} differences")
sys.exit(different != 0)
