"""The journal of a club → the club as it stands now."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, ClassVar

from trexscore.club import OF_GAMES
from trexscore.club.adjustment import Adjustment, adjustment_in
from trexscore.club.evening import Began, Draw, Evening
from trexscore.club.members import Member, Role
from trexscore.club.record import ClubRecord, Settings
from trexscore.club.season import Season
from trexscore.game.file.house_rules import read_house_rules
from trexscore.league.season_rules import read_season_rules
from trexscore.ledger.chain import Body
from trexscore.rules.seats import BySeat


def fold_club(entries: Iterable[tuple[int, str, Body | None]]) -> ClubRecord:
    """Fold a club's entries (seq, kind, body), in order. What is said of single games is passed over."""
    return GrowingClub(entries).record


class GrowingClub:
    """A club folded entry by entry, for who needs it as it stood before each. `record` holds until the next is added.

    Only what takes another entry back makes everything be folded again.
    """

    def __init__(self, entries: Iterable[tuple[int, str, Body | None]] = ()) -> None:
        self._said = [one for one in entries if one[1] not in OF_GAMES]
        self._kinds = {seq: kind for seq, kind, _ in self._said}
        self._taken_back = frozenset(body["take_back"] for _, kind, body in self._said if kind == "take_back" and body)
        self._folding = self._folded()
        self.record = self._folding.record(self._kinds, self._taken_back)

    def add(self, seq: int, kind: str, body: Body | None) -> ClubRecord:
        """The club behind one more entry."""
        if kind in OF_GAMES:
            return self.record
        self._said.append((seq, kind, body))
        self._kinds[seq] = kind
        if kind == "take_back" and body is not None:
            self._taken_back |= {body["take_back"]}
            self._folding = self._folded()
        else:
            self._take(self._folding, seq, kind, body)
        self.record = self._folding.record(self._kinds, self._taken_back)
        return self.record

    def _folded(self) -> "_Folding":
        folding = _Folding()
        for one in self._said:
            self._take(folding, *one)
        return folding

    def _take(self, folding: "_Folding", seq: int, kind: str, body: Body | None) -> None:
        if body is None:
            return
        folding.notice(seq, kind, body)
        if seq not in self._taken_back and kind in folding.TAKES:
            folding.TAKES[kind](folding, seq, body[kind])


def season_said(number: int, seq: int, said: Mapping[str, Any]) -> Season | None:
    """The season as an entry says it; None where nobody could count by it."""
    rules = read_house_rules(said["house_rules"], [])
    counting = read_season_rules(said["counting"], "", [], rules)
    if rules is None or counting is None:
        return None
    return Season(
        number,
        seq,
        said["name"],
        date.fromisoformat(said["from"]),
        date.fromisoformat(said["until"]),
        said["house_rules"],
        rules,
        counting,
        said.get("guests", False),
    )


class _Folding:
    """The running state of one fold; nobody sees it but those above."""

    def __init__(self) -> None:
        self.settings = Settings("")
        self.members: dict[int, Member] = {}
        self.seasons: dict[int, Season] = {}
        self.evenings: dict[int, Evening] = {}
        self.as_they_are: dict[int, tuple[Evening, Evening]] = {}
        """Each as it was said when it was last asked for, and then with everybody as who they are."""
        self.adjustments: list[Adjustment] = []
        self.merges: dict[int, tuple[int, int]] = {}
        self.merged: dict[int, int] = {}
        """Who was merged into another by which entry, whether or not that has been taken back."""
        self.taken_for: dict[int, int] = {}
        """Who was taken for whom at this point of the journal, also where that has been taken back since.

        By that who went home, and which tables were left as they were, is read as those meant it who said so.
        """

    def notice(self, seq: int, kind: str, body: Body) -> None:
        """Keep in mind who is taken for whom from here on."""
        if kind == "merged":
            self.merged[seq] = body["merged"]["member"]
            self.taken_for[self.merged[seq]] = body["merged"]["into"]
        elif kind == "take_back" and body["take_back"] in self.merged:
            del self.taken_for[self.merged[body["take_back"]]]

    def _set(self, seq: int, said: Body) -> None:
        since = said.get("agreed_from")
        agreed_from = None if since is None else date.fromisoformat(since)
        self.settings = Settings(
            said["name"], said["shows"], said.get("agreed", False), seq, agreed_from, said.get("zone")
        )

    def _join(self, seq: int, said: Body) -> None:
        self.members[seq] = Member(seq, said["role"])

    def _change(self, number: int, **what: object) -> None:
        self.members[number] = self.members[number]._replace(**what)  # type: ignore[arg-type]  # named by the callers below

    def _name(self, _seq: int, said: Body) -> None:
        if not self.members[said["member"]].erased:
            self._change(said["member"], name=said["name"])

    def _give_role(self, _seq: int, said: Body) -> None:
        if said["role"] == "owner":
            for member in list(self.members.values()):
                if member.role == "owner":
                    self._change(member.number, role="admin")
        self._change(said["member"], role=said["role"])

    def _leave(self, _seq: int, said: Body) -> None:
        self._change(said["member"], left=True)

    def _return(self, _seq: int, said: Body) -> None:
        self._change(said["member"], left=False)

    def _merge(self, seq: int, said: Body) -> None:
        """Whoever is here under one of the two names is here."""
        self.merges[seq] = said["member"], said["into"]
        left = self.members[said["member"]].left and self.members[said["into"]].left
        self._change(said["member"], into=said["into"])
        self.as_they_are.clear()
        self._change(said["into"], left=left)

    def _erase(self, _seq: int, said: Body) -> None:
        """Only the name goes: whoever was ranked keeps the place, or all below would move up."""
        role: Role = "guest" if self.members[said["member"]].role == "guest" else "member"
        self._change(said["member"], name=None, erased=True, left=True, role=role)

    def _season(self, seq: int, said: Body) -> None:
        number = said.get("instead", seq)
        if "instead" in said and number not in self.seasons:
            return
        season = season_said(number, seq, said)
        if season is not None:
            self.seasons[number] = season

    def _adjust(self, seq: int, said: Body) -> None:
        self.adjustments.append(adjustment_in(seq, said))

    def _evening(self, seq: int, said: Body) -> None:
        number = said.get("instead", seq)
        if "instead" in said and number not in self.evenings:
            return
        on = date.fromisoformat(said["on"])
        self.evenings[number] = self.evenings.get(number, Evening(number, seq, on))._replace(
            last_entry=seq, on=on, at=said.get("at"), place=said.get("place", ""), note=said.get("note", "")
        )

    def _arrive(self, _seq: int, said: Body) -> None:
        evening = self._of(said)
        if evening is not None:
            present = dict.fromkeys((*evening.present, *said["members"]))
            self.evenings[evening.number] = evening._replace(present=tuple(present))

    def _go(self, _seq: int, said: Body) -> None:
        evening = self._of(said)
        if evening is not None:
            present = tuple(one for one in evening.present if self._then(one) not in said["members"])
            self.evenings[evening.number] = evening._replace(present=present)

    def _draw(self, seq: int, said: Body) -> None:
        evening = self._of(said)
        if evening is not None:
            standing = self._standing(evening)
            drawn = [
                standing.get(table, (table, Began(seq, at)))
                for at, table in enumerate(BySeat(*four) for four in said["tables"])
            ]
            tables, began = tuple(seats for seats, _ in drawn), tuple(began for _, began in drawn)
            draw = Draw(seq, said["method"], said["seed"], tables, tuple(said["sitting_out"]), began)
            self.evenings[evening.number] = evening._replace(draws=(*evening.draws, draw))

    def _standing(self, evening: Evening) -> dict[BySeat[int], tuple[BySeat[int], Began]]:
        """The tables before a draw, by their four as they were known then: where they stay they are the same tables."""
        held = evening.draws[-1:]
        return {
            seats.map(self._then): (seats, began)
            for draw in held
            for seats, began in zip(draw.tables, draw.began, strict=True)
        }

    def _who(self, number: int) -> int:
        into = self.members[number].into
        return number if into is None else self._who(into)

    def _then(self, number: int) -> int:
        """By which number somebody was known at this point of the journal."""
        into = self.taken_for.get(number)
        return number if into is None else self._then(into)

    def _as_who_they_are(self, evening: Evening) -> Evening:
        """Whoever turned out to be somebody else was there as that one all the time."""
        draws = (
            draw._replace(
                tables=tuple(table.map(self._who) for table in draw.tables),
                sitting_out=tuple(dict.fromkeys(map(self._who, draw.sitting_out))),
            )
            for draw in evening.draws
        )
        return evening._replace(present=tuple(dict.fromkeys(map(self._who, evening.present))), draws=tuple(draws))

    def _of(self, said: Body) -> Evening | None:
        """The evening that is spoken of; None where it has been taken back since."""
        return self.evenings.get(said["evening"])

    TAKES: ClassVar[Mapping[str, Callable[["_Folding", int, Body], None]]] = {
        "settings": _set,
        "joined": _join,
        "named": _name,
        "role": _give_role,
        "left": _leave,
        "returned": _return,
        "merged": _merge,
        "erased": _erase,
        "season": _season,
        "adjusted": _adjust,
        "evening": _evening,
        "arrived": _arrive,
        "went": _go,
        "drawn": _draw,
    }

    def record(self, kinds: Mapping[int, str], taken_back: frozenset[int]) -> ClubRecord:
        for number, evening in self.evenings.items():
            if number not in self.as_they_are or self.as_they_are[number][0] is not evening:
                self.as_they_are[number] = evening, self._as_who_they_are(evening)
        evenings = {number: self.as_they_are[number][1] for number in self.evenings}
        own = (self.settings, self.members, self.seasons, evenings)
        return ClubRecord(*own, kinds, taken_back, self.merges, tuple(self.adjustments))
