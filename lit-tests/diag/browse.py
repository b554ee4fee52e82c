"""browse.py PAGE PREFIX: opens the page in headless Chromium, leaves PREFIX-light.png and
PREFIX-dark.png, and prints their background and the headings that the browser sees. Then, of a copy
with a script that measures it: whether it is wider than the window, the least contrast of a text
with what is behind it, texts that leave their picture, and numbers of kernels on top of each other."""

import html
import json
import re
import struct
import subprocess
import sys
import zlib


MEASURE = """<script>
const channels = c => c.match(/[\\d.]+/g).map(Number);
const linear = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
function behind(e) {
  for (; e; e = e.parentElement) {
    const c = channels(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c;
  }
  return [255, 255, 255];
}
function contrast(e) {
  const style = getComputedStyle(e);
  const text = light(channels(e.namespaceURI.endsWith("svg") ? style.fill : style.color));
  const ground = light(behind(e));
  return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
}
const shown = [...document.body.querySelectorAll("*")].filter(e => e.getClientRects().length &&
  e.tagName != "title" && [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim()));
const box = e => e.getBoundingClientRect();
const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const texts = [...document.querySelectorAll("svg text")];
const numbers = [...document.querySelectorAll(".roofline .strong")];
document.title = JSON.stringify({
  wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  contrast: Math.min(...shown.map(contrast)),
  outside: texts.filter(t => !within(box(t), box(t.ownerSVGElement))).map(t => t.textContent),
  covered: numbers.filter((t, i) => numbers.slice(0, i).some(o => o.ownerSVGElement == t.ownerSVGElement && meet(box(o), box(t))))
    .map(t => t.textContent) });
</script>"""


def chromium(*options, page=sys.argv[1]):
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,2400",
               "--host-resolver-rules=MAP * ~NOTFOUND", *options, f"file://{page}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def first_pixel(path):
    """The first pixel of the first row is stored as it is, whatever filter the row has."""
    with open(path, "rb") as f:
        png = f.read()
    at, data = 8, b""
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        if kind == b"IDAT":
            data += png[at + 8:at + 8 + size]
        at += size + 12
    return tuple(zlib.decompress(data)[1:4])


def measured(scheme):
    """Of a copy: the page itself has no script."""
    copy = f"{sys.argv[2]}-measured.html"
    with open(sys.argv[1], encoding="utf-8") as page, open(copy, "w", encoding="utf-8") as f:
        f.write(page.read().replace("</body>", MEASURE + "</body>"))
    dom = chromium(scheme, "--dump-dom", page=copy)
    return json.loads(html.unescape(re.search("<title>(.*?)</title>", dom).group(1)))


for name, scheme in (("light", "1"), ("dark", "0")):
    option = f"--blink-settings=preferredColorScheme={scheme}"
    picture = f"{sys.argv[2]}-{name}.png"
    chromium(option, f"--screenshot={picture}")
    print(f"{name}: background", *first_pixel(picture))
    m = measured(option)
    print(f"{name}: {m['wider']} pixels too wide, contrast {'good' if m['contrast'] >= 4.5 else m['contrast']}, "
          f"outside: {m['outside'] or 'none'}, covered: {m['covered'] or 'none'}")
page = chromium("--dump-dom")
print("headings:", ", ".join(re.sub("<[^>]*>", "", h) for h in re.findall("<h2[^>]*>(.*?)</h2>", page)))
