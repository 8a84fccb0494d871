"""The journal of a game → the game as it stands now."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from trexscore.gamefile.entries import read_entry
from trexscore.gamefile.house_rules import read_house_rules
from trexscore.gamefile.names import compared
from trexscore.gamefile.reseat import reseated
from trexscore.journal.agreement import AS_WRITTEN, Agreed, agreed_in
from trexscore.journal.correction import Change, Missing, OtherRules, Replaced, Reseated, changes_in
from trexscore.journal.dispute import Dispute, End, dispute_in
from trexscore.journal.entries import Body
from trexscore.journal.record import IN_THE_GAME_FILE, NOBODY, Counted, Record, Version
from trexscore.journal.terms import NO_TERMS, REFEREE, confirmed_by, terms_in
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import STANDARD
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat, T

if TYPE_CHECKING:
    from trexscore.rules.refusals import Refusal


def fold(entries: Iterable[tuple[int, str, Body | None]]) -> Record:
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
        self.over: set[int] = set()
        """What has been taken back so far."""
        self.house_rules: Body = {"preset": STANDARD.name}
        self.ruled: list[tuple[int, Body]] = []
        self.first_king: Seat | None = None
        self.players = NOBODY
        self.sits = AS_WRITTEN
        self.called: dict[str, Seat] = {}
        self.seated: list[tuple[int, BySeat[str | None]]] = []
        self.told: list[tuple[Version, ...]] = []
        """Every deal, void deal and adjustment in the order of play: its versions, the one that holds last.

        What was taken back has never counted; its versions are kept, with one that says nothing behind them.
        """
        self.announced: list[tuple[int, Body]] = []
        self.corrected: list[tuple[int, Body]] = []
        self.agreed: list[Agreed] = []
        self.disputes: dict[int, Dispute] = {}
        self.terms = NO_TERMS
        self.seconded: dict[int, frozenset[Seat]] = {}

    def take(self, seq: int, kind: str, body: Body) -> None:
        if kind in IN_THE_GAME_FILE:
            self._tell(seq, kind, body)
        elif kind in self._TAKES and seq not in self.taken_back:
            self._TAKES[kind](self, seq, body)
        elif kind == "corrected":
            self._was_missing(seq, body["corrected"])

    def _tell(self, seq: int, kind: str, body: Body) -> None:
        self.told.append((Version(seq, body, self.players),))
        if seq not in self.taken_back and kind != "adjustment":
            self.announced.clear()

    def _was_missing(self, seq: int, said: Body) -> None:
        """What a correction had put in that was taken back."""
        for change in changes_in(said):
            if isinstance(change, Missing):
                self._correct(seq, change)

    def _take_back(self, seq: int, body: Body) -> None:
        self._replace(body["take_back"], Version(seq, None, self.players))
        self.over.add(body["take_back"])

    def _start(self, seq: int, body: Body) -> None:
        self._rule(seq, body["house_rules"])
        self.first_king = SEAT_NAMED.get(body.get("first_king", ""))

    def _rule(self, seq: int, house_rules: Body) -> None:
        self.house_rules = house_rules
        self.ruled.append((seq, house_rules))

    def _name(self, seq: int, body: Body) -> None:
        seat, name = SEAT_NAMED[body["seat"]], body["name"]
        was = self.players[seat]
        self.players = self.players.replacing(seat, name)
        self.seated.append((seq, self.players))
        self.called.setdefault(compared(name), self.sits[seat])
        if was is not None:
            self._rename(was, name)

    def _rename(self, was: str, name: str) -> None:
        """A name that is put right is right in what was said before, too."""

        def renamed(players: BySeat[str | None]) -> BySeat[str | None]:
            return players.map(lambda one: name if one == was else one)

        self.seated = [(seq, renamed(players)) for seq, players in self.seated]
        self.told = [
            tuple(version._replace(players=renamed(version.players)) for version in versions) for versions in self.told
        ]

    def _first_king(self, _seq: int, body: Body) -> None:
        self.first_king = SEAT_NAMED[body["first_king"]]

    def _announce(self, seq: int, body: Body) -> None:
        self.announced.append((seq, body["announced"]))

    def _corrected(self, seq: int, body: Body) -> None:
        self.corrected.append((seq, body["corrected"]))
        self._put_right(seq, body["corrected"])

    def _agree(self, _seq: int, body: Body) -> None:
        self.agreed.append(agreed_in(body["agreed"]))

    def _set_terms(self, seq: int, body: Body) -> None:
        self.terms = terms_in(seq, body["terms"], self.terms)

    def _confirm(self, _seq: int, body: Body) -> None:
        entry, seat = confirmed_by(body["confirmed"])
        self.seconded[entry] = self.seconded.get(entry, frozenset()) | {seat}

    def _dispute(self, seq: int, body: Body) -> None:
        self.disputes[seq] = dispute_in(seq, body["disputed"])

    def _end(self, seq: int, body: Body) -> None:
        said = body["settled"]
        if said["dispute"] in self.disputes:
            dispute = self.disputes[said["dispute"]]._replace(by_referee=said.get("by") == REFEREE)
            self._settle(seq, dispute, said["as"])

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
            behind = [seat.name for seat in SEATS] if dispute.all_agree else [REFEREE] * dispute.by_referee
            self._put_right(seq, {"changes": dispute.changes, "with": behind})

    def _put_right(self, seq: int, said: Body) -> None:
        """Where all four stand behind it, the kingdoms that they had agreed on are agreed on as they stand now."""
        behind = said.get("with", ())
        by_all = len(behind) == len(SEATS)
        before = self.record({}) if by_all else None
        for change in changes_in(said):
            self._correct(seq, change)
            self._ask_again(change)
        if before is not None:
            after, moved = self.record({}), self._moved(said)
            for king in self._once_agreed():
                digest = after.kingdom_digest(moved[king])
                if digest != before.kingdom_digest(king):
                    self.agreed += [(moved[king], seat, digest) for seat in SEATS]
        if by_all or REFEREE in behind:
            self.seconded[seq] = frozenset(SEATS) if by_all else frozenset()

    def _ask_again(self, change: Change) -> None:
        """Whoever has answered to an open dispute has not answered to what has changed since."""
        for dispute in self.disputes.values():
            if dispute.end is None and dispute.concerns(change):
                self.disputes[dispute.seq] = dispute.asked_again()

    def _once_agreed(self) -> list[Seat]:
        """Whose kingdoms each of the four has agreed on, at one time or another."""
        said = {(king, seat) for king, seat, _ in self.agreed}
        return [king for king in SEATS if all((king, seat) in said for seat in SEATS)]

    @staticmethod
    def _moved(said: Body) -> BySeat[Seat]:
        """Whose a kingdom is now, by whose it was."""
        moved = BySeat(*SEATS)
        for change in changes_in(said):
            if isinstance(change, Reseated) and change.deals:
                moved = moved.map(change.to.__getitem__)
        return moved

    def _correct(self, seq: int, change: Change) -> None:
        if isinstance(change, Replaced):
            self._replace(change.seq, Version(seq, change.entry, self.players))
        elif isinstance(change, Missing):
            self.told.insert(self._place(change.before), (Version(seq, change.entry, self.players),))
        elif isinstance(change, Reseated):
            self._reseat(seq, change)
        elif isinstance(change, OtherRules):
            self._rule(seq, change.house_rules)
        else:
            self.first_king = change.seat

    def _place(self, seq: int | None) -> int:
        """Where an entry stands; behind all where there is no such entry."""
        return next((place for place, versions in enumerate(self.told) if versions[0].seq == seq), len(self.told))

    def _replace(self, seq: int, version: Version) -> None:
        """What was taken back does not come back by being corrected."""
        place = self._place(seq)
        if place < len(self.told) and seq not in self.over:
            self.told[place] = _revised(self.told[place], version)

    def _reseat(self, seq: int, change: Reseated) -> None:
        self.players, self.sits = _moved(self.players, change.to), _moved(self.sits, change.to)
        self.seated.append((seq, self.players))
        self.seconded = {one: frozenset(map(change.to.__getitem__, by)) for one, by in self.seconded.items()}
        self.disputes = {one: dispute.seated(change) for one, dispute in self.disputes.items()}
        if change.deals:
            self.told = [
                versions
                if versions[-1].body is None
                else _revised(versions, Version(seq, reseated(versions[-1].body, change.to), self.players))
                for versions in self.told
            ]
            self.announced = [(announced, reseated(body, change.to)) for announced, body in self.announced]
            self.first_king = None if self.first_king is None else change.to[self.first_king]

    _TAKES: ClassVar[Mapping[str, Callable[["_Folding", int, Body], None]]] = {
        "started": _start,
        "take_back": _take_back,
        "named": _name,
        "first_king": _first_king,
        "announced": _announce,
        "corrected": _corrected,
        "agreed": _agree,
        "disputed": _dispute,
        "answered": _answer,
        "settled": _end,
        "terms": _set_terms,
        "confirmed": _confirm,
    }
    """What an entry of each kind does beside those of the game file. Of the others nothing follows."""

    def record(self, kinds: Mapping[int, str]) -> Record:
        ruled = tuple((seq, _readable(house_rules)) for seq, house_rules in self.ruled)
        told = [_counted(versions) for versions in self.told]
        return Record(
            house_rules=self.house_rules,
            rules=ruled[-1][1] if ruled else STANDARD.rules,
            first_king=self.first_king,
            players=self.players,
            sits=self.sits,
            called=self.called,
            seated=tuple(self.seated),
            ruled=ruled,
            counted=tuple(one for one in told if self._counts(one)),
            gone=tuple(one for one in told if not self._counts(one)),
            announced=tuple(self.announced),
            corrected=tuple(self.corrected),
            agreed=tuple(self.agreed),
            disputes=tuple(self.disputes.values()),
            terms=self.terms,
            seconded=self.seconded,
            taken_back=self.taken_back,
            kinds=kinds,
        )

    def _counts(self, one: Counted) -> bool:
        return one.versions[-1].body is not None and one.seq not in self.taken_back


def _counted(versions: tuple[Version, ...]) -> Counted:
    """As it was last said."""
    body = next((version.body for version in reversed(versions) if version.body is not None), {})
    return Counted(versions[0].seq, body, read_entry(body), versions)


def _readable(house_rules: Body) -> HouseRules:
    faults: list[Refusal] = []
    rules = read_house_rules(house_rules, faults)
    if rules is None:
        msg = f"a journal with house rules that cannot be read: {faults}"
        raise ValueError(msg)
    return rules


def _moved(values: BySeat[T], to: BySeat[Seat]) -> BySeat[T]:
    """What somebody has goes along to where they sit now."""
    found = dict(zip(to, values, strict=True))
    return BySeat(*(found[seat] for seat in SEATS))


def _revised(versions: tuple[Version, ...], version: Version) -> tuple[Version, ...]:
    """One correction makes one version, however many of its changes touch the entry."""
    older = versions[:-1] if versions[-1].seq == version.seq else versions
    return (*older, version)
