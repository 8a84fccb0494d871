"""Used by several subjects of a club's pages."""

from flask import request


def wants_json() -> bool:
    """Whether a page's script made the request."""
    return request.accept_mimetypes.best == "application/json"


MAX_GAMES_EXPORTED_WITHOUT_JOB = 300
"""Files of clubs with at most so many games are made while they are sent, in about 0.25 s; others by a job."""
