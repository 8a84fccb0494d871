"""Judges a new entry of a club: parse, check, apply, and check the resulting club."""

from collections import Counter
from collections.abc import Iterator

from trexscore.club.builder import ClubFoldEntry, fold_club
from trexscore.club.event import ClubEvent
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.events.creation_and_settings import ClubCreated, SettingsChanged
from trexscore.club.events.members import MembersMerged
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.record import ClubRecord
from trexscore.game.file.names import name_key
from trexscore.ledger.chain import Body
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS


def judge_entry(
    record: ClubRecord, entries: list[ClubFoldEntry], kind: str, body: Body, seq: int
) -> ClubRecord | EntryRefusal:
    """The club after an entry, or the refusals. `record` is the fold of `entries`.

    For events about single games, only the event itself is checked.
    """
    faults = entry_refusals(record, kind, body)
    if faults:
        return EntryRefusal(tuple(faults))
    club_after = fold_club([*entries, (seq, kind, body)])
    violated = tuple(invariant_refusals(club_after, EVENT_TYPE_BY_KIND[kind]))
    return EntryRefusal(violated) if violated else club_after


def entry_refusals(record: ClubRecord, kind: str, body: Body) -> list[Refusal]:
    """The refusals of an entry by itself; `record` is the club before it."""
    if kind not in EVENT_TYPE_BY_KIND or kind not in body:
        return [refuse("unknown_field", kind, field=kind)]
    event, faults = EVENT_TYPE_BY_KIND[kind].parse(body)
    return faults if event is None else [*faults, *event.refusals(record)]


def invariant_refusals(record: ClubRecord, event_type: type[ClubEvent]) -> Iterator[Refusal]:
    """Violated invariants after an event: one owner, unique names of members and seasons, no one twice at a table."""
    kind = event_type.stored_kind
    if issubclass(event_type, ClubCreated | SettingsChanged) and not record.members:
        return
    owners = [member for member in record.active_members if member.role == "owner"]
    if len(owners) != 1:
        yield refuse("owner_needed", kind)
    names = Counter(name_key(member.name) for member in record.active_members if member.name is not None)
    if any(times > 1 for times in names.values()):
        yield refuse("name_taken", f"{kind}.name")
    seasons = Counter(name_key(season.name) for season in record.seasons.values())
    if any(times > 1 for times in seasons.values()):
        yield refuse("season_name_taken", f"{kind}.name")
    if issubclass(event_type, MembersMerged | ClubEntryUndone):
        for night in record.game_nights.values():
            for table in night.draws[-1].tables if night.draws else ():
                if len({*table}) < len(SEATS):
                    yield refuse("sits_twice", kind)
