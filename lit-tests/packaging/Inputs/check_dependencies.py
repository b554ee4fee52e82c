"""Says where the recipes and ./dev disagree with debian/control about what the build needs.

usage: check_dependencies.py ROOT
Prints a line for each package that a list lacks, or has although the build does not ask for it; exits with 1 if there is one.
"""

import re
import sys
from pathlib import Path

# A package of Debian's, the text in CMakeLists.txt that looks for it, and its names in Arch and in Nixpkgs.
PACKAGES = [
    ("cmake", "cmake_minimum_required", "cmake", "pkgs.cmake"),
    ("ninja-build", None, "ninja", "pkgs.ninja"),
    ("llvm-19-dev", "find_package(LLVM", "llvm19", "pkgs.llvmPackages_19.llvm"),
    ("libclang-19-dev", "clang-c/Index.h", "clang19", "pkgs.llvmPackages_19.libclang"),
    ("libcjson-dev", "cjson/cJSON.h", "cjson", "pkgs.cjson"),
    ("libgsl-dev", "gsl/gsl_multifit.h", "gsl", "pkgs.gsl"),
    ("libxgboost-dev", "xgboost/c_api.h", "xgboost", "pkgs.xgboost"),
    ("zlib1g-dev", "find_package(ZLIB", "zlib", "pkgs.zlib"),
    ("libzstd-dev", "LLVM_ENABLE_ZSTD", "zstd", "pkgs.zstd"),
    ("opencl-c-headers", "CL/cl.h", "opencl-headers", "pkgs.opencl-headers"),
    ("ocl-icd-opencl-dev", "CL/cl_layer.h", "ocl-icd", "pkgs.ocl-icd"),
]

# What the build finds with its compiler, and what its tests look for.
WITHOUT_PACKAGE = {"find_package(Threads"}


def words(text):
    return set(text.replace(",", " ").split())


def main():
    root = Path(sys.argv[1])
    cmake = "".join((root / file).read_text() for file in ("CMakeLists.txt", "capture/CMakeLists.txt"))
    control = re.search(r"^Build-Depends: (.*(?:\n .*)*)", (root / "debian/control").read_text(), re.M)[1]
    debian = words(re.sub(r"\(.*?\)", "", control)) - {"debhelper-compat"}
    dev = words(re.search(r"^packages=\((.*?)\)", (root / "dev").read_text(), re.M | re.S)[1])
    arch = set().union(*(words(found) for found in
                         re.findall(r"^(?:make)?depends=\((.*?)\)", (root / "packaging/arch/PKGBUILD").read_text(), re.M)))
    nix = words((root / "packaging/nix/flake.nix").read_text())

    wrong = []
    for package, sought, in_arch, in_nix in PACKAGES:
        if sought and sought not in cmake:
            wrong.append(f"CMakeLists.txt no longer asks for {package}: {sought}")
        for name, found, where in ((package, debian, "debian/control"), (package, dev, "dev"),
                                   (in_arch, arch, "packaging/arch/PKGBUILD"), (in_nix, nix, "packaging/nix/flake.nix")):
            if name not in found:
                wrong.append(f"{where} lacks {name}")
    for package in sorted(debian - {package for package, *_ in PACKAGES}):
        wrong.append(f"debian/control has {package}, which the recipes do not know")
    known = {sought for _, sought, _, _ in PACKAGES if sought} | WITHOUT_PACKAGE
    for sought in re.findall(r"find_path\(\w+ (\S+?)[ )]", cmake) + re.findall(r"find_package\(\w+", cmake):
        if sought not in known:
            wrong.append(f"CMakeLists.txt asks for {sought}, which no list of packages knows")
    print("\n".join(wrong) or "all lists agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
