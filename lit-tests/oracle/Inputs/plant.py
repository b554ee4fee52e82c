"""usage: plant.py CLPERF_CC BUILD_FOLDER

Makes a report wrong in one figure after the other, and insists that the comparison finds each.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import compare
import oracle

FAULTS = [("loops", field) for field in ("entries", "trips_min", "trips_avg", "trips_max")]
FAULTS += [("branches", field) for field in ("executions", "divergent")]
FAULTS += [("accesses", field) for field in ("requests", "distinct", "sectors32", "segments128",
                                             "ideal_sectors_per_request", "bank_degree_avg",
                                             "bank_degree_max", "uniform")]


def first_with(reports, part, field):
    """A site that the figure applies to."""
    for report in reports:
        for site in report[part]:
            local = site.get("space") == "local"
            if part != "accesses" or field in ("requests", "distinct", "uniform") or \
                    local == field.startswith("bank"):
                return site
    raise LookupError(field)


def mismatches(runner, program, change):
    """What the comparison says after `change` to the report of the examples with loops, branches
    and local memory."""
    original = compare.run_clperf

    def changed(*args):
        reports = original(*args)
        change(reports)
        return reports

    compare.run_clperf = changed
    tally, manifest = compare.Tally(), HERE.parent / "examples.launch.json"
    sources = compare.read_manifest(manifest)
    source = next(s for s in sources if s.name == "matmul_tiled.cl")
    compare.compare_file(tally, runner, program, manifest, source, sources[source], ["gtx-980"])
    compare.run_clperf = original
    return tally.mismatches


def main(program, build):
    runner, missed = oracle.Oracle(build), []
    if mismatches(runner, program, lambda reports: None):
        missed.append("the report as it is differs")
    for part, field in FAULTS:
        def plant(reports):
            site = first_with(reports, part, field)
            site[field] = not site[field] if field == "uniform" else site[field] + 1
        if not mismatches(runner, program, plant):
            missed.append(f"{part} {field}")
    if not mismatches(runner, program, lambda reports: reports[0]["accesses"].pop()):
        missed.append("an access that is not in the report")
    print(f"{len(FAULTS) + 1} faults, missed: {', '.join(missed) or 'none'}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
