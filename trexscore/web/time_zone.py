"""The time zone of this device, from a cookie that its script sets (js/phone/sync.js)."""

from datetime import tzinfo

from flask import request

from trexscore.club.record import find_zone

_COOKIE = "zone"
_LONGEST = 64


def device_zone() -> tzinfo | None:
    """The device's time zone; None if it is unknown, which means the server's."""
    name = request.cookies.get(_COOKIE, "").replace("%2F", "/")
    return find_zone(name) if 0 < len(name) <= _LONGEST else None
