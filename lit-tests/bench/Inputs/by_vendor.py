"""Says how close the predictions of `validate --json` come, by vendor, and whether GPUs are ranked as measured.

usage: by_vendor.py POINTS.json

Prints a Markdown table: points, GPUs, median error, share of measured times in their intervals, median of predicted over measured; then Kendall's
rank correlation over all GPUs with the problem that most points have.
"""

import collections
import json
import statistics
import sys


def row(name, points):
    errors = [abs(p["predicted_ms"] / p["measured_ms"] - 1) for p in points]
    ratios = [p["predicted_ms"] / p["measured_ms"] for p in points]
    inside = sum(p["low_ms"] <= p["measured_ms"] <= p["high_ms"] for p in points)
    return (f"| {name} | {len(points)} | {len({p['gpu'] for p in points})} | {100 * statistics.median(errors):.1f} % | "
            f"{100 * inside / len(points):.0f} % | {statistics.median(ratios):.2f} |")


def kendall(points):
    """Of predicted and measured times; pairs with equal times count as neither."""
    agree = differ = 0
    for i, a in enumerate(points):
        for b in points[:i]:
            sign = (a["predicted_ms"] - b["predicted_ms"]) * (a["measured_ms"] - b["measured_ms"])
            agree, differ = agree + (sign > 0), differ + (sign < 0)
    return (agree - differ) / (agree + differ)


def main():
    points = json.load(open(sys.argv[1]))
    failed = [p for p in points if p.get("failed")]
    points = [p for p in points if not p.get("failed")]
    print("| GPUs of | points | GPUs | median error | in the interval | predicted / measured |\n|---|---|---|---|---|---|")
    vendors = collections.defaultdict(list)
    for p in points:
        vendors[p["vendor"]].append(p)
    for name in sorted(vendors, key=lambda v: -len(vendors[v])):
        print(row(name, vendors[name]))
    print(row("all but nvidia and amd", [p for p in points if p["vendor"] not in ("nvidia", "amd")]))
    print(row("all", points))
    problems = collections.defaultdict(list)
    for p in points:
        problems[str((p["defines"], p["args"]))].append(p)
    for same in sorted(problems.values(), key=len)[-2:]:
        print(f"Kendall's tau of {len(same)} GPUs: {kendall(same):.3f}")
    print(len(failed), "failed")


main()
