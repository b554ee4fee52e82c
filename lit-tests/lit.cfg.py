"""Lit tests: files whose RUN lines start the programs and check what they print.

The programs come from the build directory that has this suite's lit.site.cfg.py,
or from build/dev where a test is named by its path in the source tree.
"""

import glob
import importlib.util
import os
import shutil
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import quoting

root = os.path.dirname(here)
build = getattr(config, "build", os.path.join(root, "build", "dev"))
llvm_bin = getattr(config, "llvm_bin", "/usr/lib/llvm-19/bin")

config.name = "clperf"
config.test_format = quoting.QuotingShTest(execute_external=True)
config.suffixes = [".test", ".cl", ".c", ".ll", ".cu"]
config.excludes = ["unit", "Inputs"]
config.test_source_root = here
config.test_exec_root = os.path.join(build, "lit-tests")

# A ptxas that compiles nothing, so that results are those of a machine without one.
stubs = os.path.join(here, "codegen", "backend", "Inputs", "no-ptxas")

# lit hands down only a few variables of its own environment, so none of CLPERF_*.
config.environment["PATH"] = os.pathsep.join([stubs, llvm_bin, os.environ["PATH"]])
# Sources of tests are in no database but their own: that of clperf itself lies above them.
os.makedirs(config.test_exec_root, exist_ok=True)
with open(os.path.join(config.test_exec_root, "compile_commands.json"), "w") as database:
    database.write("[]\n")
open(os.path.join(config.test_exec_root, "processor_times.txt"), "w").close()
config.environment["CLPERF_CACHE_DIR"] = os.path.join(config.test_exec_root, "cache")
# Tests have no HOME. What programs would keep there, or in /tmp instead, is kept in the build's folder.
for name in ("POCL_CACHE_DIR", "PARALLEL_HOME"):
    config.environment[name] = os.path.join(config.test_exec_root, name.lower())
    os.makedirs(config.environment[name], exist_ok=True)
# What tests compare is of this GPU where they name none.
config.environment["CLPERF_GPU"] = "gtx-980"
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# No CUDA SDK either, and libclc's functions on AMD's GPUs.
config.environment["CUDA_PATH"] = "/nonexistent"
config.environment["HIP_DEVICE_LIB_PATH"] = "/nonexistent"

if "address" in getattr(config, "sanitize", ""):
    config.available_features.add("asan")
if os.environ.get("CLPERF_LONG_TESTS"):
    config.available_features.add("long")

# What tests need beyond what the build does, as programs of which all are there.
for feature, needed in {
    "aspell": ["aspell"],
    "ccache": ["ccache"],
    "chromium": ["chromium"],
    "clang-14": ["clang-14"],
    "code-server": ["code-server", "chromium"],
    "clang-tidy": ["clang-tidy-19"],
    "codespell": ["codespell"],
    "distcc": ["distcc"],
    "git": ["git"],
    "hipcc": ["hipcc"],
    "man": ["man", "groff"],
    "meson": ["meson", "ninja"],
    "mkdocs": ["mkdocs", "pandoc"],
    "neovim": ["nvim"],
    "node": ["node"],
    "nvcc": ["nvcc", "ptxas"],
    "ocloc": ["ocloc"],
    "pre-commit": ["pre-commit"],
    "parallel": ["parallel"],
    "sccache": ["sccache"],
    "slurm": ["munged", "slurmctld", "slurmd", "sbatch"],
    "tcc": ["tcc"],
    "valgrind": ["valgrind"],
    "vim": ["vim.nox"],
}.items():
    if all(map(shutil.which, needed)):
        config.available_features.add(feature)
if shutil.which("jq") and importlib.util.find_spec("yaml"):
    config.available_features.add("action-steps")
if shutil.which("debootstrap") and os.geteuid() == 0:
    config.available_features.add("debootstrap")

# The folder of nvcc's toolkit, as nvcc knows it: what is in PATH may be a link or a script.
if "nvcc" in config.available_features:
    for line in subprocess.run(["nvcc", "--dryrun", "x.cu"], capture_output=True, text=True).stderr.splitlines():
        if line.startswith("#$ TOP="):
            config.substitutions.append(("%cuda-toolkit", os.path.realpath(line[len("#$ TOP="):])))

# A ptxas for the GPUs from Turing to Blackwell, for tests that ask for it.
ptxas = shutil.which("ptxas") or "ptxas"
if shutil.which(ptxas) and "release 13" in subprocess.run([ptxas, "--version"], capture_output=True, text=True).stdout:
    config.available_features.add("ptxas-13")
config.substitutions.append(("%ptxas", ptxas))

# ROCm's device library, of rocm-device-libs.
for folder in ["/opt/rocm/amdgcn/bitcode", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"]:
    if os.path.exists(os.path.join(folder, "ocml.bc")) and "rocm-device-libs" not in config.available_features:
        config.available_features.add("rocm-device-libs")
        config.substitutions.append(("%rocm-device-libs", folder))

# OpenCL to link with, of ocl-icd-opencl-dev, and a device to run kernels on, of pocl-opencl-icd.
if glob.glob("/usr/lib/*/libOpenCL.so") and os.path.exists("/usr/include/CL/cl.h"):
    config.available_features.add("opencl")
    if glob.glob("/usr/lib/*/libOpenCL.so.1") and os.path.exists("/etc/OpenCL/vendors/pocl.icd"):
        config.available_features.add("pocl")

programs = os.path.join(build, "bin")
if os.path.exists(os.path.join(programs, "clperf-fit")):
    config.available_features.add("clperf-fit")
config.substitutions += [
    ("%clperf-cc", os.path.join(programs, "clperf-cc")),
    ("%clperf-analyze", os.path.join(programs, "clperf-analyze")),
    ("%validate", os.path.join(programs, "validate")),
    ("%speed", os.path.join(programs, "speed")),
    (r"%clperf(?!-)", os.path.join(programs, "clperf")),
    ("%occupancy-table", os.path.join(build, "unit", "occupancy-table")),
    ("%shared-traces", os.path.join(build, "unit", "shared-traces")),
    ("%dump-sass", os.path.join(build, "unit", "dump-sass")),
    ("%object-code", os.path.join(build, "unit", "object-code")),
    ("%certain-counts", os.path.join(build, "unit", "certain-counts")),
    ("%programs", programs),
    ("%build", build),
    ("%objects", os.path.join(build, "CMakeFiles", "clperf.dir")),
    ("%root", root),
    ("%python", sys.executable),
]
