"""browse.py PAGE PREFIX: opens the page in headless Chromium, leaves PREFIX-light.png and
PREFIX-dark.png, and prints their background and the headings that the browser sees."""

import re
import struct
import subprocess
import sys
import zlib


def chromium(*options):
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,2400",
               "--host-resolver-rules=MAP * ~NOTFOUND", *options, f"file://{sys.argv[1]}"]
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


for name, scheme in (("light", "1"), ("dark", "0")):
    picture = f"{sys.argv[2]}-{name}.png"
    chromium(f"--blink-settings=preferredColorScheme={scheme}", f"--screenshot={picture}")
    print(f"{name}: background", *first_pixel(picture))
page = chromium("--dump-dom")
print("headings:", ", ".join(re.sub("<[^>]*>", "", h) for h in re.findall("<h2[^>]*>(.*?)</h2>", page)))
