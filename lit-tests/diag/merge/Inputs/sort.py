"""sort.py PAGE: clicks on the heads of the table of kernels, and says how its rows stand then."""

import sys

from browser import Browser
from page import in_ms

HEAD = "[...document.querySelectorAll('.kernels thead th')].find(h => h.textContent.startsWith('%s'))"
COLUMN = "[...document.querySelectorAll('.kernels tbody tr')].map(r => r.cells[%d].%s)"


def click(browser, name):
    browser.evaluate(f"{HEAD % name}.querySelector('button').click()")
    return browser.evaluate(f"{HEAD % name}.getAttribute('aria-sort')")


with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    print("first none", *browser.evaluate(COLUMN % (0, "textContent")))
    for name in ("no.", "no.", "in all", "in all"):
        print(name, click(browser, name), *browser.evaluate(COLUMN % (0, "textContent")))
    print("kernel", click(browser, "kernel"), *browser.evaluate(COLUMN % (1, "textContent")))
    for name, column, number in (("findings", 6, float), ("most saved", 7, lambda text: in_ms(text) or 0)):
        order = click(browser, name)
        values = [number(v) for v in browser.evaluate(COLUMN % (column, "textContent"))]
        print(name, order, "in order" if values == sorted(values, reverse=True) else values)
