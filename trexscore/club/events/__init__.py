"""All events of a club."""

from trexscore.club.event import ClubEvent
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.events.creation_and_settings import ClubCreated, SettingsChanged
from trexscore.club.events.game_night import GameNightPlanned, MembersCheckedIn, MembersCheckedOut, TablesDrawn
from trexscore.club.events.members import (
    MemberAnonymized,
    MemberJoined,
    MemberNamed,
    MemberReinstated,
    MembershipEnded,
    MembersMerged,
    RoleChanged,
)
from trexscore.club.events.season import SeasonDefined, SeasonPointsAdjusted
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.ledger.chain import Body
from trexscore.ledger.event import UnreadableEventError

EVENT_TYPE_BY_KIND: dict[str, type[ClubEvent]] = {
    event.stored_kind: event
    for event in (
        ClubCreated,
        SettingsChanged,
        MemberJoined,
        MemberNamed,
        RoleChanged,
        MembershipEnded,
        MemberReinstated,
        MembersMerged,
        MemberAnonymized,
        SeasonDefined,
        SeasonPointsAdjusted,
        GameNightPlanned,
        MembersCheckedIn,
        MembersCheckedOut,
        TablesDrawn,
        GameCounted,
        GameExcluded,
        ClubEntryUndone,
    )
}
"""Every event, by its stored kind."""
FOLDED_KINDS: tuple[str, ...] = tuple(kind for kind, event in EVENT_TYPE_BY_KIND.items() if not event.is_about_game)
"""The kinds that a fold needs: all but those about single games."""

RERANKING_KINDS: frozenset[str] = frozenset(
    kind for kind, event in EVENT_TYPE_BY_KIND.items() if event.can_rerank_same_results
)
"""The kinds that can change the ranking of the same results."""


def event_type_of_body(body: Body) -> type[ClubEvent]:
    """The event type of a body that an event made. Raises `KeyError` if no event did."""
    (kind,) = body
    return EVENT_TYPE_BY_KIND[kind]


def load_event(kind: str, body: Body) -> ClubEvent:
    """The event of a stored entry. Raises `UnreadableEventError`."""
    if kind not in EVENT_TYPE_BY_KIND:
        raise UnreadableEventError(kind)
    return EVENT_TYPE_BY_KIND[kind].load(body)
