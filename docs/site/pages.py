"""Lays out what the site is made of: the tree's Markdown with what it links to, the man pages, and mkdocs.yml with lists of pages.

usage: pages.py ROOT BUILD TO
BUILD has the man pages, of which pandoc makes Markdown, and the pages of the rules as programs print them. TO/pages and TO/mkdocs.yml are written.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FENCED = re.compile(r"(^```.*?^```$)", re.M | re.S)
LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
FOLDERS = ("docs", "editors", "hwdb", "diag")


def list_folder(root, build, folder, to):
    """A page for a folder that pages link to but that has none: its files, which are copied; its pages with what they link to."""
    rows = []
    for path in sorted((root / folder).rglob("*")):
        hidden = path.name.startswith(".") or {"node_modules", "out", "dist"} & set(path.relative_to(root).parts)
        if path.is_file() and not hidden:
            name = path.relative_to(root / folder)
            (to / folder / name).parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".md":
                write_page(root, build, folder / name, to)
            elif not (to / folder / name).exists():
                shutil.copyfile(path, to / folder / name)
            rows.append(f"- [{name}]({name})")
    page = to / folder / "README.md"
    if not page.exists():
        page.write_text(f"# {folder}/\n\nThe files of this folder.\n\n" + "\n".join(rows) + "\n")


def write_page(root, build, page, to):
    """A page and what it links to, unless it is there; links to folders lead to their pages."""
    if (to / page).exists():
        return
    (to / page).parent.mkdir(parents=True, exist_ok=True)
    (to / page).touch()
    folder = page.parent

    def follow(match):
        before, target, place, after = match.groups()
        if "://" in target:
            return match[0]
        path = Path(os.path.normpath(folder / target))
        if (root / path).is_dir():
            list_folder(root, build, path, to)
            target = target.rstrip("/") + "/README.md"
        elif (root / path).is_file() and path.suffix != ".md":
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, to / path)
        elif (root / path).is_file():
            write_page(root, build, path, to)
        return before + target + (place or "") + after

    made = build / "rule_pages" / page.name if page.parent == Path("diag/rules") else root / page
    parts = FENCED.split((made if made.is_file() else root / page).read_text())
    (to / page).write_text("".join(part if part.startswith("```") else LINK.sub(follow, part) for part in parts))


def write_man_pages(man, to):
    (to / "man").mkdir(parents=True)
    for page in sorted(man.glob("*.[1-9]")):
        text = subprocess.run(["pandoc", "-f", "man", "-t", "gfm", "--shift-heading-level-by=1", page],
                              check=True, capture_output=True, text=True).stdout
        name, section = page.name.rsplit(".", 1)
        (to / "man" / f"{page.name}.md").write_text(f"# {name}({section})\n\n{text}")


def write_settings(root, to):
    """docs/site/mkdocs.yml, in which "Name: [FOLDER/]" becomes the pages of that folder, its README first."""

    def expand(match):
        pages = sorted((to / "pages" / match[3]).rglob("*.md"), key=lambda page: (page.name != "README.md" or page.parent.name != Path(match[3]).name, page))
        rows = [f"{match[1]}    - {page.relative_to(to / 'pages')}" for page in pages]
        return f"{match[1]}- {match[2]}:\n" + "\n".join(rows)

    def title(match):
        """A heading with code in it, which the navigation would show with its marks."""
        heading = re.search(r"^# (.*)$", (to / "pages" / match[2]).read_text(), re.M)[1]
        return match[0] if "`" not in heading else f"{match[1]}{json.dumps(heading.replace('`', ''))}: {match[2]}"

    text = (root / "docs/site/mkdocs.yml").read_text()
    text = re.sub(r"^( *)- ([^:\n]+): \[(\S+)/\]$", expand, text, flags=re.M)
    text = re.sub(r"^( *- )(\S+\.md)$", title, text, flags=re.M)
    (to / "mkdocs.yml").write_text(text.replace("../../build/site/", ""))


def main():
    root, build, to = (Path(argument).resolve() for argument in sys.argv[1:])
    shutil.rmtree(to, ignore_errors=True)
    pages = to / "pages"
    sources = list(root.glob("*.md")) + [page for folder in FOLDERS for page in (root / folder).rglob("*.md")]
    for source in sources:
        page = source.relative_to(root)
        if "node_modules" in page.parts:
            continue
        write_page(root, build, page, pages)
    write_man_pages(build / "packaging/man", pages)
    write_settings(root, to)


if __name__ == "__main__":
    main()
