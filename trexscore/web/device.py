"""Which device an entry comes from, as far as it says: what kind it is, and four letters that tell it from others."""

import secrets

from flask import request

from trexscore.web.games.recent import R, set_cookie

COOKIE = "device"
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH = 4
_KINDS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
"""What browsers call themselves, the narrower word first: an Android is a Linux as well."""


def device() -> str | None:
    """What is known of this request's device; None where it says nothing."""
    code = request.cookies.get(COOKIE, "")
    said = (kind(), code if _is_code(code) else "")
    return " ".join(filter(None, said)) or None


def kind() -> str:
    """What kind of device the browser says it runs on; nothing where it is none of those that people play with."""
    agent = request.user_agent.string
    return next((name for name in _KINDS if name in agent), "")


def remember_device(response: R) -> R:
    """Give a device that opens a game its four letters."""
    if not _is_code(request.cookies.get(COOKIE, "")):
        set_cookie(response, COOKIE, "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)))
    return response


def _is_code(text: str) -> bool:
    return len(text) == _LENGTH and set(text) <= set(_LETTERS)
