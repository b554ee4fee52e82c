"""check_page.py PAGE SCRIPTS: the page's markup is whole and needs nothing from elsewhere."""

import sys

from page import Page, expect

page = Page(sys.argv[1], scripts=int(sys.argv[2]))
expect(not page.wrong, f"markup: {page.wrong}")
print(f"{len(list(page.root.all('h4')))} sections, good")
