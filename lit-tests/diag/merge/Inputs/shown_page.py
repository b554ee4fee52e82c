"""shown_page.py PAGE: what a browser makes of a page, with everything unfolded; fails if its markup is broken, or if a
script of its texts ran."""

import sys

from browser import UNFOLD, Browser
from page import Page, expect

with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    browser.evaluate("window.alert = text => { throw Error('a script ran: ' + text) }")
    browser.evaluate(UNFOLD)
    text = "<!DOCTYPE html>\n" + browser.evaluate("document.documentElement.outerHTML")
    expect(not browser.errors() and len(browser.requests()) == 1, browser.errors())
page = Page(sys.argv[1], text)
expect(not page.wrong, f"markup: {page.wrong}")
print(text)
