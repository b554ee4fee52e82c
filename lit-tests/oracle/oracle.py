"""What kernels really do: runs them in oclgrind with the recorder, and gives the figures of a
report as they follow from the run."""

import ctypes
import fcntl
import json
import os
import pathlib
import subprocess
from typing import NamedTuple

import layout
import opencl

HERE = pathlib.Path(__file__).resolve().parent

# oclgrind's LLVM is number 14. Its own front end rewrites accesses to components of vectors, so it
# gets bitcode.
COMPILE = ["clang-14", "-x", "cl", "-cl-std=CL1.2", "-target", "spir64-unknown-unknown", "-O0",
           "-gline-tables-only", "-gcolumn-info", "-cl-kernel-arg-info",
           "-fno-discard-value-names", "-w", "-D__OPENCL_VERSION__=120", "-Xclang",
           "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins", "-include",
           HERE / "builtins.h", "-emit-llvm", "-c", "-o", "-"]


class Machine(ctypes.Structure):
    """As struct Machine in recorder/figures.h."""
    _fields_ = [(name, ctypes.c_uint)
                for name in ("warp_width", "banks", "bank_bytes", "lanes_per_pass")]


# Stated here once more, so that what clperf believes of a GPU is checked too.
MACHINES = {
    "gtx-980": Machine(32, 32, 4, 32),
    "gtx-645": Machine(32, 32, 8, 32),
    "mi250x": Machine(64, 32, 4, 32),
}


class Launch(NamedTuple):
    """One kernel's run: its source, the manifest's launch, and where the manifest lies."""
    source: pathlib.Path
    launch: dict
    folder: pathlib.Path


def is_uneven(launch):
    """Whether the last work-group of a dimension is smaller than the others."""
    return any(size % local for size, local in zip(launch["global"], launch["local"]))


def build_recorder(folder):
    """Compiles the recorder where that was not done yet. Several processes may ask at once."""
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "librecorder.so"
    sources = sorted((HERE / "recorder").glob("*.cpp"))
    newest = max(f.stat().st_mtime for f in (HERE / "recorder").iterdir())
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not library.exists() or library.stat().st_mtime < newest:
            part = folder / "librecorder.part.so"
            subprocess.run(
                ["g++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-rtti", "-fPIC",
                 "-shared", "-isystem", "/usr/include/oclgrind", "-isystem",
                 "/usr/lib/llvm-19/include", *sources, "-o", part, "-loclgrind",
                 "-l:libLLVM-14.so.1"], check=True)
            part.rename(library)
    return library


class Oracle:
    def __init__(self, build_folder):
        library = build_recorder(pathlib.Path(build_folder))
        os.environ["OCLGRIND_PLUGINS"] = str(library)
        os.environ["OCLGRIND_LOG"] = os.devnull
        self.session = opencl.Session()
        self.recorder = ctypes.CDLL(str(library))
        self.recorder.oracle_error.restype = ctypes.c_char_p
        self.recorder.oracle_figures.restype = ctypes.c_char_p
        self.programs = {}
        self.layouts = {}

    def compile(self, source, defines, *options):
        done = subprocess.run([*COMPILE, *options, *("-D" + d for d in defines), source],
                              capture_output=True)
        if done.returncode:
            raise opencl.OpenCLError(done.stderr.decode(errors="replace"))
        return done.stdout

    def compile_uneven(self, source, defines):
        """For work-groups of unequal size, which OpenCL 2.0 allows, and nothing else of it."""
        text = self.compile(source, defines, "-S").replace(
            b'"uniform-work-group-size"="true"', b'"uniform-work-group-size"="false"')
        return subprocess.run(["clang-14", "-x", "ir", "-", "-w", "-emit-llvm", "-c", "-o", "-"],
                              input=text, capture_output=True, check=True).stdout

    def program(self, source, defines, uneven):
        key = (source, tuple(defines), uneven)
        if key not in self.programs:
            self.programs[key] = self.session.load(
                self.compile_uneven(source, defines) if uneven else self.compile(source, defines))
            self.layouts[key] = layout.Layout(self.compile(source, defines, "-S").decode())
        return self.programs[key]

    def forget(self):
        """Lets the programs go that were loaded so far."""
        for program in self.programs.values():
            self.session.cl.clReleaseProgram(program)
        self.programs.clear()

    def run(self, what, groups):
        """Executes a launch and records these groups of it."""
        numbers = (ctypes.c_uint64 * len(groups))(*groups)
        self.recorder.oracle_start(numbers, ctypes.c_size_t(len(groups)))
        defines = what.launch.get("defines", [])
        uneven = is_uneven(what.launch)
        program = self.program(what.source, defines, uneven)
        types = self.layouts[what.source, tuple(defines), uneven]

        def pack(number, values):
            return types.pack(types.structure(what.launch["kernel"], number), iter(values))
        self.session.launch(program, what.launch, types.names(what.launch["kernel"]),
                            lambda f: (what.folder / f).read_bytes(), pack)
        error = self.recorder.oracle_error().decode()
        if error:
            raise opencl.OpenCLError(error)

    def figures(self, gpu, groups):
        numbers = (ctypes.c_uint64 * len(groups))(*groups)
        text = self.recorder.oracle_figures(numbers, ctypes.c_size_t(len(groups)),
                                            ctypes.byref(MACHINES[gpu])).decode()
        if not text.startswith("{"):
            raise opencl.OpenCLError(text)
        return json.loads(text)
