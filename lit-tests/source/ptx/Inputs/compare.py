"""Compares analyses of OpenCL kernels with those of the PTX that clang makes of them.

compare.py ANALYZE EXAMPLES FOLDER KERNEL...: prints for each whether accesses are the same, and the quotient of the times."""
import json
import pathlib
import re
import subprocess
import sys

analyze, examples, folder, *names = sys.argv[1:]
examples, folder = pathlib.Path(examples), pathlib.Path(folder)
here = pathlib.Path(__file__).parent


def compile_ptx(source, ptx):
    subprocess.run(["clang-19", "-x", "cl", "-cl-std=CL1.2", "-target", "nvptx64-nvidia-cuda", "-march=sm_80", "-O3",
                    "-ffp-contract=fast", "-gline-tables-only", "-w", "-Xclang", "-fdeclare-opencl-builtins",
                    "-include", here / "opencl.h", "-S", "-o", ptx, source], check=True)


def manifest(name, file, numbered):
    """The example's, with parameters by their numbers where names are not known."""
    text = (examples / f"{name}.cl").read_text()
    launches = json.loads((examples / f"{name}.launch.json").read_text())
    for launch in launches["launches"]:
        launch.pop("file", None)
        params = re.search(launch["kernel"] + r"\s*\((.*?)\)\s*\{", text, re.S).group(1).split(",")
        params = [re.search(r"(\w+)\s*$", p).group(1) for p in params]
        args = launch.get("args", {})
        for value in args.values():
            if isinstance(value, dict) and "file" in value:
                value["file"] = str(examples / value["file"])
        if numbered:
            launch["args"] = {f"param_{params.index(n)}": v for n, v in args.items()}
    file.write_text(json.dumps(launches))
    return file


def analyse(path, launches, report):
    subprocess.run([analyze, path, "-fclperf-gpu=gtx-1080", f"-fclperf-launch={launches}", "-fclperf-no-cache",
                    "-fclperf-no-fixes", "-fclperf-no-text", f"-fclperf-add-output=json:file={report}"], check=True)
    return json.loads(report.read_text())["kernels"]


def memory(kernel):
    """Sectors and requests by kind of access, and the worst conflict: copies of a loop's body count together."""
    sums = {}
    for a in kernel["accesses"]:
        if not a["requests"]:
            continue
        # What OpenCL calls constant is a pointer to global memory in PTX.
        space = "global" if a["space"] == "constant" else a["space"]
        total = sums.setdefault((space, a["kind"], a["bytes"]), [0, 0, 0])
        total[0] += a["requests"]
        total[1] += a["sectors32"]
        total[2] = max(total[2], a["bank_degree_max"])
    return sums


for name in names:
    source, ptx = examples / f"{name}.cl", folder / f"{name}.ptx"
    compile_ptx(source, ptx)
    ours = analyse(source, manifest(name, folder / f"{name}.source.json", False), folder / f"{name}.1.json")
    theirs = analyse(ptx, manifest(name, folder / f"{name}.ptx.json", True), folder / f"{name}.2.json")
    for a, b in zip(ours, theirs, strict=True):
        x, y = memory(a), memory(b)
        same = "the same accesses" if x == y else f"accesses {x} and {y}"
        place = pathlib.Path(b["file"]).name == source.name and b["line"]
        print(f"{a['name']}: {same}, time {b['time_ms'] / a['time_ms']:.2f}, line {place}")
