"""Which link may have which entry written. It is asked when an entry is written, and again by `trexscore verify`."""

from trexscore.game.event import GameEvent, GameLink
from trexscore.game.events import EVENTS
from trexscore.ledger.chain import Body


def may_write(link: GameLink, kind: str, body: Body) -> bool:
    """Whether a link may have an entry written. The body may still be invalid.

    A player link speaks for its own seat and records nothing. The referee link corrects, resolves and speaks for
    players, and nobody else speaks in the referee's name.
    """
    return EVENTS.get(kind, GameEvent).permits(link, body.get(kind))
