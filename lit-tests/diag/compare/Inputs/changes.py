"""changes.py PAGE: the rows of what changed, as a browser shows them."""

import sys

from browser import Browser

ROWS = "[...document.querySelectorAll('.compared tbody tr')].map(r => [...r.cells].map(c => [...c.childNodes].map(n => n.textContent).filter(Boolean).join(' ')))"

with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    print(browser.evaluate("document.querySelector('section > p').textContent"))
    for name, gpu, time, change, registers, _, warps, findings in browser.evaluate(ROWS):
        print(f"{name}, {gpu}: {time}, {change}, {registers}, {warps}, [{findings}]")
    print("sections:", ", ".join(browser.evaluate("[...document.querySelectorAll('nav li')].filter(e => !e.hidden).map(e => e.textContent)")))
    print("errors:", browser.errors())
