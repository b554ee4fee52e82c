"""Reads a page as a browser would that forgives nothing: what is wrong with the markup, and the parts
that tests ask for."""

import json
import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "br", "wbr", "input"}
REFERENCES = {"src", "href", "data", "action", "srcset", "poster", "xlink:href"}
BLOCKS = {"p", "div", "ul", "ol", "dl", "table", "section", "figure", "details", "h1", "h2", "h3", "h4", "h5"}
# What may stand in what, where that is restricted.
WITHIN = {"li": {"ul", "ol"}, "tr": {"thead", "tbody"}, "td": {"tr"}, "th": {"tr"}, "thead": {"table"},
          "tbody": {"table"}, "dt": {"dl", "div"}, "dd": {"dl", "div"}, "figcaption": {"figure"},
          "summary": {"details"}, "caption": {"table"}, "main": {"div"}, "nav": {"div"}}
CHILDREN = {"ul": {"li"}, "ol": {"li"}, "tr": {"td", "th"}, "thead": {"tr"}, "tbody": {"tr"}, "dl": {"div", "dt", "dd"}}
UNITS = {"ns": 1e-6, "µs": 1e-3, "ms": 1, "s": 1e3}


def expect(condition, text):
    if not condition:
        sys.exit(f"{sys.argv[1]}: {text}")


def embedded(path):
    """The report that a page has in it."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    begin = '<script type="application/json" id="report">'
    expect(text.count(begin) == 1, "no report in the page")
    report = text.split(begin)[1].split("</script>")[0]
    expect(not re.search("[<>&\x7f-\x9f\u2028-\u202e\u2066-\u2069]", report), "what ends a script, or hides")
    return json.loads(report)


def in_ms(text):
    """Of the time that the text begins with, or None."""
    m = re.match(r"([\d.]+) (ns|µs|ms|s)\b", text.strip())
    return float(m[1]) * UNITS[m[2]] if m else None


class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children = []  # elements and texts

    def classes(self):
        return self.attributes.get("class", "").split()

    def text(self):
        return "".join(c if isinstance(c, str) else c.text() for c in self.children)

    def all(self, tag, of_class=None):
        """Below it, in order."""
        for c in self.children:
            if isinstance(c, str):
                continue
            if c.tag == tag and (of_class is None or of_class in c.classes()):
                yield c
            yield from c.all(tag, of_class)

    def first(self, tag, of_class=None):
        return next(self.all(tag, of_class), None)


class Page(HTMLParser):
    """Of a file, or of what a browser made of it: then the text is given."""

    def __init__(self, path, shown=None):
        super().__init__()
        self.root = self.at = Element(None, {}, None)
        self.wrong, self.ids, self.links, self.headings, self.scripts = [], {}, [], [], 2
        with open(path, encoding="utf-8") as f:
            text = shown or f.read()
        if not text.startswith("<!DOCTYPE html>\n"):
            self.wrong.append("no DOCTYPE")
        if re.search("[\0-\b\v-\x1f\x7f]", text):
            self.wrong.append("a control character")
        self.feed(text)
        self.close()
        if self.at is not self.root:
            self.wrong.append(f"<{self.at.tag}> is open")
        self.check()

    def handle_starttag(self, tag, attributes):
        names = [n for n, _ in attributes]
        if len(set(names)) != len(names):
            self.wrong.append(f"an attribute twice in <{tag}>")
        attributes = {n: v or "" for n, v in attributes}
        self.check_start(tag, attributes)
        e = Element(tag, attributes, self.at)
        self.at.children.append(e)
        if tag not in VOID:
            self.at = e

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def check_start(self, tag, attributes):
        if tag in ("link", "iframe", "object", "img", "form", "base", "embed"):
            self.wrong.append(f"<{tag}>")
        self.scripts -= tag == "script"
        for name, value in attributes.items():
            if name in REFERENCES and not value.startswith("#"):
                self.wrong.append(f"{name}={value}")
            if name.startswith("on") or (name == "style" and not re.fullmatch(r"--share: ?[\d.]+%;?", value)):
                self.wrong.append(f"{name}={value}")
        if "id" in attributes:
            if attributes["id"] in self.ids or re.search(r"\s|^$", attributes["id"]):
                self.wrong.append(f"id {attributes['id']}")
            self.ids[attributes["id"]] = None
        if "href" in attributes:
            self.links.append(attributes["href"][1:])
        if tag in WITHIN and self.at.tag not in WITHIN[tag]:
            self.wrong.append(f"<{tag}> in <{self.at.tag}>")
        if self.at.tag in CHILDREN and tag not in CHILDREN[self.at.tag]:
            self.wrong.append(f"<{tag}> in <{self.at.tag}>")
        if tag in BLOCKS and self.at.tag in ("p", "span", "b", "code", "h1", "h2", "h3", "h4", "h5"):
            self.wrong.append(f"<{tag}> in <{self.at.tag}>")

    def handle_endtag(self, tag):
        if self.at.tag != tag:
            self.wrong.append(f"</{tag}> in <{self.at.tag}>")
            return
        self.at = self.at.parent

    def handle_data(self, data):
        if self.at.tag in CHILDREN and data.strip():
            self.wrong.append(f"text in <{self.at.tag}>: {data.strip()[:20]}")
        self.at.children.append(data)

    def handle_comment(self, data):
        self.wrong.append(f"a comment: {data[:20]}")

    def unknown_decl(self, data):
        self.wrong.append(f"a declaration: {data[:20]}")

    def check(self):
        for link in self.links:
            if link not in self.ids:
                self.wrong.append(f"a link to nowhere: {link}")
        for e in self.root.all("section"):
            if e.attributes.get("aria-labelledby") not in self.ids:
                self.wrong.append("a section without a name")
        for e in self.root.all("th"):
            if e.attributes.get("scope") not in ("row", "col"):
                self.wrong.append(f"a <th> without a scope: {e.text()}")
        for e in self.root.all("svg"):
            if not ({"aria-label", "aria-hidden"} & e.attributes.keys()):
                self.wrong.append("a picture without a name")
        levels = [int(e.tag[1]) for e in self.everything(self.root) if re.fullmatch("h[1-6]", e.tag)]
        if levels[:1] != [1] or any(b > a + 1 for a, b in zip(levels, levels[1:])) or levels.count(1) != 1:
            self.wrong.append(f"headings: {levels}")
        if len(list(self.root.all("main"))) != 1 or not self.root.first("html").attributes.get("lang"):
            self.wrong.append("no <main>, or no language")
        if self.scripts:
            self.wrong.append(f"{-self.scripts} scripts too many")

    def everything(self, e):
        for c in e.children:
            if not isinstance(c, str):
                yield c
                yield from self.everything(c)

    def by_id(self, name):
        return next(e for e in self.everything(self.root) if e.attributes.get("id") == name)

    def rows(self, of_class):
        """Of the bodies of all tables of that class: (the row, its cells)."""
        for table in self.root.all("table", of_class):
            for body in table.all("tbody"):
                for row in body.all("tr"):
                    yield row, [c for c in row.children if not isinstance(c, str)]

    def check_units(self):
        """Times have at most two digits behind zeros, but for what rules say."""
        spoken = set()
        for e in self.everything(self.root):
            if {"what", "message"} & set(e.classes()) or (e.tag in ("b", "li") and e.parent and any(
                    "finding" in p.classes() for p in ancestors(e))):
                spoken.add(id(e))
        for e in self.everything(self.root):
            if any(id(p) in spoken for p in [e, *ancestors(e)]) or e.tag in ("script", "style", "noscript"):
                continue
            for data in (c for c in e.children if isinstance(c, str)):
                expect(not re.search(r"\b0\.0\d* ?(s|ms|µs)\b|\b\d{4,} (ns|µs|ms)\b", data), f"a time in a wrong unit: {data}")


def ancestors(e):
    while e.parent:
        e = e.parent
        yield e
