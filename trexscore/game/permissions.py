"""Which link may write which entry: checked when an entry is recorded, and by `trexscore verify`."""

from trexscore.game.event import EntryLink
from trexscore.game.events import event_type_of_kind
from trexscore.ledger.chain import Body


def may_write(link: EntryLink, kind: str, body: Body) -> bool:
    """Whether a link may write an entry. The body may still be invalid.

    A player link speaks for its own seat and records no deals. The referee link corrects, resolves and speaks for
    players, and only it writes in the referee's name.
    """
    return event_type_of_kind(kind).permits(link, body.get(kind))
