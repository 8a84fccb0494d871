"""The name that an invitation is for."""

import re

from trexscore.commands.clubs.add_member import invited_member, valid_invitation
from trexscore.db.models import db

_INVITATION_PATH = re.compile(r"/join/([A-Za-z0-9_-]{1,43})")


def invited_name(path: str) -> str:
    """The name of the member whom the invitation at this path is for; empty if it is for everyone."""
    match = _INVITATION_PATH.fullmatch(path)
    link = valid_invitation(db.session(), match[1]) if match else None
    member = invited_member(db.session(), link) if link is not None else None
    return "" if member is None else member.name or ""
