"""Redraw the app's icons from static/icons/icon.svg: `make icons`."""

import struct
import sys
import zlib
from base64 import b64decode
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.support.browser.browser import executable, launch
from tests.support.tree import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = ROOT / "static" / "icons"
ICONS = {
    "icon-192": (192, "card"),
    "icon-512": (512, "card"),
    "maskable-512": (512, "whole"),
    "touch-180": (180, "whole"),
}
"""Size of each icon in pixels, and its shape: a card with round corners, or a full square that phones crop."""
_COLOURS = 48
_PIXELS = """async ([source, size, whole]) => {
  const drawing = new DOMParser().parseFromString(source, "image/svg+xml");
  drawing.documentElement.setAttribute("width", size);
  drawing.documentElement.setAttribute("height", size);
  if (whole) {
    drawing.getElementById("ground").removeAttribute("rx");
    drawing.getElementById("frame").remove();
  }
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(drawing));
  await picture.decode();
  const canvas = new OffscreenCanvas(size, size).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  return btoa([...canvas.getImageData(0, 0, size, size).data].map((byte) => String.fromCharCode(byte)).join(""));
}"""


def main() -> int:
    """Draw all icons; without Chromium, print a message."""
    if executable() is None:
        sys.stderr.write("The icons are drawn by Chromium, and none was found.\n")
        return 1
    source = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        for name, (size, shape) in ICONS.items():
            picture = _draw_icon(page, source, size, whole=shape == "whole")
            (FOLDER / f"{name}.png").write_bytes(picture)
            sys.stdout.write(f"{name}.png: {len(picture):,} bytes\n")
        browser.close()
    return 0


def _draw_icon(page: "Page", source: str, size: int, *, whole: bool) -> bytes:
    pixels = b64decode(page.evaluate(_PIXELS, [source, size, whole]))
    return _png([pixels[index : index + 4] for index in range(0, len(pixels), 4)], size)


def _png(pixels: list[bytes], size: int) -> bytes:
    """A PNG with a palette, a fraction of what the browser would write: few colours, the rest are their edges."""
    palette = _palette(pixels)
    nearest = {
        pixel: min(range(len(palette)), key=lambda index: _distance(palette[index], pixel)) for pixel in set(pixels)
    }
    rows = b"".join(
        b"\0" + bytes(nearest[pixel] for pixel in pixels[start : start + size]) for start in range(0, len(pixels), size)
    )
    header = struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)
    parts = {
        b"IHDR": header,
        b"PLTE": b"".join(colour[:3] for colour in palette),
        b"tRNS": bytes(colour[3] for colour in palette),
        b"IDAT": zlib.compress(rows, 9),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts.items()
    )


def _palette(pixels: list[bytes]) -> list[bytes]:
    """The commonest colours."""
    counts: dict[bytes, int] = {}
    for pixel in pixels:
        counts[pixel] = counts.get(pixel, 0) + 1
    return sorted(counts, key=lambda pixel: -counts[pixel])[:_COLOURS]


def _distance(first: bytes, second: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))


if __name__ == "__main__":
    sys.exit(main())
