"""The device of a request: its kind, a random code of four letters from a cookie, and its time zone."""

import secrets
from datetime import tzinfo

from flask import request

from trexscore.club.record import find_time_zone
from trexscore.web.cookies import AnyResponse, set_lasting_cookie

DEVICE_COOKIE = "device"
_DEVICE_CODE_CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_DEVICE_CODE_LENGTH = 4
_TIME_ZONE_COOKIE = "zone"
"""Set by js/phone/sync.js."""
_MAX_TIME_ZONE_NAME_LENGTH = 64
_DEVICE_KINDS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
"""Kinds in user agents. Narrower words come first: Android is also Linux."""


def device_label() -> str | None:
    """Kind and code of this request's device, such as `iPhone 7KQ2`; None if both are unknown."""
    code = request.cookies.get(DEVICE_COOKIE, "")
    label_parts = (device_kind(), code if _is_device_code(code) else "")
    return " ".join(filter(None, label_parts)) or None


def device_kind() -> str:
    """The kind of device in the user agent; empty if unknown."""
    agent = request.user_agent.string
    return next((name for name in _DEVICE_KINDS if name in agent), "")


def ensure_device_cookie(response: AnyResponse) -> AnyResponse:
    """Set the cookie with the device's code, unless it has one."""
    if not _is_device_code(request.cookies.get(DEVICE_COOKIE, "")):
        set_lasting_cookie(
            response,
            DEVICE_COOKIE,
            "".join(secrets.choice(_DEVICE_CODE_CHARACTERS) for _ in range(_DEVICE_CODE_LENGTH)),
        )
    return response


def device_time_zone() -> tzinfo | None:
    """The device's time zone; None if it is unknown, which means the server's."""
    name = request.cookies.get(_TIME_ZONE_COOKIE, "").replace("%2F", "/")
    return find_time_zone(name) if 0 < len(name) <= _MAX_TIME_ZONE_NAME_LENGTH else None


def _is_device_code(text: str) -> bool:
    return len(text) == _DEVICE_CODE_LENGTH and set(text) <= set(_DEVICE_CODE_CHARACTERS)
