"""Addresses as QR codes."""

import segno
from markupsafe import Markup


def qr_code_of(address: str) -> Markup:
    """The QR code of a URL as SVG."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr__dark"))  # noqa: S704 - drawn here
