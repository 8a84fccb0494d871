"""The journal of a game → the game as it stands now."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from trexscore.game.correction import Change, Missing, OtherRules, Replaced, Reseated, changes_in, moved_by
from trexscore.game.dispute import Dispute, End, dispute_in
from trexscore.game.file.house_rules import house_rules_stored
from trexscore.game.file.names import compared
from trexscore.game.file.reseat import moved_along
from trexscore.game.opened_links import Links
from trexscore.game.permissions import opens
from trexscore.game.policy import NO_POLICY, REFEREE, confirmed_by, policy_in
from trexscore.game.record import IN_THE_GAME_FILE, NOBODY, Record, Version
from trexscore.game.scorer_link import acts_for_players
from trexscore.game.sign_off import AS_WRITTEN, SignOff, name_mark, sign_off_in, signed_by_all
from trexscore.game.upcoming import Upcoming
from trexscore.game.versions import Versions
from trexscore.ledger.chain import Body, FoldEntry, Mark, marks_in, undone_in
from trexscore.rules.presets import STANDARD
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat

if TYPE_CHECKING:
    from trexscore.rules.house_rules import HouseRules


def fold(entries: Iterable[tuple[int, str, Body | None] | FoldEntry]) -> Record:
    """Fold a journal's entries (seq, kind, body, and by where there is one), in order."""
    said = [FoldEntry(*entry) for entry in entries]
    folding = GameBuilder(undone_in(said), marks_in(said))
    for one in said:
        folding.take(one)
    return folding.record({one.seq: one.kind for one in said})


class GameBuilder:
    """The running state of one fold; nobody sees it but `fold` and `Replay`."""

    def __init__(self, taken_back: frozenset[int], erased: Mapping[int, Mark] | None = None) -> None:
        self.taken_back = taken_back
        self.erased = erased or {}
        self.over: set[int] = set()
        """What has been taken back so far."""
        self.undoable: set[int] = set()
        """Entries of the game file on which nothing depends yet that came behind them."""
        self.house_rules: Body = {"preset": STANDARD.name}
        self.ruled: list[tuple[int, HouseRules]] = []
        self.first_king: Seat | None = None
        self.players = NOBODY
        self.marks = NOBODY
        self.sits = AS_WRITTEN
        self.called: dict[str, Seat] = {}
        self.seated: list[tuple[int, BySeat[str | None]]] = []
        self.told = Versions()
        self.ahead = Upcoming()
        self.corrected: list[tuple[int, Body]] = []
        self.agreed: list[SignOff] = []
        self.key: str | None = None
        """Of the first entry."""
        self.uid: str | None = None
        """The same from the first entry on that has `by`: seals are of the new kind from then on."""
        self.by_scorer = False
        self.agreeing: set[tuple[Seat, Seat]] = set()
        """Whose kingdoms, and who has agreed on them at one time or another."""
        self.disputes: dict[int, Dispute] = {}
        self.terms = NO_POLICY
        self.seconded: dict[int, frozenset[Seat]] = {}
        self.links = Links()

    def take(self, entry: FoldEntry) -> None:
        """Follow one more entry. Of a name that was erased its mark is left."""
        seq, kind, body = entry.seq, entry.kind, entry.body
        self.by_scorer = acts_for_players(entry)
        if seq == 1:
            self.key = entry.key
        if body is None:
            if seq in self.erased:
                seat, mark = self.erased[seq]
                self.marks = self.marks.replacing(seat, mark)
            return
        if entry.by is not None and self.uid is None and self.key is not None:
            self._seal_anew(self.key)
        self.links.use(opens(entry))
        if kind in IN_THE_GAME_FILE:
            self._tell(seq, kind, body)
        elif kind in self._TAKES and seq not in self.taken_back:
            self._TAKES[kind](self, seq, body)
        elif kind == "corrected":
            self._was_missing(seq, body["corrected"])

    def _tell(self, seq: int, kind: str, body: Body) -> None:
        self.told.add(Version(seq, body, self.players))
        if kind == "adjustment" or not self.ahead:
            self.undoable.add(seq)
        if seq not in self.taken_back and kind != "adjustment":
            self.ahead.clear()

    def undo(self, seq: object) -> bool:
        """Know that an entry is undone further on; False if the fold would have come to something else with that."""
        if seq not in self.undoable:
            return False
        self.taken_back |= {seq}
        return True

    def _was_missing(self, seq: int, said: Body) -> None:
        """What a correction had put in that was taken back."""
        for change in changes_in(said):
            if isinstance(change, Missing):
                self._correct(seq, change)

    def _take_back(self, seq: int, body: Body) -> None:
        self.told.replace(body["take_back"], Version(seq, None, self.players))
        self.over.add(body["take_back"])

    def _start(self, seq: int, body: Body) -> None:
        self._rule(seq, body["house_rules"])
        self.first_king = SEAT_NAMED.get(body.get("first_king", ""))

    def _rule(self, seq: int, house_rules: Body) -> None:
        self.house_rules = house_rules
        self.ruled.append((seq, house_rules_stored(house_rules)))

    def _name(self, seq: int, body: Body) -> None:
        seat, name = SEAT_NAMED[body["seat"]], body["name"]
        was = self.players[seat]
        self.players = self.players.replacing(seat, name)
        self.marks = self.marks.replacing(seat, name_mark(self.key or "", name))
        self.seated.append((seq, self.players))
        self.called.setdefault(compared(name), self.sits[seat])
        if was is not None:
            self._rename(was, name)

    def _rename(self, was: str, name: str) -> None:
        """A name that is put right is right in what was said before, too."""

        def renamed(players: BySeat[str | None]) -> BySeat[str | None]:
            return players.map(lambda one: name if one == was else one)

        self.seated = [(seq, renamed(players)) for seq, players in self.seated]
        self.told.rename(renamed)

    def _first_king(self, _seq: int, body: Body) -> None:
        self.first_king = SEAT_NAMED[body["first_king"]]

    def _corrected(self, seq: int, body: Body) -> None:
        self.corrected.append((seq, body["corrected"]))
        self._put_right(seq, body["corrected"])

    def _agree(self, seq: int, body: Body) -> None:
        said = sign_off_in(seq, body["agreed"])
        if self.uid is not None:
            self.undoable.clear()  # what they saw depends on what counts
            said = said._replace(is_old=False, by_scorer=self.by_scorer)
            said = said.on(self.record({}).kingdom_as_is(said.king), self.players)
        self.agreed.append(said)
        self.agreeing.add((said.king, said.seat))

    def _seal_anew(self, uid: str) -> None:
        """What was signed off before keeps its seal; what it came to is held fast from here on, with adjustments."""
        self.uid = uid
        if self.agreed:
            self.undoable.clear()
            record = self.record({})
            self.agreed = [one.on(record.kingdom_as_is(one.king), self.players) for one in self.agreed]

    def _set_terms(self, seq: int, body: Body) -> None:
        self.terms = policy_in(seq, body["terms"], self.terms)

    def _renew(self, seq: int, body: Body) -> None:
        """A referee's link that is given out anew may be somebody else's."""
        said = body["link"]
        if said["is"] == "renewed":
            self.links.opened.discard(said["for"])
            self.terms = self.terms._replace(referee_since=seq) if said["for"] == REFEREE else self.terms

    def _confirm(self, _seq: int, body: Body) -> None:
        entry, seat = confirmed_by(body["confirmed"])
        self.seconded[entry] = self.seconded.get(entry, frozenset()) | {seat}

    def _dispute(self, seq: int, body: Body) -> None:
        self.disputes[seq] = dispute_in(seq, body["disputed"])

    def _end(self, seq: int, body: Body) -> None:
        said = body["settled"]
        if dispute := self.disputes.get(said["dispute"]):  # else it was taken back
            self._settle(seq, dispute.ruled(said), said["as"])

    def _reopen(self, _seq: int, body: Body) -> None:
        said = body["reopened"]
        if dispute := self.disputes.get(said["dispute"]):
            self.disputes[dispute.seq] = dispute.reopened(SEAT_NAMED.get(said.get("seat", "")))

    def _answer(self, seq: int, body: Body) -> None:
        said = body["answered"]
        if dispute := self.disputes.get(said["dispute"]):
            dispute = dispute.answered(SEAT_NAMED[said["seat"]], agrees=said["agrees"])
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
        """Without `by`, what all four stood behind was signed off as it stood then; now they sign it off again."""
        behind = said.get("with", ())
        by_all = len(behind) == len(SEATS)
        again = signed_by_all(self.agreeing) if by_all and self.uid is None else []
        before = self.record({}) if again else None
        if again:  # what they have agreed on from here on depends on what counts
            self.undoable.clear()
        for change in changes_in(said):
            self._correct(seq, change)
            self.disputes = {one: dispute.behind(change) for one, dispute in self.disputes.items()}
        if before is not None:
            after, moved = self.record({}), moved_by(changes_in(said))
            for king in again:
                digest = after.kingdom_digest(moved[king])
                if digest != before.kingdom_digest(king):
                    self.agreed += [SignOff(moved[king], seat, digest) for seat in SEATS]
                    self.agreeing.update((moved[king], seat) for seat in SEATS)
        if by_all or REFEREE in behind:
            self.seconded[seq] = frozenset(SEATS) if by_all else frozenset()

    def _correct(self, seq: int, change: Change) -> None:
        if isinstance(change, Replaced):
            if change.seq not in self.over:  # what was undone does not come back by being corrected
                self.told.replace(change.seq, Version(seq, change.entry, self.players))
        elif isinstance(change, Missing):
            self.told.insert(change.before, Version(seq, change.entry, self.players))
        elif isinstance(change, Reseated):
            self._reseat(seq, change)
        elif isinstance(change, OtherRules):
            self._rule(seq, change.house_rules)
        else:
            self.first_king = change.seat

    def _reseat(self, seq: int, change: Reseated) -> None:
        self.players, self.sits = moved_along(self.players, change.to), moved_along(self.sits, change.to)
        self.marks = moved_along(self.marks, change.to)
        self.seated.append((seq, self.players))
        self.seconded = {one: frozenset(map(change.to.__getitem__, by)) for one, by in self.seconded.items()}
        self.disputes = {one: dispute.seated(change) for one, dispute in self.disputes.items()}
        if change.deals:
            self.told.reseat(seq, change, self.players)
            self.ahead.reseat(change)
            self.first_king = None if self.first_king is None else change.to[self.first_king]

    _TAKES: ClassVar[Mapping[str, Callable[["GameBuilder", int, Body], None]]] = {
        "started": _start,
        "take_back": _take_back,
        "named": _name,
        "first_king": _first_king,
        "announced": lambda folding, seq, body: folding.ahead.announce(seq, body),
        "abandoned": lambda folding, seq, body: folding.ahead.abandon(seq, body),
        "corrected": _corrected,
        "agreed": _agree,
        "disputed": _dispute,
        "answered": _answer,
        "settled": _end,
        "terms": _set_terms,
        "confirmed": _confirm,
        "reopened": _reopen,
        "link": _renew,
    }
    """What an entry of each kind does beside those of the game file. Of the others nothing follows."""

    def record(self, kinds: Mapping[int, str]) -> Record:
        told = self.told.read()
        standing = {one.seq for one in told if one.versions[-1].body is not None} - self.taken_back
        return Record(
            house_rules=self.house_rules,
            rules=self.ruled[-1][1] if self.ruled else STANDARD.rules,
            first_king=self.first_king,
            players=self.players,
            sits=self.sits,
            called=dict(self.called),
            seated=tuple(self.seated),
            ruled=tuple(self.ruled),
            counted=tuple(one for one in told if one.seq in standing),
            gone=tuple(one for one in told if one.seq not in standing),
            announced=tuple(self.ahead.announced),
            abandoned=tuple(self.ahead.abandoned),
            corrected=tuple(self.corrected),
            agreed=tuple(self.agreed),
            disputes=tuple(self.disputes.values()),
            terms=self.terms,
            seconded=dict(self.seconded),
            taken_back=self.taken_back,
            kinds=kinds,
            marks=self.marks,
            uid=self.uid,
            own_links=frozenset(self.links.own),
            opened=frozenset(self.links.opened),
        )
