#!/usr/bin/env python3
"""Validates JSON files against a JSON Schema, with nothing but the standard library.

Usage: validate_schema.py SCHEMA FILE...
Prints one line per violation and exits 1 if there is any, or if the schema uses a
keyword that is not checked here: nothing passes because it was not understood.
"""

import json
import re
import sys

ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def no_constant(text):
    raise ValueError(f"{text} is not JSON")


def has_type(value, name):
    if name in ("number", "integer"):
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
        return numeric and (name == "number" or whole)
    return isinstance(value, TYPES[name])


def is_number(value):
    return has_type(value, "number")


def same(a, b):
    return a == b and isinstance(a, bool) == isinstance(b, bool)


# Keyword: (the values it applies to, what must hold).
SIMPLE = {
    "type": (lambda v: True,
             lambda v, k: any(has_type(v, t) for t in (k if isinstance(k, list) else [k]))),
    "const": (lambda v: True, same),
    "enum": (lambda v: True, lambda v, k: any(same(v, each) for each in k)),
    "minimum": (is_number, lambda v, k: v >= k),
    "maximum": (is_number, lambda v, k: v <= k),
    "minLength": (lambda v: isinstance(v, str), lambda v, k: len(v) >= k),
    "pattern": (lambda v: isinstance(v, str), lambda v, k: re.search(k, v)),
    "minItems": (lambda v: isinstance(v, list), lambda v, k: len(v) >= k),
    "maxItems": (lambda v: isinstance(v, list), lambda v, k: len(v) <= k),
    "minProperties": (lambda v: isinstance(v, dict), lambda v, k: len(v) >= k),
    "maxProperties": (lambda v: isinstance(v, dict), lambda v, k: len(v) <= k),
    "required": (lambda v: isinstance(v, dict), lambda v, k: set(k) <= set(v)),
}
NESTED = {"$ref", "items", "properties", "additionalProperties"}


def resolve(root, ref):
    node = root
    for step in ref.removeprefix("#/").split("/"):
        node = node[step]
    return node


def children(root, schema, value):
    """(schema, value, step) of everything that the schema has further rules for."""
    if "$ref" in schema:
        yield resolve(root, schema["$ref"]), value, ""
    if isinstance(value, list) and "items" in schema:
        yield from ((schema["items"], each, f"/{i}") for i, each in enumerate(value))
    if isinstance(value, dict):
        known = schema.get("properties", {})
        other = schema.get("additionalProperties", True)
        yield from ((known.get(key, other), each, f"/{key}") for key, each in value.items())


def violations(root, schema, value, path=""):
    if isinstance(schema, bool):
        if not schema:
            yield f"{path}: not allowed"
        return
    for key, rule in schema.items():
        if key in SIMPLE:
            applies, holds = SIMPLE[key]
            if applies(value) and not holds(value, rule):
                yield f"{path or '/'}: {key} {json.dumps(rule)} does not hold"
    for part, each, step in children(root, schema, value):
        yield from violations(root, part, each, path + step)


def unknown_keywords(schema, path="#"):
    if isinstance(schema, bool):
        return
    for key in schema.keys() - SIMPLE.keys() - NESTED - ANNOTATIONS:
        yield f"{path}: keyword '{key}' is not supported"
    for group in ("$defs", "properties"):
        for name, part in schema.get(group, {}).items():
            yield from unknown_keywords(part, f"{path}/{group}/{name}")
    for group in ("items", "additionalProperties"):
        yield from unknown_keywords(schema.get(group, True), f"{path}/{group}")


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        schema = json.load(f)
    failed = False
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as f:
            value = json.load(f, parse_constant=no_constant)
        found = [*unknown_keywords(schema), *violations(schema, schema, value)]
        print("\n".join(found + [f"{path}: {len(found)} violations"]))
        failed |= bool(found)
    return failed


if __name__ == "__main__":
    sys.exit(main())
