"""filter.py PAGE: uses the filters of a page and its links, and says what it shows then."""

import sys
import time

from browser import Browser

NAMES = "[...document.querySelectorAll('.kernels tbody th')].map(e => e.textContent)"
NUMBERS = "[...document.querySelectorAll('.kernels tbody td:first-child')].map(e => Number(e.textContent))"
RULES = "[...new Set([...document.querySelectorAll('.fix > p.faint')].map(e => e.textContent.match(/clperf-[a-z-]+/)[0]))]"
TIMES = "document.querySelectorAll('.kernels .time').length"
SET = """((name, value) => { const e = document.querySelector(`#menu [name=${name}]`); e.value = value;
e.dispatchEvent(new Event(name == 'search' ? 'input' : 'change')); })(%r, %r)"""
CLICK = "[...document.querySelectorAll('#menu button')].find(b => b.textContent == %r).click()"
STATE = """(target => { const d = target.closest('details.kernel'), box = target.getBoundingClientRect();
return `open ${d.open ? 'True' : 'False'}, in sight ${box.top >= -1 && box.top < innerHeight ? 'True' : 'False'}, ` +
  `focus ${document.activeElement.localName}`; })(%s)"""


def change(browser, name, value):
    browser.evaluate(SET % (name, value))
    until = time.monotonic() + 60
    while name == "search" and browser.evaluate("state.words.join(' ')") != value.lower() and time.monotonic() < until:
        time.sleep(0.01)


with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    print(f"all: kernels {browser.evaluate(NUMBERS)}, {browser.evaluate(TIMES)} times")
    change(browser, "gpu", "mi250x")
    print(f"gpu mi250x: kernels {browser.evaluate(NUMBERS)}, {browser.evaluate(TIMES)} times")
    change(browser, "gpu", "")
    change(browser, "rule", "clperf-bank-conflict")
    print(f"rule clperf-bank-conflict: {browser.evaluate(NAMES)}, to fix: {browser.evaluate(RULES)},",
          browser.evaluate("document.querySelector('.status').textContent").split(",")[0])
    change(browser, "rule", "")
    for name, value in (("file", "examples/vecadd.cl"), ("kernel", "spmv"), ("search", "transpose tiled")):
        change(browser, name, value)
        print(f"{name} {value}: {browser.evaluate(NAMES)}")
        change(browser, name, "")
    change(browser, "search", "nothing-like-it")
    print(f"search nothing-like-it: {browser.evaluate(NAMES)},",
          browser.evaluate("[...document.querySelectorAll('section > p')].find(p => !p.hidden && p.textContent.startsWith('Nothing')).textContent"))
    browser.evaluate(CLICK % "reset")
    print(f"reset: kernels {browser.evaluate(NUMBERS)}")
    open_ones = "document.querySelectorAll('details.kernel[open]').length"
    before = browser.evaluate(open_ones)
    browser.evaluate(CLICK % "unfold all")
    print(f"folded {before}, unfolded {browser.evaluate(open_ones)}")
    browser.evaluate(CLICK % "fold all")
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")
    print("to print:", browser.evaluate(open_ones), "with", browser.evaluate("document.querySelectorAll('table.gpus').length"), "tables of GPUs")
    browser.evaluate(CLICK % "fold all")
    browser.evaluate("document.querySelector('.fix a').click()")
    print("a link to a line:", browser.evaluate(STATE % "document.querySelector('tr.target')"))
    browser.evaluate(CLICK % "fold all")
    browser.evaluate("[...document.querySelectorAll('.kernels th a')].pop().click()")
    print("a link to a kernel:", browser.evaluate(STATE % "[...document.querySelectorAll('details.kernel')].pop()"))
