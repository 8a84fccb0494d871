"""The club invitation that someone opened before they create an account."""

import re

from trexscore.commands.clubs.add_member import find_valid_invitation, invited_member_if_claimable
from trexscore.db.models import db

_INVITATION_PATH_PATTERN = re.compile(r"/join/([A-Za-z0-9_-]{1,43})")


def invited_member_name(invitation_path: str) -> str:
    """The name of the member whom the invitation at this path is for; empty if it is for everyone."""
    match = _INVITATION_PATH_PATTERN.fullmatch(invitation_path)
    link = find_valid_invitation(db.session(), match[1]) if match else None
    member = invited_member_if_claimable(db.session(), link) if link is not None else None
    return "" if member is None else member.name or ""
