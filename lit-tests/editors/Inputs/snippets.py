"""Checks the files for editors that cannot be run here: that they can be read, start the server,
and name only settings that it has: snippets.py ROOT."""

import json
import re
import sys
import tomllib
from pathlib import Path

root = Path(sys.argv[1])
known = set(re.findall(r'read_\w+\(&r, "(\w+)"', (root / "lsp/settings.c").read_text())) | {"threshold"}
rows = re.findall(r"FRONT_END\(\w+,\s*((?:\"[^\"]*\",?\s*)+)", (root / "source/front_ends.def").read_text())
# Names that editors have for languages, the fourth text of a row.
languages = {name.split(":")[0] for row in rows for name in re.findall(r'"([^"]*)"', row)[3].split()}
assert len(known) >= 8, known


def check(name, command, settings):
    section = settings.get("clperf", settings)
    keys = {key.removeprefix("clperf.") for key in section}
    assert command == ["clperf", "lsp"], f"{name}: {command}"
    assert keys and keys <= known, f"{name}: {keys - known}"
    print(f"{name}: {' '.join(sorted(keys))}")


helix = tomllib.loads((root / "editors/helix/languages.toml").read_text())
server = helix["language-server"]["clperf"]
check("helix", [server["command"], *server["args"]], server["config"])
for language in helix["language"]:
    assert "clperf" in language["language-servers"]
    assert language["name"] in languages, language["name"]

sublime = json.loads((root / "editors/sublime/LSP.sublime-settings").read_text())
check("sublime", sublime["clients"]["clperf"]["command"], sublime["clients"]["clperf"]["settings"])

for language, server in json.loads((root / "editors/kate/lspclient.json").read_text())["servers"].items():
    re.compile(server["highlightingModeRegex"])
    assert language in languages, language
    check(f"kate {language}", server["command"], server["settings"])

for readme in root.glob("editors/*/README.md"):
    lines = readme.read_text().splitlines()
    assert len(lines) <= 60, f"{readme} has {len(lines)} lines"
    for target in re.findall(r"\]\(((?:\.\./)[^)#]+)\)", "\n".join(lines)):
        path = (readme.parent / target).resolve()
        assert path.exists() or path == root / "docs/lsp.md", f"{readme}: {target}"
