"""Whether an entry can follow in a club: parse, check, apply, and a look at what it leads to."""

from collections import Counter
from collections.abc import Iterator

from trexscore.club.builder import Entry, fold_club
from trexscore.club.event import ClubEvent
from trexscore.club.events import EVENTS
from trexscore.club.events.founding import ClubCreated, SettingsChanged
from trexscore.club.events.members import MembersMerged
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.record import ClubRecord
from trexscore.game.file.names import compared
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS


def judge_entry(
    record: ClubRecord, entries: list[Entry], kind: str, body: Body, seq: int
) -> ClubRecord | list[Refusal]:
    """The club after an entry, or why it is not possible; `record` is what `entries` fold to.

    Of single games only what the event itself says is checked.
    """
    faults = entry_refusals(record, kind, body)
    if faults:
        return faults
    after = fold_club([*entries, (seq, kind, body)])
    return list(broken(after, EVENTS[kind])) or after


def entry_refusals(record: ClubRecord, kind: str, body: Body) -> list[Refusal]:
    """What is wrong with an entry, whatever follows from it; `record` is the club before it."""
    if kind not in EVENTS or kind not in body:
        return [refuse("unknown_field", kind, field=kind)]
    event, faults = EVENTS[kind].parse(body)
    return faults if event is None else [*faults, *event.check(record)]


def broken(record: ClubRecord, event: type[ClubEvent]) -> Iterator[Refusal]:
    """What must hold in every club: it has one owner, and no two members, nor two seasons, have the same name.

    And nobody sits twice at a table that was drawn.
    """
    kind = event.wire
    if issubclass(event, ClubCreated | SettingsChanged) and not record.members:
        return
    owners = [member for member in record.here if member.role == "owner"]
    if len(owners) != 1:
        yield refuse("owner_needed", kind)
    names = Counter(compared(member.name) for member in record.here if member.name is not None)
    if any(times > 1 for times in names.values()):
        yield refuse("name_taken", f"{kind}.name")
    seasons = Counter(compared(season.name) for season in record.seasons.values())
    if any(times > 1 for times in seasons.values()):
        yield refuse("season_name_taken", f"{kind}.name")
    if issubclass(event, MembersMerged | ClubEntryUndone):
        for night in record.evenings.values():
            for table in night.draws[-1].tables if night.draws else ():
                if len({*table}) < len(SEATS):
                    yield refuse("sits_twice", kind)
