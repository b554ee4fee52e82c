"""Executes the console blocks of Markdown pages, and compares what they print with what the pages show.

usage: run_blocks.py EXAMPLES PAGE.md...
The blocks of a page run one after another in one bash, in a copy of the folder EXAMPLES. A line "$ COMMAND" is a command,
with the lines of a here-document up to END; what follows is what it prints on both streams. A line "..." stands for any lines,
and "..." within a line for any text.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
MARK = "end of the output of a command"


def steps(block):
    """Pairs of a command and what the page shows of its output."""
    lines = block.splitlines()
    while lines:
        command = lines.pop(0)
        assert command.startswith("$ "), f"not a command: {command}"
        command = command[2:]
        if "<<'END'" in command:
            while not command.endswith("\nEND"):
                command += "\n" + lines.pop(0)
        shown = []
        while lines and not lines[0].startswith("$ "):
            shown.append(lines.pop(0))
        yield command, shown


def outputs(commands, folder):
    """What each command prints."""
    script = "".join(f"{c}\n{{ echo; echo {MARK}; }} 2>/dev/null\n" for c in commands)
    done = subprocess.run(["bash", "-c", "exec 2>&1\n" + script], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE)
    return [text.rstrip("\n").splitlines() for text in done.stdout.split(f"\n{MARK}\n")[:-1]]


def pattern(shown):
    """A regular expression for the lines of a page."""
    text = ""
    for line in shown:
        if line.strip() == "...":
            text += r"(?:[^\n]*\n)*?"
        else:
            text += ".*?".join(map(re.escape, line.split("..."))) + "\n"
    return re.compile(text)


def check(page, examples):
    with open(page, encoding="utf-8") as f:
        all_steps = [s for block in BLOCK.findall(f.read()) for s in steps(block)]
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = shutil.copytree(examples, os.path.join(scratch, "examples"))
        printed = outputs([command for command, _ in all_steps], folder)
    for (command, shown), lines in zip(all_steps, printed):
        if not pattern(shown).fullmatch("".join(line + "\n" for line in lines)):
            wrong += 1
            print(f"{page}: $ {command}", "prints", *lines, "and not", *shown, sep="\n    ")
    if len(printed) != len(all_steps):
        wrong += 1
        print(f"{page}: {len(all_steps)} commands, {len(printed)} ran")
    print(f"{page}: {len(all_steps)} commands, {wrong} wrong")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("examples")
    parser.add_argument("pages", nargs="+")
    args = parser.parse_args()
    sys.exit(1 if sum([check(page, args.examples) for page in args.pages]) else 0)


if __name__ == "__main__":
    main()
