"""The events of a game, one module for each subject, and the list of all events."""

from trexscore.game.event import GameEvent
from trexscore.game.events.announcement_and_abandonment import ContractAnnounced, GameAbandoned
from trexscore.game.events.conflict import EntryDiscarded
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeReopened, DisputeResolved
from trexscore.game.events.game_file import DealRecorded, DealVoided, PointsAdjusted
from trexscore.game.events.link import LinkOpenedOrReplaced
from trexscore.game.events.player_name import NamesRemoved, PlayerNamed
from trexscore.game.events.policy import PolicyChanged
from trexscore.game.events.sign_off_and_confirmation import EntryConfirmed, KingdomSigned
from trexscore.game.events.start import FirstKingChosen, GameStarted
from trexscore.game.events.undo import EntryUndone
from trexscore.ledger.chain import Body
from trexscore.ledger.event import UnreadableEventError

EVENT_TYPE_BY_KIND: dict[str, type[GameEvent]] = {
    event.stored_kind: event
    for event in (
        GameStarted,
        PlayerNamed,
        FirstKingChosen,
        DealRecorded,
        DealVoided,
        PointsAdjusted,
        ContractAnnounced,
        GameAbandoned,
        EntryUndone,
        EntryDiscarded,
        EntriesCorrected,
        KingdomSigned,
        DisputeRaised,
        DisputeAnswered,
        DisputeResolved,
        DisputeReopened,
        LinkOpenedOrReplaced,
        PolicyChanged,
        EntryConfirmed,
        NamesRemoved,
    )
}
"""Every event, by the kind of its stored entries."""


def event_type_of_body(body: Body) -> type[GameEvent]:
    """The event type of a client's body. An unknown body is read as a deal, so that it gets a deal's faults."""
    return next((event for event in EVENT_TYPE_BY_KIND.values() if event.recognizes_client_body(body)), DealRecorded)


def event_of_body(body: Body) -> GameEvent:
    """The event of a valid body. Raises `UnreadableEventError`."""
    return event_type_of_body(body).load(body)


def event_type_of_kind(kind: str) -> type[GameEvent]:
    """The event type of a kind; the base class for an unknown kind."""
    return EVENT_TYPE_BY_KIND.get(kind, GameEvent)


def load_event(kind: str, body: Body) -> GameEvent:
    """The event of a stored entry. Raises `UnreadableEventError`."""
    if kind not in EVENT_TYPE_BY_KIND:
        raise UnreadableEventError(kind)
    return EVENT_TYPE_BY_KIND[kind].load(body)
