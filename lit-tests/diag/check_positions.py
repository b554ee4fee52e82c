"""check_positions.py CLPERF-CC SCRATCH SOURCE [VARIANT...]: the source is written with and without a byte-order
mark, with LF and CRLF, and with text outside ASCII before the code, or only as those variants say. What SARIF says must hold for a reader
that decodes UTF-8, leaves the mark out and counts UTF-16 units: every region is its snippet, findings
are the same ones at the same text, and fixes give the same copy as the byte columns of the JSON
report."""

import json
import os
import subprocess
import sys

MARK = b"\xef\xbb\xbf"


def variants(text):
    yield "plain", text
    yield "mark", MARK + text
    yield "crlf", text.replace(b"\n", b"\r\n")
    yield "mark-crlf", MARK + text.replace(b"\n", b"\r\n")
    wide = b"".join(b"/* \xc3\xbc \xf0\x9d\x84\x9e */\t" + line if line.strip() and not line.startswith(b"#")
                    and not line.startswith(b"//") else line for line in text.splitlines(True))
    yield "wide", wide
    yield "mark-wide", MARK + wide
    yield "mark-crlf-wide", MARK + wide.replace(b"\n", b"\r\n")


def run(clperf, path):
    sarif, report = path + ".sarif", path + ".json"
    subprocess.run([clperf, "-fsyntax-only", path, "-fclperf-no-text", "-fclperf-no-cache",
                    f"-fclperf-add-output=sarif:file={sarif}",
                    f"-fclperf-add-output=json:file={report}"], check=True)
    with open(sarif, encoding="utf-8") as f:
        results = json.load(f)["runs"][0]["results"]
    with open(report, encoding="utf-8") as f:
        return results, json.load(f)["kernels"]


def units(text):
    """The text as a list of UTF-16 units."""
    raw = text.encode("utf-16-le")
    return [raw[i:i + 2] for i in range(0, len(raw), 2)]


def between(line, begin, end):
    return b"".join(units(line)[begin - 1:end - 1]).decode("utf-16-le")


def apply_units(text, replacements):
    lines = text.split("\n")
    for r in sorted(replacements, key=lambda r: (r["deletedRegion"]["startLine"],
                                                 r["deletedRegion"]["startColumn"]), reverse=True):
        region = r["deletedRegion"]
        line = lines[region["startLine"] - 1]
        all_units = units(line)
        before, after = all_units[:region["startColumn"] - 1], all_units[region["endColumn"] - 1:]
        lines[region["startLine"] - 1] = (b"".join(before).decode("utf-16-le")
                                          + r["insertedContent"]["text"]
                                          + b"".join(after).decode("utf-16-le"))
    return "\n".join(lines)


def apply_bytes(data, edits):
    lines = data.split(b"\n")
    for e in sorted(edits, key=lambda e: (e["line"], e["col"]), reverse=True):
        line = lines[e["line"] - 1]
        lines[e["line"] - 1] = line[:e["col"] - 1] + e["text"].encode() + line[e["end_col"] - 1:]
    return b"\n".join(lines)


def check(name, data, results, kernels):
    text = data.decode("utf-8-sig")
    lines = text.splitlines()
    found = []
    for result in results:
        for location in [result["locations"][0], *result.get("relatedLocations", [])]:
            region = location["physicalLocation"].get("region")
            if region:
                said = between(lines[region["startLine"] - 1], region["startColumn"], region["endColumn"])
                assert said == region["snippet"]["text"], (name, region, said)
        region = result["locations"][0]["physicalLocation"]["region"]
        found.append((result["ruleId"], region["startLine"], region["snippet"]["text"],
                      result["properties"].get("cost_ms")))
    by_units = [apply_units(text, c["replacements"]) for r in results for f in r.get("fixes", [])
                for c in f["artifactChanges"]]
    by_bytes = [apply_bytes(data, fix["edits"]).decode("utf-8-sig")
                for k in kernels for f in k["findings"] for fix in f["fixes"]]
    assert sorted(by_units) == sorted(by_bytes), f"{name}: fixes differ"
    return sorted(found, key=str), len(by_units)


def main():
    clperf, scratch, source, *wanted = sys.argv[1:]
    os.makedirs(scratch, exist_ok=True)
    with open(source, "rb") as f:
        text = f.read()
    first = None
    for name, data in variants(text):
        if wanted and name not in wanted:
            continue
        path = os.path.join(scratch, f"{name}.cl")
        with open(path, "wb") as f:
            f.write(data)
        found = check(name, data, *run(clperf, path))
        first = first or found
        assert found == first, f"{name}: {found} instead of {first}"
        print(f"{name}: {len(found[0])} findings, {found[1]} fixes")


main()
