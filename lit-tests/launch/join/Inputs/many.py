"""many.py N: a compilation database of N sources, which are made in units/; each tenth calls run()."""
import json
import os
import sys

os.makedirs("units", exist_ok=True)
entries = []
for i in range(int(sys.argv[1])):
    name = f"units/u{i}.c"
    with open(name, "w", encoding="utf-8") as f:
        f.write(f"void run(int n);\nvoid f{i}(void) {{ {'run' if i % 10 == 0 else 'go'}(96); }}\n")
    entries.append({"directory": os.getcwd(), "file": name, "arguments": ["cc", "-c", name]})
json.dump(entries, sys.stdout)
