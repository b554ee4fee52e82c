#!/usr/bin/env python3
"""Adds things to the tree as somebody would who extends clperf, and builds the programs with them.

usage: additions.py count ROOT ADDITION...
       additions.py apply ROOT TREE ADDITION...
       additions.py build ROOT BUILD TO ADDITION...

An ADDITION is a folder: `tree/` has the files that are added, `rows` a line for each row: the table, `first` or `last`,
and the row. `count` says what each consists of. `apply` adds it to a copy of the tree. `build` makes the programs of
TO/bin out of a finished build: what a changed table is part of and what is added are compiled, all else is linked as it
is. Headers and tables are looked for in TO/tree, which has the changed ones only, before ROOT.
"""

import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAMS = ("clperf-cc", "clperf-analyze")
LIBRARY = "libclperf.a"
OBJECTS = "CMakeFiles/clperf.dir/"


class Addition:
    def __init__(self, folder):
        self.name = folder.name
        self.tree = folder / "tree"
        self.files = sorted(p.relative_to(self.tree) for p in self.tree.rglob("*") if p.is_file())
        self.rows = [line.split(" ", 2) for line in (folder / "rows").read_text().splitlines()]

    def describe(self):
        files, rows = len(self.files), len(self.rows)
        names = " ".join(map(str, self.files)), " ".join(table for table, _, _ in self.rows)
        return f"{self.name}: {files} file{'s' * (files != 1)}: {names[0]}; {rows} row{'s' * (rows != 1)}: {names[1]}"


def add_row(text, place, row):
    """The table with the row, behind all others or before them."""
    macro = row.split("(")[0] + "("
    lines = text.splitlines()
    of_table = [i for i, line in enumerate(lines) if line.startswith(macro)]
    lines.insert(of_table[0] if place == "first" else len(lines), row)
    return "\n".join(lines) + "\n"


def apply(root, to, additions):
    """Writes what the additions add and change; the tables that are changed."""
    tables = set()
    for addition in additions:
        for file in addition.files:
            if (root / file).exists():
                sys.exit(f"{addition.name}: {file} is in the tree")
            (to / file).parent.mkdir(parents=True, exist_ok=True)
            (to / file).write_bytes((addition.tree / file).read_bytes())
        for table, place, row in addition.rows:
            have = to / table if table in tables else root / table
            text = add_row(have.read_text(), place, row)
            (to / table).parent.mkdir(parents=True, exist_ok=True)
            (to / table).write_text(text)
            tables.add(table)
    return tables


class Build:
    """A finished build of ROOT by Ninja, and what of it is made anew in TO."""

    def __init__(self, root, build, to):
        self.root, self.build, self.to = root, build, to
        database = json.loads((build / "compile_commands.json").read_text())
        self.commands = {}
        for entry in database:
            words = shlex.split(entry["command"])
            self.commands[words[words.index("-o") + 1]] = (words, entry["file"])
        self.objects = {}

    def ninja(self, *words):
        return subprocess.run(["ninja", "-C", self.build, "--quiet", *words], check=True, capture_output=True, text=True).stdout

    def users(self, tables):
        """The objects that tables are part of."""
        changed, found, current = {str(self.root / table) for table in tables}, set(), None
        for line in self.ninja("-t", "deps").splitlines():
            if line.startswith(" "):
                if os.path.normpath(self.build / line.strip()) in changed:
                    found.add(current)
            elif line:
                current = line.split(": #deps")[0]
        return found

    def command(self, words, source, output):
        """A compilation as another, with the changed tables before those of the tree."""
        words = list(words)
        for option, value in (("-o", output), ("-c", source)):
            words[words.index(option) + 1] = str(value)
        first = next(i for i, word in enumerate(words) if word.startswith("-I"))
        return words[:first] + [f"-I{self.to / 'tree'}"] + words[first:]

    def compile(self, jobs):
        def run(job):
            words, source, output = job
            output.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(self.command(words, source, output), check=True, cwd=self.build)

        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            list(pool.map(run, jobs))

    def embed(self, pages):
        """C of the pages of rules, made as the build makes it."""
        made = [self.to / "rule_pages" / page.stem for page in pages]
        for page, out in zip(pages, made):
            words = self.ninja("-t", "commands", "rule_pages/tail.c").splitlines()[-1]
            words = words.replace(str(self.build / "rule_pages/tail"), str(out)).replace(str(self.root / "diag/rules/tail.md"), str(self.to / "tree" / page))
            out.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["bash", "-c", words], check=True, cwd=self.build)
        return [out.with_suffix(".c") for out in made]

    def make_objects(self, tables, added):
        programs = {o for o in self.commands if o.startswith(tuple(f"CMakeFiles/{p}.dir/" for p in PROGRAMS))}
        library = {o for o in self.commands if o.startswith(OBJECTS)}
        pattern = next(self.commands[o][0] for o in sorted(library) if o.endswith(".c.o"))
        jobs = []
        for name in sorted(self.users(tables) & (programs | library)):
            words, source = self.commands[name]
            self.objects[name] = self.to / "objects" / name
            jobs.append((words, source, self.objects[name]))
        for file in added:
            name = f"{OBJECTS}{file}.o"
            self.objects[name] = self.to / "objects" / name
            jobs.append((pattern, self.to / "tree" / file, self.objects[name]))
        self.compile(jobs)
        print(f"{len(jobs)} of {len(library)} objects compiled")

    def make_library(self):
        """A thin archive of the build's objects, with those made anew in place of what they replace."""
        library = [self.build / o for o in self.commands if o.startswith(OBJECTS) and o not in self.objects]
        members = library + [path for name, path in self.objects.items() if name.startswith(OBJECTS)]
        (self.to / "members").write_text("".join(f'"{member}"\n' for member in members))
        (self.to / LIBRARY).unlink(missing_ok=True)
        subprocess.run(["ar", "crsT", self.to / LIBRARY, f"@{self.to / 'members'}"], check=True)

    def link(self, program):
        """As the build does, with that library and what the program has of its own."""
        line = self.ninja("-t", "commands", f"bin/{program}").splitlines()[-1]
        anew = {f"bin/{program}": self.to / "bin" / program, LIBRARY: self.to / LIBRARY, **self.objects}
        for name, path in anew.items():
            line = line.replace(f" {name} ", f" {shlex.quote(str(path))} ")
        (self.to / "bin").mkdir(parents=True, exist_ok=True)
        subprocess.run(["bash", "-c", line], check=True, cwd=self.build)


def main():
    action, root, *words = sys.argv[1:]
    root = Path(root).resolve()
    if action == "count":
        for folder in words:
            print(Addition(Path(folder)).describe())
    elif action == "apply":
        apply(root, Path(words[0]).resolve(), [Addition(Path(w)) for w in words[1:]])
    else:
        additions = [Addition(Path(w)) for w in words[2:]]
        build = Build(root, Path(words[0]).resolve(), Path(words[1]).resolve())
        tables = apply(root, build.to / "tree", additions)
        added = [file for addition in additions for file in addition.files]
        build.make_objects(tables, [f for f in added if f.suffix == ".c"] + build.embed([f for f in added if f.suffix == ".md"]))
        build.make_library()
        for program in PROGRAMS:
            build.link(program)


if __name__ == "__main__":
    main()
