"""What an invitation knows of whoever comes by it."""

import re

from trexscore.commands.clubs.add_member import invitation, invited
from trexscore.db.models import db

_PLACE = re.compile(r"/join/([A-Za-z0-9_-]{1,43})")


def invited_name(place: str) -> str:
    """The name of the member for whom the invitation at this address is; nothing where it is for everybody."""
    found = _PLACE.fullmatch(place)
    right = invitation(db.session(), found[1]) if found else None
    member = invited(db.session(), right) if right is not None else None
    return "" if member is None else member.name or ""
