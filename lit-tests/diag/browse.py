"""browse.py PAGE PREFIX: opens the page in headless Chromium, in a window and on a phone, light, dark
and as printed, each with everything unfolded, and says of each: how many elements are wider than the window, the least contrast of a text
with what is behind it, texts that leave their picture, texts on top of each other, and what else the
browser complains about. Leaves pictures of the page's top, PREFIX-WIDTH-SCHEME.png."""

import sys

from browser import UNFOLD, Browser

MEASURE = """(() => {
const channels = c => c.match(/[\\d.]+/g).map(Number);
const linear = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
function behind(e) {
  for (; e; e = e.parentElement) {
    const image = getComputedStyle(e).backgroundImage.match(/rgb[^)]*\\)/);
    if (image) return channels(image[0]);
    const c = channels(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c;
  }
  return channels(getComputedStyle(document.documentElement).colorScheme == "dark" ? "0 0 0" : "255 255 255");
}
function contrast(e) {
  const style = getComputedStyle(e);
  const text = light(channels(e.namespaceURI.endsWith("svg") ? style.fill : style.color));
  const ground = light(behind(e));
  return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
}
const closed = e => e.closest("details:not([open])") && !e.closest("summary");
const clipped = e => closed(e) || e.closest('.hidden') || (e.closest("thead") && getComputedStyle(e.closest("thead")).position == "absolute");
const shown = [...document.body.querySelectorAll("*")].filter(e => e.getClientRects().length && !clipped(e) &&
  !["title", "SCRIPT"].includes(e.tagName) && [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim()));
const box = e => e.getBoundingClientRect();
const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
const texts = [...document.querySelectorAll("svg:not(.times) text")];
/* The lines of all texts, without the space between lines. */
const lines = [];
for (const e of shown)
  for (const node of e.childNodes)
    if (node.nodeType == 3 && node.data.trim()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const r of range.getClientRects())
        if (r.width > 2) lines.push({top: r.top + r.height / 4, bottom: r.bottom - r.height / 4, left: r.left + 1,
                                     right: r.right - 1, node, text: node.data.trim()});
    }
lines.sort((a, b) => a.top - b.top);
const covered = [];
lines.forEach((a, i) => {
  for (let j = i + 1; j < lines.length && lines[j].top < a.bottom; j++) {
    const b = lines[j];
    if (a.node != b.node && a.left < b.right && b.left < a.right) covered.push(a.text + " / " + b.text);
  }
});
const edge = document.documentElement.clientWidth;
const scrolls = e => ["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1;
const weakest = shown.reduce((a, b) => contrast(a) < contrast(b) ? a : b);
return {
  wider: [...document.body.querySelectorAll("*")].filter(e => !clipped(e) && box(e).right > edge + 1 || scrolls(e))
    .filter(e => !clipped(e)).map(e => e.tagName + " " + e.textContent.slice(0, 20)),
  contrast: contrast(weakest), weakest: weakest.outerHTML.slice(0, 80),
  outside: texts.filter(t => !within(box(t), box(t.ownerSVGElement))).map(t => t.textContent), covered};
})()"""


def say(name, browser):
    m = browser.evaluate(MEASURE)
    contrast = "good" if m["contrast"] >= 4.5 else f"{m['contrast']:.2f} of {m['weakest']}"
    print(f"{name}: too wide: {m['wider'] or 'none'}, contrast {contrast}, outside: {m['outside'] or 'none'}, "
          f"covered: {m['covered'] or 'none'}, errors: {browser.errors() or 'none'}, "
          f"requests: {len(browser.requests())}")


def main():
    with Browser() as browser:
        for width in (1400, 390):
            for scheme in ("light", "dark"):
                browser.open(sys.argv[1], width, scheme)
                browser.picture(f"{sys.argv[2]}-{width}-{scheme}.png", 0, 0, width, 900)
                browser.evaluate(UNFOLD)
                background = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                say(f"{width} {scheme} {background}", browser)
        browser.open(sys.argv[1], 720, media="print")
        browser.evaluate(UNFOLD)
        say("print", browser)
        print("headings:", ", ".join(browser.evaluate("[...document.querySelectorAll('h2')].map(h => h.textContent)")))


main()
