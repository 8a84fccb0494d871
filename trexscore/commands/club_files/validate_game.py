"""Whether a game's whole journal can be one: it was written elsewhere, and nothing of it is taken on trust."""

import re
import sys
from collections.abc import Iterator, Sequence

from trexscore.db.game_states import UNFIT
from trexscore.game.event import link_of
from trexscore.game.events import event_type_of
from trexscore.game.events.deal import GameFileEvent, PointsAdjusted
from trexscore.game.events.dispute import DisputeRaised
from trexscore.game.events.sign_off import KingdomSigned
from trexscore.game.file import FORMAT
from trexscore.game.file.entries import read_entry
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.names import read_name
from trexscore.game.judge import Refused, judge
from trexscore.game.permissions import may_write
from trexscore.game.record import Record
from trexscore.game.replay import Replay
from trexscore.game.state import state_of
from trexscore.ledger.chain import Body, ChainFault, FoldEntry, JournalEntry
from trexscore.rules.game import Played
from trexscore.rules.seats import SEAT_NAMED, SEATS

_BEGINNING = 1 + len(SEATS)
"""Entries by which every game begins: the start, and the four names."""
_STARTED = frozenset({"format", "house_rules", "first_king"})
_ERASED = frozenset({"names", "authors", "marks"})
_DIGEST = re.compile(r"[0-9a-f]{64}")
_AT_FIRST, _AN_ENTRY = 200_000, 1_000
"""Steps of about a microsecond for a file, and more of them for each entry of its games."""
_FOLDED, _PLAYED = 3, 3
"""Steps that it takes to fold an entry, and to play it."""
Folded = list[FoldEntry]


class InvalidGame(Exception):
    """The journal can be no game's: at which entry."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class StepBudget:
    """How much may be worked on for one file: whoever sends hostile games is not waited for."""

    def __init__(self, left: int = _AT_FIRST) -> None:
        self.left = left

    def earn(self, entries: int) -> None:
        """A game of so many entries has come: the longer the file, the more may be worked on for it."""
        self.left += _AN_ENTRY * entries

    def spend(self, steps: int) -> None:
        """Work that is about to be done. Raises `OutOfPatience`."""
        self.left -= steps
        if self.left < 0:
            raise BudgetExceeded


class BudgetExceeded(Exception):
    """There is more to look through than any club has."""


def validated_game(entries: Sequence[JournalEntry], patience: StepBudget) -> tuple[Record, Played]:
    """The game. Raises `UnfitGame` and `OutOfPatience`. The chain has been looked at."""
    said: Folded = [entry.told for entry in entries]
    last = entries[-1].seq
    if not _begins(said):
        raise InvalidGame(min(last, _BEGINNING))
    patience.earn(len(entries))
    looking = _Looking(said, entries, patience)
    for place in range(_BEGINNING, len(said)):
        if not looking.is_sound(place):
            raise InvalidGame(place + 1)
    try:
        record = looking.replay.at(last)
        played = record.play()
        state_of(record, played, last)
    except (*UNFIT, RecursionError) as fault:
        raise InvalidGame(last) from fault
    if played.refusals:
        raise InvalidGame(last)
    return record, played


def _begins(said: Folded) -> bool:
    """Whether it begins as every game does. Names may have been erased."""
    kinds = [one.kind for one in said[:_BEGINNING]]
    if kinds != ["started", *["named"] * len(SEATS)]:
        return False
    start, *names = (one.body for one in said[:_BEGINNING])
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


def not_permitted(entries: Sequence[JournalEntry]) -> Iterator[ChainFault]:
    """Entries that the link that wrote them could not have had written as the game stood, and times that go back.

    Entries from before `by` existed were written by the rules of then, and are passed over.
    """
    looking = _Looking([entry.told for entry in entries], entries, StepBudget(sys.maxsize))
    for place, entry in enumerate(entries):
        if entry.by is None:
            continue
        if place and entry.received_at < entries[place - 1].received_at:
            yield ChainFault(entry.seq, "backwards")
        if entry.body is not None and not (looking.is_sound(place) if place >= _BEGINNING else _may_write(entry)):
            yield ChainFault(entry.seq, "not_permitted")


def _may_write(entry: JournalEntry) -> bool:
    link = link_of(entry.by)
    return link is not None and may_write(link, entry.kind, entry.body or {})


class _Looking:
    """A journal looked at from entry to entry, with one fold that grows."""

    def __init__(self, said: Folded, entries: Sequence[JournalEntry], patience: StepBudget) -> None:
        self.said, self.entries, self.patience = said, entries, patience
        self.replay = Replay(said)
        self.signed = next((place for place, one in enumerate(said) if one.kind == KingdomSigned.wire), len(said))
        """Where somebody first signs off a kingdom: adjustments behind it can move what is signed off."""

    def is_sound(self, place: int) -> bool:
        """Whether an entry can have been written when it was. What deals come to is seen when all are played."""
        entry = self.entries[place]
        body = entry.body
        if body is None:
            return entry.kind in ("named", "set_aside")  # a name can be set aside, too; points never hang on either
        if entry.kind == "erased":
            return entry.author is None and _tells_of_erasing(body, self.entries[:place])
        try:
            event = event_type_of(body)
            if event.wire != entry.kind or (entry.by is not None and not _may_write(entry)):
                return False
            moves_what_is_signed = event is PointsAdjusted and entry.by is not None and place > self.signed
            if issubclass(event, GameFileEvent) and not moves_what_is_signed:
                return not read_entry(body).faults
            return self._follows(place, entry)
        except (*UNFIT, RecursionError):
            return False

    def _follows(self, place: int, entry: JournalEntry) -> bool:
        """The fold goes on from before, but for what a dispute proposes and for some of what is undone."""
        record = self.replay.at(place)
        begins_again = entry.kind == DisputeRaised.wire or self.replay.begins_again(entry.seq)
        folded = _FOLDED * place if begins_again else 0
        self.patience.spend(folded + 2 * self.replay.length + _PLAYED * len(record.counted))
        return not isinstance(judge(self.replay, entry.seq), Refused)


def _tells_of_erasing(body: Body, before: Sequence[JournalEntry]) -> bool:
    """Whether what it says to have been erased is missing. That the rest is as it was, the chain tells."""
    said = body.get("erased")
    if len(body) != 1 or not isinstance(said, dict) or not {"names", "authors"} <= said.keys() <= _ERASED:
        return False
    names, authors, marks = said["names"], said["authors"], said.get("marks", {})
    emptied = {one.seq for one in before if one.body is None}
    unsigned = {str(one.seq) for one in before if one.author is None}
    return (
        isinstance(marks, dict)
        and isinstance(names, list)
        and all(type(seq) is int and seq in emptied for seq in names)
        and isinstance(authors, dict)
        and authors.keys() <= unsigned
        and all(isinstance(digest, str) and _DIGEST.fullmatch(digest) for digest in authors.values())
    )
