"""Lit tests: files whose RUN lines start the programs and check what they print.

The programs come from the build directory that has this suite's lit.site.cfg.py,
or from build/dev where a test is named by its path in the source tree.
"""

import os
import shutil
import sys

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(here)
build = getattr(config, "build", os.path.join(root, "build", "dev"))
llvm_bin = getattr(config, "llvm_bin", "/usr/lib/llvm-19/bin")

config.name = "clperf"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".test", ".cl", ".c", ".ll"]
config.excludes = ["unit", "Inputs"]
config.test_source_root = here
config.test_exec_root = os.path.join(build, "lit-tests")

# A ptxas that compiles nothing, so that results are those of a machine without one.
stubs = os.path.join(here, "driver", "Inputs", "no-ptxas")

# lit hands down only a few variables of its own environment, so none of CLPERF_*.
config.environment["PATH"] = os.pathsep.join([stubs, llvm_bin, os.environ["PATH"]])
config.environment["CLPERF_CACHE_DIR"] = os.path.join(config.test_exec_root, "cache")
# What tests compare is of this GPU where they name none.
config.environment["CLPERF_GPU"] = "gtx-980"
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# No CUDA SDK either.
config.environment["CUDA_PATH"] = "/nonexistent"

if "address" in getattr(config, "sanitize", ""):
    config.available_features.add("asan")

if shutil.which("chromium"):
    config.available_features.add("chromium")
if os.environ.get("CLPERF_LONG_TESTS"):
    config.available_features.add("long")
if shutil.which("clang-tidy-19"):
    config.available_features.add("clang-tidy")
if shutil.which("debootstrap") and os.geteuid() == 0:
    config.available_features.add("debootstrap")
if shutil.which("aspell"):
    config.available_features.add("aspell")
if shutil.which("mkdocs") and shutil.which("pandoc"):
    config.available_features.add("mkdocs")
if shutil.which("parallel"):
    config.available_features.add("parallel")
if all(map(shutil.which, ("munged", "slurmctld", "slurmd", "sbatch"))):
    config.available_features.add("slurm")
if shutil.which("git"):
    config.available_features.add("git")

programs = os.path.join(build, "bin")
config.substitutions += [
    ("%clperf-cc", os.path.join(programs, "clperf-cc")),
    ("%clperf-analyze", os.path.join(programs, "clperf-analyze")),
    ("%validate", os.path.join(programs, "validate")),
    ("%speed", os.path.join(programs, "speed")),
    (r"%clperf(?!-)", os.path.join(programs, "clperf")),
    ("%occupancy-table", os.path.join(build, "unit", "occupancy-table")),
    ("%shared-traces", os.path.join(build, "unit", "shared-traces")),
    ("%programs", programs),
    ("%build", build),
    ("%objects", os.path.join(build, "CMakeFiles", "clperf.dir")),
    ("%root", root),
    ("%python", sys.executable),
]
