"""What follows from a club's entry: the club behind it, or why it cannot be."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from trexscore.club import FORMAT
from trexscore.club.adjustment import adjusted_refusals
from trexscore.club.booking import game_refusals, withdrawn_refusals
from trexscore.club.calendar import come_and_go, drawn_refusals, evening_refusals, season_refusals
from trexscore.club.fold import fold_club
from trexscore.club.people import (
    erased_refusals,
    joined_refusals,
    left_refusals,
    merged_refusals,
    named_refusals,
    returned_refusals,
    role_refusals,
)
from trexscore.club.record import SHOWS, ClubRecord
from trexscore.club.shape import Looking
from trexscore.game.file.names import compared
from trexscore.game.file.shape import refuse_unknown_fields
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse

Entries = list[tuple[int, str, Body | None]]
"""A club's journal, as far as folding it needs."""
_CAN_BE_TAKEN_BACK = frozenset({"merged", "season", "adjusted", "evening", "drawn"})
_SEATS_AT_A_TABLE = 4


def following_club(record: ClubRecord, entries: Entries, kind: str, body: Body, seq: int) -> ClubRecord | list[Refusal]:
    """The club behind an entry, or why it cannot be; `record` is what the entries fold to.

    Of single games only what the entry itself says is looked at.
    """
    faults = entry_refusals(record, kind, body)
    if faults:
        return faults
    behind = fold_club([*entries, (seq, kind, body)])
    return list(broken(behind, kind)) or behind


def entry_refusals(record: ClubRecord, kind: str, body: Body) -> list[Refusal]:
    """What is wrong with an entry, whatever follows from it; `record` is the club before it."""
    faults: list[Refusal] = []
    if kind not in _READ or kind not in body:
        return [refuse("unknown_field", kind, field=kind)]
    refuse_unknown_fields(body, (kind,), "", faults)
    faults += _READ[kind](record, body[kind])
    return faults


def broken(record: ClubRecord, kind: str) -> Iterator[Refusal]:
    """What must hold of a club whatever is said: it has one owner, and nobody here bears the name of another.

    Nor do seasons; and nobody sits twice at a table that was drawn.
    """
    if kind in ("founded", "settings") and not record.members:
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
    if kind in {"merged", "take_back"}:
        for evening in record.evenings.values():
            for table in evening.draws[-1].tables if evening.draws else ():
                if len({*table}) < _SEATS_AT_A_TABLE:
                    yield refuse("sits_twice", kind)


def _founded(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "founded", ("format",))
    look.one_of("format", (FORMAT,), "unknown_choice")
    if record.kinds:
        look.fault("unknown_field", field="founded")
    return look.faults


_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,20}(?:/[A-Za-z0-9_+-]{1,20}){0,2}")
"""Which zones there are differs by server and year: any name that could be one is kept."""


def _settings(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "settings", ("name", "shows", "agreed", "agreed_from", "zone", "behind"))
    look.name("name")
    look.one_of("shows", SHOWS, "unknown_choice")
    look.yes_or_no("agreed")
    if look.said.get("agreed_from") is not None:
        look.day("agreed_from")
    zone = look.said.get("zone")
    if zone is not None and not (isinstance(zone, str) and _ZONE.fullmatch(zone)):
        look.fault("unknown_choice", "zone")
    look.seen(record.settings.last_entry)
    return look.faults


def _take_back(record: ClubRecord, said: object) -> list[Refusal]:
    if type(said) is not int:
        return [refuse("wrong_type", "take_back", wanted="number")]
    if said in record.taken_back:
        return [refuse("already_taken_back", "take_back")]
    if said not in record.kinds:
        return [refuse("unknown_entry", "take_back")]
    parted = record.merges.get(said)
    if record.kinds[said] not in _CAN_BE_TAKEN_BACK or (parted and record.who(parted[1]).erased):
        return [refuse("nothing_to_take_back", "take_back")]
    return []


_READ: Mapping[str, Callable[[ClubRecord, object], Iterable[Refusal]]] = {
    "founded": _founded,
    "settings": _settings,
    "joined": joined_refusals,
    "named": named_refusals,
    "role": role_refusals,
    "left": left_refusals,
    "returned": returned_refusals,
    "merged": merged_refusals,
    "erased": erased_refusals,
    "season": season_refusals,
    "adjusted": adjusted_refusals,
    "evening": evening_refusals,
    "arrived": come_and_go("arrived"),
    "went": come_and_go("went"),
    "drawn": drawn_refusals,
    "game": game_refusals,
    "withdrawn": withdrawn_refusals,
    "take_back": _take_back,
}
"""What is wrong with an entry, whatever follows from it."""
