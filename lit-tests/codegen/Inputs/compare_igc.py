"""Compares what the report says of Intel's registers with ocloc's own binary.

usage: compare_igc.py CLPERF-ANALYZE FOLDER WORK [--all]

Compiles each FOLDER/*.cl that has a launch beside it with ocloc for one of two devices in turn, or for both, takes the section .ze_info from the
binary, and has the kernels predicted for the GPU of that device. Prints each difference, and how many kernels were compared for each device.
"""

import glob
import json
import os
import re
import subprocess
import sys

DEVICES = {"dg2": ("arc-a770", 32), "pvc": ("max-1100", 64)}


def binary_says(source, device, work):
    """By kernel: width and registers of an item, in 32 bits."""
    out = os.path.join(work, device)
    subprocess.run(["ocloc", "compile", "-file", source, "-device", device, "-out_dir", out, "-output", "k", "-output_no_suffix",
                    "-exclude_ir", "--format", "zebin", "-q"], check=True, stdout=subprocess.DEVNULL)
    text = open(os.path.join(out, "k"), "rb").read().decode("latin-1")
    kernels = text[text.index("kernels:"):text.index("kernels_misc_info")]
    result = {}
    for part in re.split(r"\n  - name: +", kernels)[1:]:
        simd, registers = (int(re.search(rf"{key}: +(\d+)", part)[1]) for key in ("simd_size", "grf_count"))
        result[part.split()[0]] = (simd, registers * DEVICES[device][1] // 4 // simd)
    return result


def main():
    analyze, folder, work, *option = sys.argv[1:]
    differing = 0
    compared = dict.fromkeys(DEVICES, 0)
    launched = [source for source in sorted(glob.glob(f"{folder}/*.cl")) if os.path.exists(source[:-3] + ".launch.json")]
    for i, source in enumerate(launched):
        launch = source[:-3] + ".launch.json"
        devices = list(DEVICES) if option else [list(DEVICES)[i % len(DEVICES)]]
        report = os.path.join(work, "report.json")
        os.makedirs(work, exist_ok=True)
        gpus = ",".join(DEVICES[device][0] for device in devices)
        subprocess.run([analyze, source, f"-fclperf-gpu={gpus}", f"-fclperf-launch={launch}", "-fclperf-no-cache", "-fclperf-no-text",
                        f"-fclperf-add-output=json:file={report}"], check=True, capture_output=True)
        said = {device: binary_says(source, device, work) for device in devices}
        for kernel in json.load(open(report))["kernels"]:
            device = next(d for d, (gpu, _) in DEVICES.items() if gpu == kernel["gpu"])
            simd, registers = said[device][kernel["name"]]
            expected = (f"igc, SIMD{simd}", registers)
            found = (kernel["registers"]["source"], kernel["registers"]["per_item"])
            compared[device] += 1
            if found != expected:
                differing += 1
                print(f"{kernel['name']} on {device} differs: {found} instead of {expected}")
    print("".join(f"{device}: {n} kernels, " for device, n in compared.items()) + f"{differing} differ")


main()
