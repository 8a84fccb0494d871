"""The journal of a game → the game as it stands now."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from trexscore.gamefile import FORMAT
from trexscore.gamefile.entries import read_entry
from trexscore.gamefile.house_rules import read_house_rules
from trexscore.gamefile.reseat import reseated
from trexscore.journal.agreement import Agreement, Confirmed, agreements, confirmed_in, kingdom_digest
from trexscore.journal.announcement import Announcement, announcement_in
from trexscore.journal.correction import Change, Missing, OtherRules, Replaced, Reseated, changes_in
from trexscore.journal.dispute import Dispute, End, dispute_in
from trexscore.journal.entries import Body, Kind
from trexscore.rules.game import Entry, Game, Played, play
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import STANDARD
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat

if TYPE_CHECKING:
    from trexscore.rules.refusals import Refusal

IN_THE_GAME_FILE: frozenset[Kind] = frozenset({"deal", "void", "adjustment"})
CAN_BE_TAKEN_BACK: frozenset[Kind] = IN_THE_GAME_FILE | {
    "announced",
    "corrected",
    "agreed",
    "disputed",
    "answered",
    "settled",
}
NOBODY: BySeat[str | None] = BySeat(None, None, None, None)


class Version(NamedTuple):
    """What an entry said, and the journal entry that said so; no body where it does not count.

    `players` are those who sat in the seats that the body names.
    """

    seq: int
    body: Body | None
    players: BySeat[str | None] = NOBODY


class Counted(NamedTuple):
    """An entry of the game file as it stands now. Corrections have made `versions` of it; the last one holds."""

    seq: int
    body: Body
    entry: Entry
    versions: tuple[Version, ...] = ()


class Record(NamedTuple):
    """A game as its journal tells it. A name that has been erased is None."""

    house_rules: Body
    rules: HouseRules
    first_king: Seat | None
    players: BySeat[str | None]
    seated: tuple[tuple[int, BySeat[str | None]], ...]
    """Who sat where from which entry on; those who sit there now last."""
    counted: tuple[Counted, ...]
    announced: tuple[tuple[int, Body], ...]
    """Announcements that no deal has followed yet."""
    corrected: tuple[tuple[int, Body], ...]
    """Corrections that hold, each with what it changed."""
    confirmed: tuple[Confirmed, ...]
    """Who has confirmed which kingdom, as they saw it."""
    disputes: tuple[Dispute, ...]
    taken_back: frozenset[int]
    kinds: Mapping[int, Kind]
    """Of every entry, by its `seq`."""

    def play(self, *more: Entry) -> Played:
        """The game, with these entries behind it."""
        return play(self.rules, self.first_king, [*(counted.entry for counted in self.counted), *more])

    def kingdom_digest(self, king: Seat) -> str:
        """What a kingdom comes to as it stands: whoever confirms it confirms this."""
        bodies = (counted.body for counted in self.counted if counted.entry.king is king)
        return kingdom_digest(self.rules, king, bodies)

    def agreements(self, game: Game) -> tuple[Agreement, ...]:
        """How far the complete kingdoms of this game have been agreed on."""
        complete = [kingdom.king for kingdom in game.kingdoms if kingdom.complete]
        return agreements({king: self.kingdom_digest(king) for king in complete}, self.confirmed)

    def says_the_same(self, other: "Record") -> bool:
        """Whether a reader would find no difference in what was played, by whom and under which rules."""
        mine, theirs = (
            (one.house_rules, one.first_king, one.players, [counted.body for counted in one.counted], one.announced)
            for one in (self, other)
        )
        return mine == theirs

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
    folding = _Folding(frozenset(body["take_back"] for _, kind, body in said if kind == "take_back" and body))
    for seq, kind, body in said:
        if body is not None:
            folding.take(seq, kind, body)
    return folding.record({seq: kind for seq, kind, _ in said})


class _Folding:
    """The running state of one fold; nobody sees it but `fold`."""

    def __init__(self, taken_back: frozenset[int]) -> None:
        self.taken_back = taken_back
        self.house_rules: Body = {"preset": STANDARD.name}
        self.first_king: Seat | None = None
        self.players = NOBODY
        self.seated: list[tuple[int, BySeat[str | None]]] = []
        self.told: list[tuple[Version, ...]] = []
        """Every deal, void deal and adjustment in the order of play: its versions, the one that holds last."""
        self.announced: list[tuple[int, Body]] = []
        self.corrected: list[tuple[int, Body]] = []
        self.confirmed: list[Confirmed] = []
        self.disputes: dict[int, Dispute] = {}

    def take(self, seq: int, kind: Kind, body: Body) -> None:
        if kind in IN_THE_GAME_FILE:
            self._tell(seq, kind, body)
        elif seq not in self.taken_back and kind in self._TAKES:
            self._TAKES[kind](self, seq, body)

    def _tell(self, seq: int, kind: Kind, body: Body) -> None:
        holds = seq not in self.taken_back
        self.told.append((Version(seq, body if holds else None, self.players),))
        if holds and kind != "adjustment":
            self.announced.clear()

    def _start(self, _seq: int, body: Body) -> None:
        self.house_rules = body["house_rules"]
        self.first_king = SEAT_NAMED.get(body.get("first_king", ""))

    def _name(self, seq: int, body: Body) -> None:
        self.players = self.players.replacing(SEAT_NAMED[body["seat"]], body["name"])
        self.seated.append((seq, self.players))

    def _first_king(self, _seq: int, body: Body) -> None:
        self.first_king = SEAT_NAMED[body["first_king"]]

    def _announce(self, seq: int, body: Body) -> None:
        self.announced.append((seq, body["announced"]))

    def _corrected(self, seq: int, body: Body) -> None:
        self.corrected.append((seq, body["corrected"]))
        self._put_right(seq, body["corrected"])

    def _agree(self, _seq: int, body: Body) -> None:
        self.confirmed.append(confirmed_in(body["agreed"]))

    def _dispute(self, seq: int, body: Body) -> None:
        self.disputes[seq] = dispute_in(seq, body["disputed"])

    def _end(self, seq: int, body: Body) -> None:
        said = body["settled"]
        if said["dispute"] in self.disputes:
            self._settle(seq, self.disputes[said["dispute"]], said["as"])

    def _answer(self, seq: int, body: Body) -> None:
        said = body["answered"]
        if said["dispute"] not in self.disputes:
            return  # it was taken back
        dispute = self.disputes[said["dispute"]].answered(SEAT_NAMED[said["seat"]], agrees=said["agrees"])
        self.disputes[dispute.seq] = dispute
        if dispute.all_agree:
            self._settle(seq, dispute, "proposed" if dispute.changes else "as_it_stands")

    def _settle(self, seq: int, dispute: Dispute, end: End) -> None:
        """What was proposed holds from here on; where all four agree with it, they stand behind it."""
        self.disputes[dispute.seq] = dispute._replace(end=end, ended_by=seq)
        if end == "proposed":
            behind = {"with": [seat.name for seat in SEATS]} if dispute.all_agree else {}
            self._put_right(seq, {"changes": dispute.changes, **behind})

    def _put_right(self, seq: int, said: Body) -> None:
        """Where all four stand behind a correction, what they had agreed on is agreed on as it stands now."""
        for change in changes_in(said):
            self._correct(seq, change)
        if len(said.get("with", ())) == len(SEATS):
            record = self.record({})
            kings = {king for king, _, _ in self.confirmed}
            self.confirmed += [(king, seat, record.kingdom_digest(king)) for king in kings for seat in SEATS]

    def _correct(self, seq: int, change: Change) -> None:
        if isinstance(change, Replaced):
            self._replace(change.seq, Version(seq, change.entry, self.players))
        elif isinstance(change, Missing):
            self.told.insert(self._place(change.before), (Version(seq, change.entry, self.players),))
        elif isinstance(change, Reseated):
            self._reseat(seq, change)
        elif isinstance(change, OtherRules):
            self.house_rules = change.house_rules
        else:
            self.first_king = change.seat

    def _place(self, seq: int | None) -> int:
        """Where an entry stands; behind all where there is no such entry."""
        return next((place for place, versions in enumerate(self.told) if versions[0].seq == seq), len(self.told))

    def _replace(self, seq: int, version: Version) -> None:
        """What was taken back does not come back by being corrected."""
        place = self._place(seq)
        if place < len(self.told) and seq not in self.taken_back:
            self.told[place] = _revised(self.told[place], version)

    def _reseat(self, seq: int, change: Reseated) -> None:
        seated = dict(zip(change.to, self.players, strict=True))
        self.players = BySeat(*(seated[seat] for seat in SEATS))
        self.seated.append((seq, self.players))
        if change.deals:
            self.told = [
                versions
                if versions[-1].body is None
                else _revised(versions, Version(seq, reseated(versions[-1].body, change.to), self.players))
                for versions in self.told
            ]
            self.announced = [(announced, reseated(body, change.to)) for announced, body in self.announced]
            self.first_king = None if self.first_king is None else change.to[self.first_king]

    _TAKES: ClassVar[Mapping[Kind, Callable[["_Folding", int, Body], None]]] = {
        "started": _start,
        "named": _name,
        "first_king": _first_king,
        "announced": _announce,
        "corrected": _corrected,
        "agreed": _agree,
        "disputed": _dispute,
        "answered": _answer,
        "settled": _end,
    }
    """What an entry of each kind does beside those of the game file. Of the others nothing follows."""

    def record(self, kinds: Mapping[int, Kind]) -> Record:
        faults: list[Refusal] = []
        rules = read_house_rules(self.house_rules, faults)
        if rules is None:
            msg = f"a journal with house rules that cannot be read: {faults}"
            raise ValueError(msg)
        counted = tuple(
            Counted(versions[0].seq, body, read_entry(body), versions)
            for versions in self.told
            if (body := versions[-1].body) is not None
        )
        return Record(
            house_rules=self.house_rules,
            rules=rules,
            first_king=self.first_king,
            players=self.players,
            seated=tuple(self.seated),
            counted=counted,
            announced=tuple(self.announced),
            corrected=tuple(self.corrected),
            confirmed=tuple(self.confirmed),
            disputes=tuple(self.disputes.values()),
            taken_back=self.taken_back,
            kinds=kinds,
        )


def _revised(versions: tuple[Version, ...], version: Version) -> tuple[Version, ...]:
    """One correction makes one version, however many of its changes touch the entry."""
    older = versions[:-1] if versions[-1].seq == version.seq else versions
    return (*older, version)
