"""Writing one entry behind a game's journal: recording, announcing, taking back, and what else a table does."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rfc8785 import CanonicalizationError

from trexscore.actions.clock import now
from trexscore.actions.start_game import kind_of
from trexscore.gamefile.entries import read_entry
from trexscore.gamefile.shape import read_object, read_seat, refuse_unknown_fields
from trexscore.journal.agreement import agreed_refusals, confirmed_in
from trexscore.journal.announcement import announcement_in
from trexscore.journal.correction import correction_in
from trexscore.journal.entries import Body, Kind, Said
from trexscore.journal.fold import CAN_BE_TAKEN_BACK, Counted, Record, fold
from trexscore.rules.game import Entry, Played
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS
from trexscore.storage import boards
from trexscore.storage.journals import append, folded, lock, with_key, writing

Entries = list[tuple[int, Kind, Body | None]]
"""A journal, as far as folding it needs."""


class Request(NamedTuple):
    """What a client asks to have written: `after` is the last entry that it has seen."""

    key: str
    after: int
    author: str | None
    made_at: str | None
    body: Body

    @property
    def kind(self) -> Kind:
        """The kind of entry that the body makes."""
        for kind in _OF_ITS_OWN:
            if kind in self.body:
                return kind
        return kind_of(self.body)


OF_A_SEAT: frozenset[Kind] = frozenset({"agreed"})
"""What a player says for themselves, through the link of their seat; `seat` in the body says who speaks."""
_OF_ITS_OWN: tuple[Kind, ...] = ("announced", "take_back", "first_king", "set_aside", "corrected", "agreed")


class Written(NamedTuple):
    """The entry is on disk as `seq`; `new` unless the same request had written it before."""

    seq: int
    new: bool
    state: str | None = None
    """Behind a new entry: the state as JSON."""


class MovedOn(NamedTuple):
    """Somebody else has written in between; nothing was written."""

    seq: int


class Refused(NamedTuple):
    """The entry is not possible; nothing was written. `entries` are those that the refusals count."""

    refusals: tuple[Refusal, ...]
    entries: tuple[Entry, ...]


class _Next(NamedTuple):
    """The game after an entry."""

    record: Record
    played: Played


def write_entry(game_id: int, request: Request) -> Written | MovedOn | Refused:
    """Write an entry: looked at in order are its key, then `after`, then the rules."""
    said = Said(request.key, request.kind, request.author, request.made_at, request.body)
    with writing() as session:
        end = lock(session, game_id)
        known = with_key(session, game_id, request.key)
        if known is not None:
            seq, *content = known
            same = content == [said.kind, _digest(said)]
            return Written(seq, new=False) if same else Refused((refuse("key_reused", "key"),), ())
        if request.after != end.seq:
            return MovedOn(end.seq)
        following = _after(folded(session, game_id), said, end.seq + 1)
        if isinstance(following, Refused):
            return following
        end = append(session, end, [said], now())
        state = boards.state_of(following.record, following.played, end.seq)
        return Written(end.seq, True, boards.replace(session, game_id, state))  # noqa: FBT003


def _digest(said: Said) -> str | None:
    """None where a number is too large to have been written ever."""
    try:
        return said.digest
    except CanonicalizationError:
        return None


def check_entry(game_id: int, body: Body) -> Refused | None:
    """What would be refused if this were written now, without writing it."""
    with writing() as session:
        entries = folded(session, game_id)
    request = Request("", 0, None, None, body)
    following = _after(entries, Said("", request.kind, None, None, body), len(entries) + 1)
    return following if isinstance(following, Refused) else None


def _after(entries: Entries, said: Said, seq: int) -> _Next | Refused:
    record = fold(entries)
    if said.kind in _FOLDED_ANEW:
        faults = _FOLDED_ANEW[said.kind](record, said.body)
        if faults:
            return _refused(record, faults)
        changed = fold([*entries, (seq, said.kind, said.body)])
        broken = _broken(record, changed, said.body)
        if broken:
            return _refused(record, broken)
        in_vain = said.kind == "corrected" and changed.says_the_same(record)
        return _refused(record, [_NO_DIFFERENCE]) if in_vain else _judged(changed)
    if said.kind in _ON_THE_SIDE:
        return _ON_THE_SIDE[said.kind](record, said.body, seq)
    entry = read_entry(said.body)
    more = record._replace(counted=(*record.counted, Counted(seq, said.body, entry)))
    if said.kind != "adjustment":
        more = more._replace(announced=())
    return _judged(more)


def _judged(record: Record) -> _Next | Refused:
    played = record.play()
    if played.refusals:
        return Refused(played.refusals, tuple(counted.entry for counted in record.counted))
    return _Next(record, played)


def _not_taken_back(record: Record, body: Body) -> list[Refusal]:
    """Why an entry cannot be taken back, whatever the rules say to what remains."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("take_back",), "", faults)
    seq = body["take_back"]
    if type(seq) is not int:
        faults.append(refuse("wrong_type", "take_back", wanted="number"))
    elif seq in record.taken_back:
        faults.append(refuse("already_taken_back", "take_back"))
    elif seq not in record.kinds:
        faults.append(refuse("unknown_entry", "take_back"))
    elif record.kinds[seq] not in CAN_BE_TAKEN_BACK:
        faults.append(refuse("nothing_to_take_back", "take_back"))
    return faults


def _not_corrected(record: Record, body: Body) -> list[Refusal]:
    """Why something cannot be corrected like this, whatever the rules say to what it leads to."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("corrected",), "", faults)
    _, refusals = correction_in(body["corrected"], frozenset(counted.seq for counted in record.counted))
    return [*faults, *refusals]


def _broken(before: Record, after: Record, body: Body) -> list[Refusal]:
    """Kingdoms that all four had agreed on and that would change, unless all four stand behind it again."""
    behind = body.get("corrected", {}).get("with", ())
    if len(behind) == len(SEATS):
        return []
    agreed = [agreement for agreement in before.agreements(before.play().game) if agreement.seal]
    return [
        refuse("kingdom_agreed", "corrected.with", king=agreement.king)
        for agreement in agreed
        if after.kingdom_digest(agreement.king) != agreement.digest
    ]


def _agreed(record: Record, body: Body, _seq: int) -> _Next | Refused:
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("agreed",), "", faults)
    played = record.play()
    digests = {agreement.king: agreement.digest for agreement in record.agreements(played.game)}
    faults += agreed_refusals(body["agreed"], digests, record.confirmed)
    if faults:
        return _refused(record, faults)
    return _Next(record._replace(confirmed=(*record.confirmed, confirmed_in(body["agreed"]))), played)


_NO_DIFFERENCE = refuse("nothing_to_correct", "corrected.changes")
_FOLDED_ANEW = {"take_back": _not_taken_back, "corrected": _not_corrected}
"""Entries that change earlier ones: the journal is folded once more, with them behind it."""


def _announced(record: Record, body: Body, seq: int) -> _Next | Refused:
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("announced",), "", faults)
    played = record.play()
    _, refusals = announcement_in(body["announced"], record.rules, played.game)
    if faults or refusals:
        return _refused(record, (*faults, *refusals))
    return _Next(record._replace(announced=(*record.announced, (seq, body["announced"]))), played)


def _first_king(record: Record, body: Body, _seq: int) -> _Next | Refused:
    """Until a deal counts, the first king can still be put right."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("first_king",), "", faults)
    seat = read_seat(body["first_king"], "first_king", faults)
    if record.play().game.deals:
        faults.append(refuse("first_king_fixed", "first_king"))
    return _refused(record, faults) if faults else _judged(record._replace(first_king=seat))


def _set_aside(record: Record, body: Body, _seq: int) -> _Next | Refused:
    """What a phone had entered without reception and the table did not pick: kept, and counts nothing."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("set_aside", "instead"), "", faults)
    read_object(body["set_aside"], "set_aside", faults)
    instead = body.get("instead", 1)
    if type(instead) is not int:
        faults.append(refuse("wrong_type", "instead", wanted="number"))
    elif instead not in record.kinds:
        faults.append(refuse("unknown_entry", "instead"))
    return _refused(record, faults) if faults else _judged(record)


_ON_THE_SIDE: dict[Kind, Callable[[Record, Body, int], _Next | Refused]] = {
    "agreed": _agreed,
    "announced": _announced,
    "first_king": _first_king,
    "set_aside": _set_aside,
}
"""Entries that no game file has and that leave what counts as it is."""


def _refused(record: Record, faults: Iterable[Refusal]) -> Refused:
    """Refusals of an entry that is no entry of a game file, counted as if it stood at that file's end."""
    place = len(record.counted) + 1
    return Refused(tuple(fault.in_entry(place) for fault in faults), ())
