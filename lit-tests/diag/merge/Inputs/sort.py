"""sort.py PAGE: clicks on the heads of the table of kernels, and says how its rows stand then."""

import sys

from browser import Browser

HEAD = "[...document.querySelectorAll('.kernels thead th')].find(h => h.textContent.startsWith('%s'))"
COLUMN = "[...document.querySelectorAll('.kernels tbody tr')].map(r => r.cells[%d].%s)"


def click(browser, name):
    browser.evaluate(f"{HEAD % name}.querySelector('button').click()")
    return browser.evaluate(f"{HEAD % name}.getAttribute('aria-sort')")


with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    print("first none", *browser.evaluate(COLUMN % (0, "textContent")))
    for name in ("no.", "no.", "time", "time"):
        print(name, click(browser, name), *browser.evaluate(COLUMN % (0, "textContent")))
    print("kernel", click(browser, "kernel"), *browser.evaluate(COLUMN % (1, "textContent")))
    for name, column, value in (("findings", 5, "textContent"), ("most saved", 6, "dataset.sort")):
        order = click(browser, name)
        values = [float(v) for v in browser.evaluate(COLUMN % (column, value))]
        print(name, order, "in order" if values == sorted(values, reverse=True) else values)
