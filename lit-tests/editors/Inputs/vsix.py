"""Checks what is in a packed extension: vsix.py FILE LICENSE."""

import json
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as package:
    assert package.testzip() is None
    names = sorted(n.removeprefix("extension/") for n in package.namelist() if n.startswith("extension/"))
    assert names == ["LICENSE.txt", "README.md", "dist/extension.js", "language-configuration.json",
                     "opencl.tmLanguage.json", "package.json"], names
    with open(sys.argv[2], "rb") as licence:
        assert package.read("extension/LICENSE.txt") == licence.read()
    manifest = json.loads(package.read("extension/package.json"))
    assert f'extension/{manifest["main"].removeprefix("./")}' in package.namelist()
    program = package.read("extension/dist/extension.js").decode()
    assert "clperf/kernels" in program and "clperf/report" in program
