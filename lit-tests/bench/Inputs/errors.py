"""Runs bench/validate with bad tables, recipes and options: exit status 2 and the message."""

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

program, inputs, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
shutil.rmtree(scratch, ignore_errors=True)
scratch.mkdir(parents=True)
table = (inputs / "times.csv").read_text()
header, row = table.splitlines()[:2]
good = (inputs / "recipes/own.json").read_text()
failed = 0


def check(message, *args):
    global failed
    done = subprocess.run([program, *map(str, args)], capture_output=True, text=True)
    if done.returncode != 2 or message not in done.stderr or "predicted" in done.stdout:
        failed += 1
        print(f"{args}: status {done.returncode}, expected {message!r}\n{done.stderr}")


def bad_table(message, text):
    path = scratch / "bad.csv.gz"
    path.write_bytes(text if isinstance(text, bytes) else gzip.compress(text.encode()))
    check(message, "--table", path)


def bad_recipe(message, text):
    folder = scratch / "recipes"
    folder.mkdir(exist_ok=True)
    (folder / "bad.json").write_text(text)
    check("bad.json" + message, "--table", inputs / "times.csv", "--recipes", folder)


def changed(*changes):
    """The minimal recipe with keys replaced or added."""
    import json

    recipe = {"version": 1, "kernel": "k", "source": str(inputs / "scale.cl"), "function": "scale"}
    for key, value in changes:
        recipe[key] = value
        if value is None:
            del recipe[key]
    return json.dumps(recipe)


bad_table("cannot read table", gzip.compress(table.encode())[:-9])
bad_table(":1: the header is not dataset,kernel,", "kernel,time\n")
bad_table(":1: the header is not dataset,kernel,", "")
bad_table("is not a text file", header.encode() + b"\n\0")
bad_table(":2: 13 columns, expected 14", header + "\n" + row.rsplit(",", 1)[0])
bad_table(":2: 15 columns, expected 14", header + "\n" + row + ",")
bad_table(":2: time_ms is not a positive number", header + "\n" + row.replace("0.19", "0"))
bad_table(":2: time_ms is not a positive number", header + "\n" + row.replace("0.19", "1ms"))
bad_table(":2: the kernel or the gpu is missing", header + "\n" + row.replace("scale", ""))
bad_table(":2: 'run' in column args is not NAME=VALUE", header + "\n" + row.replace("run=0", "run"))
bad_table(":2: the quoted field has no end", header + "\n" + row.replace("own", '"own'))
bad_table(":2: expected ',' or the end of the line", header + "\n" + row.replace("own", '"own"x'))

bad_recipe(":1: not valid JSON", "{")
bad_recipe(": recipe: expected an object", "[1]")
bad_recipe(": version: is missing", changed(("version", None)))
bad_recipe(": version: expected 1", changed(("version", 2)))
bad_recipe(": kernel: is missing", changed(("kernel", None)))
bad_recipe(": kernel: expected a string", changed(("kernel", 1)))
bad_recipe(": source: cannot read", changed(("source", "nowhere.cl")))
bad_recipe(": function: is missing", changed(("function", None)))
bad_recipe(': define: unknown key; did you mean "defines"?', changed(("define", {})))
bad_recipe(": note: is given twice", changed()[:-1] + ', "note": "a", "note": "b"}')
bad_recipe(": when: 'n ==', column 5: expected a number", changed(("when", "n ==")))
bad_recipe(": defines.N: 'n n', column 3:", changed(("defines", {"N": "n n"})))
bad_recipe(": defines.N: expected a number or a formula", changed(("defines", {"N": []})))
bad_recipe(": global: expected an array of 3 formulas", changed(("global", ["x", "y"])))
bad_recipe(": clock: expected an array of 2 formulas", changed(("clock", "x")))
bad_recipe(": args.a: expected one of", changed(("args", {"a": {"bytes": 1}})))
bad_recipe(": args: expected an object", changed(("args", 1)))
bad_recipe(': skip: expected {"when", "why"}', changed(("skip", [{"when": "1"}])))
bad_recipe(': counters.a: expected a formula or {"when", "is"}', changed(("counters", {"a": {}})))
bad_recipe(": also: expected an array of launches", changed(("also", {})))
bad_recipe(": also[0].function: is missing", changed(("also", [{"count": 1}])))
bad_recipe(": also[1].when: unknown key", changed(("also", [{"function": "f"}, {"when": "1"}])))

times = inputs / "times.csv"
check("--table is missing")
check("what is 'x'", "--table", times, "x")
check("cannot read table", "--table", scratch / "nowhere.csv")
check("cannot read recipes in", "--table", times, "--recipes", scratch / "nowhere")
check("--limit: '0' is not a positive integer", "--table", times, "--limit", 0)
check("--jobs: '1.5' is not a positive integer", "--table", times, "--jobs", 1.5)
check("--budget: 'x' is not a positive number", "--table", times, "--budget", "x")
check("unknown model 'x'", "--table", times, "--model", "x")
check("no GPU is named 'x'", "--table", times, "--gpu", "x")
check("no row of the table is of 'mi250x'", "--table", times, "--gpu", "mi250x")
check("no row of the table has kernel 'x'", "--table", times, "--kernel", "x")
check("usage: validate", "--nothing")
for option in "--json", "--svg":
    done = subprocess.run([program, "--table", times, "--recipes", inputs / "recipes",
                           "--kernel", "scale", option, scratch / "no/where"],
                          capture_output=True, text=True)
    failed += done.returncode != 2 or "cannot write" not in done.stderr
sys.exit(failed > 0)
