"""Asks nvcc, hipcc or clang with ROCm's device library which functions their options for fast arithmetic change, and compares with diag/finding/fast_math.def.

usage: fast_math.py nvcc|hipcc|LIBRARY fast_math.def SCRATCH

nvcc changes a function if the PTX of -use_fast_math is other than that of -ftz=true, which is a part of it; the others if -ffast-math, or OpenCL's
-cl-fast-relaxed-math, leaves a fifth fewer instructions, for it reorders a few of any function. Also checks that functions which the table lacks stay as they are with nvcc. Prints what differs.
"""
import os
import re
import subprocess
import sys

ROW = re.compile(r'^FAST_MATH\("(\w+)", .*?, (true|false), (true|false), (true|false)\)', re.M)
# Not in the table: nvcc's option must leave them alone.
OTHERS = ["asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "expm1", "log1p", "cbrt", "erf", "erfc"]
TWO = {"pow": "powf(a[0], a[1])", "division": "a[0] / a[1]"}
FEWER = 0.8


def expression(name):
    return TWO.get(name, f"{name}f(a[0])")


def source(names, scratch, suffix, head):
    path = os.path.join(scratch, f"functions.{suffix}")
    with open(path, "w") as out:
        out.write(head)
        for name in names:
            out.write(f'extern "C" __global__ void k_{name}(float *a) {{ a[0] = {expression(name)}; }}\n')
    return path


def kernels(text, pattern):
    return {m[1]: m[2] for m in re.finditer(pattern, text, re.S | re.M)}


def run(*args):
    return subprocess.run(args, check=True, capture_output=True, text=True).stdout


def of_nvcc(path):
    def ptx(flag):
        text = kernels(run("nvcc", "-arch=sm_86", "-ptx", path, "-o", "-", flag), r"entry k_(\w+)\((.*?)^}")
        return {k: re.sub(r"%\w+|\$L\S+|//.*", "", v) for k, v in text.items()}
    flushed, fast = ptx("-ftz=true"), ptx("-use_fast_math")
    return {name: flushed[name] != fast[name] for name in fast}


def of_hipcc(path):
    def instructions(*flags):
        text = run("hipcc", "--offload-arch=gfx90a", "--cuda-device-only", "-S", "-O3", "-o", "-", *flags, path)
        found = kernels(text, r"^k_(\w+):(.*?)s_endpgm")
        return {k: len(re.findall(r"^\s+(?:[vs]_|global|flat)\w+", v, re.M)) for k, v in found.items()}
    plain, fast = instructions(), instructions("-ffast-math")
    return {name: fast[name] <= FEWER * plain[name] for name in fast}


def of_rocm(names, folder):
    text = "".join(f"__kernel void k_{name}(__global float *a) {{ a[0] = {expression(name).replace('f(', '(')}; }}\n" for name in names)

    def instructions(*flags):
        on = "on" if flags else "off"
        libraries = ["opencl", "ocml", "ockl", "oclc_isa_version_90a", "oclc_wavefrontsize64_on", f"oclc_finite_only_{on}",
                     f"oclc_unsafe_math_{on}", f"oclc_daz_opt_{on}", "oclc_correctly_rounded_sqrt_off", "oclc_abi_version_400"]
        links = [word for name in libraries for word in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{folder}/{name}.bc")]
        command = ["clang-19", "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx90a", "-O3", "-S", "-o", "-", "-",
                   "-nogpulib", "-Xclang", "-finclude-default-header", *flags, *links]
        made = subprocess.run(command, check=True, capture_output=True, text=True, input=text).stdout
        found = kernels(made, r"^k_(\w+):(.*?)s_endpgm")
        return {k: len(re.findall(r"^\s+(?:[vs]_|global|flat)\w+", v, re.M)) for k, v in found.items()}
    plain, fast = instructions(), instructions("-cl-fast-relaxed-math")
    return {name: fast[name] <= FEWER * plain[name] for name in fast}


def main():
    compiler, table, scratch = sys.argv[1:]
    os.makedirs(scratch, exist_ok=True)
    rows = ROW.findall(open(table).read())
    column = {"nvcc": 1, "hipcc": 2}.get(compiler, 3)
    expected = {row[0]: row[column] == "true" for row in rows}
    if compiler == "nvcc":
        expected.update(dict.fromkeys(OTHERS, False))
        found = of_nvcc(source(expected, scratch, "cu", ""))
    elif compiler == "hipcc":
        found = of_hipcc(source(expected, scratch, "hip", "#include <hip/hip_runtime.h>\n"))
    else:
        found = of_rocm(expected, compiler)
    wrong = {name for name in expected if expected[name] != found[name]}
    for name in sorted(wrong):
        print(f"{name}: {os.path.basename(compiler)} {'changes' if found[name] else 'does not change'} it")
    print(f"{len(expected)} functions, {len(wrong)} other than the table has them")
    sys.exit(bool(wrong))


main()
