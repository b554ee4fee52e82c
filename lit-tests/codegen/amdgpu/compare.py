"""Compares the code that is read from objects with what LLVM's own programs say of them.

Usage: compare.py OBJECT-CODE ARCHITECTURE OBJECT ASSEMBLY
       compare.py OBJECT-CODE assembly ASSEMBLY ASSEMBLY
Registers, stack and spills of each kernel with the comments of the assembly, and instructions, in their order,
with llvm-objdump's; where assembly is read, with its lines. Prints how many of each were equal, and a line for each that was not.
"""

import re
import subprocess
import sys

NUMBERS = {"vgprs": r"; NumVgprs: (\d+)", "agprs": r"; NumAgprs: (\d+)", "total": r"; TotalNumVgprs: (\d+)",
           "stack": r"; ScratchSize: (\d+)", "local": r"; LDSByteSize: (\d+)"}
METADATA = {"spilled": r"\.vgpr_spill_count:\s*(\d+)", "warp": r"\.wavefront_size:\s*(\d+)",
            "scalar": r"\.sgpr_count:\s*(\d+)"}


def expected(path):
    """What assembly says, by kernel."""
    kernels = {}
    text = open(path).read()
    code, _, notes = text.partition(".amdgpu_metadata")
    for part in code.split("; -- Begin function ")[1:]:
        name = part.split()[0]
        # Where a kernel has only vector registers, these are all.
        kernels[name] = {k: int(m.group(1)) for k, r in NUMBERS.items() if (m := re.search(r, part))}
        kernels[name].setdefault("total", kernels[name].pop("vgprs"))
        # In clauses LLVM leaves its comments out; there, no kernel that spills has a private array.
        clauses = "s_clause" in part
        for what, comment in {"store": "Spill", "load": "Reload"}.items():
            mark = " off, " if clauses else f"; .*Folded {comment}"
            kernels[name][what + "s"] = len(re.findall(rf"\t(?:buffer|scratch)_{what}.*{mark}", part))
    # Arguments have names, too, and are deeper.
    for part in re.split(r"^  - ", notes, flags=re.M)[1:]:
        name = re.search(r"^    \.symbol:\s*(\S+)\.kd", part, re.M)
        if not name:
            continue
        name = name.group(1)
        kernels[name].update({k: int(re.search(r, part).group(1)) for k, r in METADATA.items()})
        if not kernels[name]["spilled"]:
            kernels[name].update(stores=0, loads=0)
    return kernels


def said(program, architecture, path):
    """What is read from the object, by kernel: numbers and instructions."""
    kernels = {}
    out = subprocess.run([program, architecture, path], stdout=subprocess.PIPE, check=True, text=True).stdout
    for part in out.split("code of ")[1:]:
        name = part.split()[0]
        k = kernels[name] = {"instructions": re.findall(r"^    +([0-9a-f]+)  (\S+(?: :: \S+)?)", part, re.M)}
        for key, pattern in {"bytes": r"(\d+) bytes,", "warp": r"warps of (\d+)", "total": r"(\d+) registers",
                             "scalar": r"(\d+) scalar", "agprs": r"(\d+) accumulators", "stack": r"(\d+) bytes of stack",
                             "spilled": r"(\d+) spilled", "stores": r"(\d+) stores",
                             "loads": r"(\d+) loads", "local": r"(\d+) of local"}.items():
            m = re.search(pattern, part)
            k[key] = int(m.group(1)) if m else 0
        k["spilled"] //= 4
    if "error" in out:
        print(out[out.index("error"):].strip())
    return kernels


def operation(text):
    """The name without its encoding."""
    return re.sub(r"_(e32|e64|sdwa|dpp|dpp8)$", "", text.split()[0])


def listed(path):
    """Names of instructions by function, as assembly has them."""
    functions = {}
    for part in open(path).read().split("; -- Begin function ")[1:]:
        body = part[:part.index(".Lfunc_end")]
        names = [operation(m) for m in re.findall(r"^\t([a-z]\w+)(?=\s)", body, re.M)]
        functions[part.split()[0]] = names
    return functions


def disassembled(path):
    """Addresses and names of instructions by function, as llvm-objdump prints them: without what is behind the end."""
    out = subprocess.run(["llvm-objdump-19", "-d", path], stdout=subprocess.PIPE, check=True, text=True).stdout
    functions, base = {}, 0
    for line in out.splitlines():
        if m := re.match(r"([0-9a-f]+) <(.*)>:", line):
            base, now = int(m.group(1), 16), functions.setdefault(m.group(2), [])
        elif m := re.match(r"\t(.*?)\s*// ([0-9A-F]+):", line):
            halves = [operation(half) for half in m.group(1).split(" :: ")]
            now.append((format(int(m.group(2), 16) - base, "x"), " :: ".join(halves)))
    return functions


def main():
    program, architecture, path, assembly = sys.argv[1:5]
    code, wanted = said(program, architecture, path), expected(assembly)
    if architecture == "assembly":
        listing = listed(path)
        for k in code.values():
            k["instructions"] = [name for _, name in k["instructions"]]
    else:
        listing = disassembled(path)
    numbers = instructions = 0
    for name, k in code.items():
        for key, value in wanted[name].items():
            if k.get(key) == value:
                numbers += 1
            else:
                print(f"{name}: {key} is {k.get(key)} for {value}")
        end = k["bytes"]
        theirs = [i for i in listing[name] if architecture == "assembly" or int(i[0], 16) < end]
        equal = sum(a == b for a, b in zip(k["instructions"], theirs))
        instructions += equal
        if equal < max(len(theirs), len(k["instructions"])):
            wrong = next(((a, b) for a, b in zip(k["instructions"], theirs) if a != b), None)
            print(f"{name}: {len(k['instructions'])} instructions for {len(theirs)}; {wrong}")
    if code.keys() != wanted.keys():
        print("other kernels:", sorted(code.keys() ^ wanted.keys()))
    print(f"{architecture}: {len(code)} kernels, {numbers} numbers, {instructions} instructions")


main()
