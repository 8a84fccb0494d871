"""In which time zone this device shows the time: its script says so in a cookie (js/phone/sync.js)."""

from datetime import tzinfo

from flask import request

from trexscore.club.record import zone_called

_COOKIE = "zone"
_LONGEST = 64


def zone_here() -> tzinfo | None:
    """The device's time zone; None, which stands for the server's, where it has said none that is known."""
    name = request.cookies.get(_COOKIE, "").replace("%2F", "/")
    return zone_called(name) if 0 < len(name) <= _LONGEST else None
