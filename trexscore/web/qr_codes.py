"""Addresses as QR codes."""

import segno
from markupsafe import Markup


def code_of(address: str) -> Markup:
    """An address for another phone's camera."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr__dark"))  # noqa: S704 - drawn here
