"""Cookies that stay on a device."""

from typing import TypeVar

from flask import request
from werkzeug.wrappers import Response

AnyResponse = TypeVar("AnyResponse", bound=Response)

_YEAR_SECONDS = 365 * 24 * 3600


def set_lasting_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie for this site only, for a year, hidden from scripts."""
    response.set_cookie(name, value, _YEAR_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure)
