"""The journal of a game → the game as it stands now."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from trexscore.gamefile import FORMAT
from trexscore.gamefile.entries import read_entry
from trexscore.gamefile.house_rules import read_house_rules
from trexscore.journal.announcement import Announcement, announcement_in
from trexscore.journal.entries import Body, Kind
from trexscore.rules.game import Entry, Played, play
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import STANDARD
from trexscore.rules.seats import SEAT_NAMED, BySeat, Seat

if TYPE_CHECKING:
    from trexscore.rules.refusals import Refusal

IN_THE_GAME_FILE: frozenset[Kind] = frozenset({"deal", "void", "adjustment"})
CAN_BE_TAKEN_BACK: frozenset[Kind] = IN_THE_GAME_FILE | {"announced"}
NOBODY: BySeat[str | None] = BySeat(None, None, None, None)


class Counted(NamedTuple):
    """An entry of the game file, as it stands in the journal."""

    seq: int
    body: Body
    entry: Entry


class Record(NamedTuple):
    """A game as its journal tells it. A name that has been erased is None."""

    house_rules: Body
    rules: HouseRules
    first_king: Seat | None
    players: BySeat[str | None]
    counted: tuple[Counted, ...]
    announced: tuple[tuple[int, Body], ...]
    """Announcements that no deal has followed yet."""
    taken_back: frozenset[int]
    kinds: Mapping[int, Kind]
    """Of every entry, by its `seq`."""

    def play(self, *more: Entry) -> Played:
        """The game, with these entries behind it."""
        return play(self.rules, self.first_king, [*(counted.entry for counted in self.counted), *more])

    def without(self, seq: int) -> "Record":
        """The game as if this entry had not been made."""
        return self._replace(
            counted=tuple(counted for counted in self.counted if counted.seq != seq),
            announced=tuple(said for said in self.announced if said[0] != seq),
            taken_back=self.taken_back | {seq},
        )

    def announcement(self, played: Played) -> Announcement | None:
        """What has been announced for the next deal: the last word holds, if it can still be."""
        for seq, body in reversed(self.announced):
            announcement, faults = announcement_in(body, self.rules, played.game)
            if announcement is not None and not faults:
                return announcement._replace(seq=seq)
        return None

    def game_file(self) -> dict[str, Any]:
        """The game file, as of now."""
        first_king = {} if self.first_king is None else {"first_king": self.first_king.name}
        taken = {name.casefold() for name in self.players if name is not None}
        names = [name or _stand_in(letter, taken) for letter, name in self.players.by_name().items()]
        return {
            "format": FORMAT,
            "players": names,
            "house_rules": self.house_rules,
            **first_king,
            "deals": [counted.body for counted in self.counted],
        }


def _stand_in(letter: str, taken: set[str]) -> str:
    """What a seat is called whose name has been erased: names in a game file have to differ."""
    return f"({letter})" if letter.casefold() in taken else letter


def fold(entries: Iterable[tuple[int, Kind, Body | None]]) -> Record:
    """Fold a journal's entries (seq, kind, body), in order."""
    said = list(entries)
    kinds = {seq: kind for seq, kind, _ in said}
    taken_back = frozenset(body["take_back"] for _, kind, body in said if kind == "take_back" and body)
    house_rules: Body = {"preset": STANDARD.name}
    first_king: Seat | None = None
    players = NOBODY
    counted: list[Counted] = []
    announced: list[tuple[int, Body]] = []
    for seq, kind, body in said:
        if body is None or seq in taken_back:
            continue
        if kind in IN_THE_GAME_FILE:
            counted.append(Counted(seq, body, read_entry(body)))
            if kind != "adjustment":
                announced.clear()
        elif kind == "announced":
            announced.append((seq, body["announced"]))
        elif kind == "named":
            players = players.replacing(SEAT_NAMED[body["seat"]], body["name"])
        elif kind == "first_king":
            first_king = SEAT_NAMED[body["first_king"]]
        elif kind == "started":
            house_rules = body["house_rules"]
            first_king = SEAT_NAMED.get(body.get("first_king", ""))
    faults: list[Refusal] = []
    rules = read_house_rules(house_rules, faults)
    if rules is None:
        msg = f"a journal with house rules that cannot be read: {faults}"
        raise ValueError(msg)
    return Record(house_rules, rules, first_king, players, tuple(counted), tuple(announced), taken_back, kinds)
