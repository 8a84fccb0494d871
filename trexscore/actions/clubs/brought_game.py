"""Whether a game's whole journal can be one: it was written elsewhere, and nothing of it is taken on trust."""

import re
from collections.abc import Sequence

from trexscore.actions.judge import Refused, following
from trexscore.actions.write_entry import Request
from trexscore.gamefile import FORMAT
from trexscore.gamefile.entries import read_entry
from trexscore.gamefile.house_rules import read_house_rules
from trexscore.gamefile.names import read_name
from trexscore.journal.entries import Body, JournalEntry
from trexscore.journal.fold import fold
from trexscore.journal.record import IN_THE_GAME_FILE, Record
from trexscore.rules.game import Played
from trexscore.rules.seats import SEAT_NAMED, SEATS
from trexscore.storage.boards import UNFIT, state_of

_BEGINNING = 1 + len(SEATS)
"""Entries by which every game begins: the start, and the four names."""
_STARTED = frozenset({"format", "house_rules", "first_king"})
_DIGEST = re.compile(r"[0-9a-f]{64}")
Folded = list[tuple[int, str, Body | None]]


class UnfitGame(Exception):
    """The journal can be no game's: at which entry."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Patience:
    """How much may be looked through for one file: whoever sends hostile games is not waited for."""

    def __init__(self, folds: int) -> None:
        self.left = folds

    def spend(self, folds: int) -> None:
        """Entries that are about to be folded. Raises `OutOfPatience`."""
        self.left -= folds
        if self.left < 0:
            raise OutOfPatience


class OutOfPatience(Exception):
    """There is more to look through than any club has."""


def game_told_by(entries: Sequence[JournalEntry], patience: Patience) -> tuple[Record, Played]:
    """The game. Raises `UnfitGame` and `OutOfPatience`. The chain has been looked at."""
    said: Folded = [(entry.seq, entry.kind, entry.body) for entry in entries]
    last = entries[-1].seq
    if not _begins(said):
        raise UnfitGame(min(last, _BEGINNING))
    for place in range(_BEGINNING, len(said)):
        if not _is_sound(said, place, entries, patience):
            raise UnfitGame(place + 1)
    try:
        record = fold(said)
        played = record.play()
        state_of(record, played, last)
    except (*UNFIT, RecursionError) as fault:
        raise UnfitGame(last) from fault
    if played.refusals:
        raise UnfitGame(last)
    return record, played


def _begins(said: Folded) -> bool:
    """Whether it begins as every game does. Names may have been erased."""
    kinds = [kind for _seq, kind, _body in said[:_BEGINNING]]
    if kinds != ["started", *["named"] * len(SEATS)]:
        return False
    start, *names = (body for _seq, _kind, body in said[:_BEGINNING])
    if start is None or not {"format", "house_rules"} <= start.keys() <= _STARTED or start["format"] != FORMAT:
        return False
    rules = read_house_rules(start["house_rules"], [])
    king = start.get("first_king", SEATS[0].name)
    return rules is not None and isinstance(king, str) and king in SEAT_NAMED and all(map(_is_name, names, SEAT_NAMED))


def _is_name(body: Body | None, seat: str) -> bool:
    if body is None:
        return True
    name = body.get("name")
    return body == {"seat": seat, "name": name} and name is not None and read_name(name) == name


def _is_sound(said: Folded, place: int, entries: Sequence[JournalEntry], patience: Patience) -> bool:
    """Whether an entry can have been written when it was. What deals come to is seen when all of them are played."""
    entry = entries[place]
    body = entry.body
    if body is None:
        return entry.kind in ("named", "set_aside")  # a name can have been set aside, too; points never hang on either
    if entry.kind == "erased":
        return entry.author is None and _tells_of_erasing(body, entries[:place])
    try:
        if Request(entry.key, 0, None, None, body).kind != entry.kind:
            return False
        if entry.kind in IN_THE_GAME_FILE:
            return not read_entry(body).faults
        patience.spend(place)
        written = Request(entry.key, 0, entry.author, entry.made_at, body).said
        return not isinstance(following(said[:place], written, entry.seq), Refused)
    except (*UNFIT, RecursionError):
        return False


def _tells_of_erasing(body: Body, before: Sequence[JournalEntry]) -> bool:
    """Whether what it says to have been erased is missing. That the rest is as it was, the chain tells."""
    said = body.get("erased")
    if len(body) != 1 or not isinstance(said, dict) or said.keys() != {"names", "authors"}:
        return False
    names, authors = said["names"], said["authors"]
    emptied = {one.seq for one in before if one.body is None}
    unsigned = {str(one.seq) for one in before if one.author is None}
    return (
        isinstance(names, list)
        and all(type(seq) is int and seq in emptied for seq in names)
        and isinstance(authors, dict)
        and authors.keys() <= unsigned
        and all(isinstance(digest, str) and _DIGEST.fullmatch(digest) for digest in authors.values())
    )
