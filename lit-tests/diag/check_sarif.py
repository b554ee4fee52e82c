#!/usr/bin/env python3
"""Checks of a SARIF file that sarif-multitool does not make.

Usage: check_sarif.py FILE
URIs that viewers cannot show, regions over several lines, results without a level,
fingerprints that are missing or not unique, rule indices that point elsewhere, rules that nothing refers to, flows that viewers
do not show.
Prints one line per violation and exits 1 if there is any.
"""

import json
import re
import sys

CORNERS = ("startLine", "startColumn", "endLine", "endColumn")
FINGERPRINTS = ("primaryLocationLineHash", "clperf/v1")
LEVELS = ("note", "warning", "error")
PROPERTIES = ("target", "launch", "provenance")
MOST_RESULTS, LONGEST_MESSAGE = 5000, 1000


def check_location(location):
    physical = location["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    if uri.startswith(("./", "/", "../")) or "/./" in uri or re.match(r"[a-z]+:", uri):
        yield f"uri '{uri}' is not plainly relative"
    if not re.fullmatch(r"(%[0-9A-F]{2}|[A-Za-z0-9._~/-])+", uri):
        yield f"uri '{uri}' is not percent-encoded"
    region = physical.get("region", {})
    if any(not isinstance(region.get(corner), int) for corner in CORNERS):
        yield f"region {region} lacks one of its four numbers"
    elif region["startLine"] != region["endLine"]:
        yield "region is not on one line"
    elif not 1 <= region["startColumn"] < region["endColumn"] or region["startLine"] < 1:
        yield "region is empty"
    if "contextRegion" in physical:
        outer = [physical["contextRegion"][corner] for corner in CORNERS]
        inner = [region[corner] for corner in CORNERS]
        if inner == outer or not (outer[:2] <= inner[:2] and inner[2:] <= outer[2:]):
            yield "contextRegion is not around the region"


def check_flows(result):
    """One flow with one thread flow, as viewers show no other; each step with its place and text."""
    flows = result.get("codeFlows", [])
    if len(flows) > 1 or any(len(flow["threadFlows"]) != 1 for flow in flows):
        yield "more than one flow"
    for step in flows[0]["threadFlows"][0]["locations"] if flows else []:
        if "index" in step:
            yield "a step by index"
        if not step["location"].get("message", {}).get("text", "").endswith((".", "…")):
            yield "a step without a sentence"
        yield from check_location(step["location"])


def check_state(result):
    if result.get("baselineState", "new") not in ("new", "unchanged", "absent"):
        yield "unknown baselineState"
    for suppression in result.get("suppressions", []):
        if suppression.get("kind") not in ("inSource", "external") or suppression.get("status") != "accepted":
            yield "suppression without kind or status"
        yield from check_location(suppression["location"])


def check_numbers(result):
    rank, properties = result.get("rank"), result["properties"]
    if rank is not None and not 0 <= rank <= 100:
        yield f"rank {rank} is not in 0..100"
    if ("ms" in properties) != (rank is not None):
        yield "cost without rank, or rank without cost"
    if any(not properties.get(key) for key in PROPERTIES):
        yield f"properties lack one of {PROPERTIES}"


def check_result(result, rules):
    index = result.get("ruleIndex", -1)
    if not 0 <= index < len(rules) or rules[index]["id"] != result["ruleId"]:
        yield f"ruleIndex {index} is not {result['ruleId']}"
    if result.get("level") not in LEVELS:
        yield "no level"
    text = result["message"]["text"]
    if not text.endswith((".", "…")) or "\n" in text or len(text) > LONGEST_MESSAGE:
        yield "message is not sentences on one line"
    if len(result.get("locations", [])) != 1:
        yield "not exactly one location"
    for location in result.get("locations", []) + result.get("relatedLocations", []):
        yield from check_location(location)
    yield from check_flows(result)
    yield from check_state(result)
    yield from check_numbers(result)


def check_rule(rule):
    if not rule["id"].startswith("clperf-"):
        yield f"rule id {rule['id']}"
    for key in ("shortDescription", "fullDescription", "help"):
        if not rule.get(key, {}).get("text"):
            yield f"rule {rule['id']} lacks {key}"
    if not rule["help"].get("markdown"):
        yield f"rule {rule['id']} lacks help in markdown"
    if not 2 <= len(rule["properties"]["tags"]) <= 10:
        yield f"rule {rule['id']} has not its tags"
    if "security-severity" in rule["properties"]:
        yield f"rule {rule['id']} would be a security alert"


def check_fingerprints(results):
    for name in FINGERPRINTS:
        prints = [r.get("partialFingerprints", {}).get(name) for r in results]
        if None in prints:
            yield f"results without {name}"
        elif len(set(prints)) != len(prints):
            yield f"{name} is not unique"


def check_references(run):
    """Descriptors that nothing refers to, references that lead elsewhere, and what GitHub asks of each descriptor."""
    driver = run["tool"]["driver"]
    notifications = [n for i in run["invocations"] for n in i["toolExecutionNotifications"]]
    rules = [(r["ruleId"], r["ruleIndex"]) for r in run["results"]]
    rules += [(n["associatedRule"]["id"], n["associatedRule"]["index"]) for n in notifications if "associatedRule" in n]
    kinds = [(n["descriptor"]["id"], n["descriptor"]["index"]) for n in notifications]
    for name, descriptors, used in (("rule", driver["rules"], rules), ("notification", driver["notifications"], kinds)):
        numbered = {(d["id"], i) for i, d in enumerate(descriptors)}
        yield from (f"{name} {id} is not used" for id, i in sorted(numbered - set(used)))
        yield from (f"reference to {name} {id} at {i} leads elsewhere" for id, i in sorted(set(used) - numbered))
    for kind in driver["notifications"]:
        if not all(kind.get(key, {}).get("text") for key in ("shortDescription", "fullDescription", "help")):
            yield f"notification {kind['id']} is not described"
    if not driver.get("informationUri", "https:").startswith("https:"):
        yield "informationUri leads nowhere"


def check_run(run):
    rules = run["tool"]["driver"]["rules"]
    yield from check_references(run)
    if not run["automationDetails"]["id"].startswith("clperf-cc/"):
        yield "automationDetails.id has no category"
    if len(run["results"]) > MOST_RESULTS:
        yield "too many results"
    for rule in rules:
        yield from check_rule(rule)
    for number, result in enumerate(run["results"]):
        yield from (f"result {number}: {text}" for text in check_result(result, rules))
    yield from check_fingerprints(run["results"])


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        log = json.load(f)
    found = [text for run in log["runs"] for text in check_run(run)]
    results = sum(len(run["results"]) for run in log["runs"])
    print("\n".join(found + [f"{sys.argv[1]}: {results} results, {len(found)} violations"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
