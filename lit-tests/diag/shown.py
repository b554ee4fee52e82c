"""shown.py PAGE: what a browser makes of the page, with everything unfolded."""

import sys

from browser import UNFOLD, Browser

with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    browser.evaluate(UNFOLD)
    print(browser.evaluate("document.documentElement.outerHTML"), browser.errors() or "")
