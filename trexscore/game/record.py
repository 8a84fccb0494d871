"""A game as its journal tells it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trexscore.game.announcement import Announcement, announcement_in
from trexscore.game.dispute import Dispute
from trexscore.game.event import GameEvent
from trexscore.game.file import FORMAT
from trexscore.game.policy import REFEREE, Policy
from trexscore.game.sign_off import (
    Kingdom,
    KingdomSignOff,
    SignOff,
    by_kingdom,
    content_digest,
    kingdom_digest,
    named_digest,
    old_seal_of,
    old_sign_offs,
    seal_of,
    sign_off_of,
)
from trexscore.ledger.chain import Body
from trexscore.rules.game import Entry, Game, Played, play
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat

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

    @property
    def holds(self) -> int:
        """The journal entry that says how it stands now."""
        return self.versions[-1].seq if self.versions else self.seq


class Record(NamedTuple):
    """A game as its journal tells it. A name that has been erased is None."""

    house_rules: Body
    rules: HouseRules
    first_king: Seat | None
    players: BySeat[str | None]
    sits: BySeat[Seat]
    """For each seat, where whoever sits there now was first written."""
    called: Mapping[str, Seat]
    """Who was called by a name first, by where they were first written: nobody takes over another's name."""
    seated: tuple[tuple[int, BySeat[str | None]], ...]
    """Who sat where from which entry on; those who sit there now last."""
    ruled: tuple[tuple[int, HouseRules], ...]
    """Which house rules held from which entry on; those that hold now last."""
    counted: tuple[Counted, ...]
    gone: tuple[Counted, ...]
    """What counted once and counts no more, as it was last said; the last of its versions says nothing."""
    announced: tuple[tuple[int, Body], ...]
    """Announcements that no deal has followed yet."""
    corrected: tuple[tuple[int, Body], ...]
    """Corrections that hold, each with what it changed."""
    agreed: tuple[SignOff, ...]
    """Who has agreed on which kingdom, as they saw it."""
    disputes: tuple[Dispute, ...]
    policy: Policy
    confirmations: Mapping[int, frozenset[Seat]]
    """Entries that say how something stands, and who has confirmed that they are right."""
    taken_back: frozenset[int]
    kinds: Mapping[int, type[GameEvent]]
    """The event that every entry is, by its `seq`."""
    marks: BySeat[str | None] = NOBODY
    """What stands for the players' names in seals; they stay when a name is erased."""
    uid: str | None = None
    """The game's name in its seals; None as long as no entry has `by`, and seals are of the old kind."""
    own_links: frozenset[Seat] = frozenset()
    """Seats whose own link has been opened once: nobody but it and the referee speaks for them from then on."""
    abandoned: tuple[tuple[int, Body], ...] = ()
    """That the table stops here, as long as no deal has followed; the last word behind the others."""
    opened: frozenset[str] = frozenset()
    """Links, by their seat's letter or `referee`, that are opened and have not been renewed since."""

    @property
    def standing(self) -> frozenset[int]:
        """The entries of the game file that count, by the `seq` under which they were first recorded."""
        return frozenset(one.seq for one in self.counted)

    def dispute_or_none(self, seq: int) -> Dispute | None:
        """The dispute that entry `seq` raised; None where it raised none."""
        return next((one for one in self.disputes if one.seq == seq), None)

    def dispute(self, seq: int) -> Dispute:
        """The same where it is known that it raised one."""
        return next(one for one in self.disputes if one.seq == seq)

    def play(self, *more: Entry) -> Played:
        """The game, with these entries behind it."""
        return play(self.rules, self.first_king, [*(counted.entry for counted in self.counted), *more])

    @property
    def players_as_written(self) -> BySeat[str | None]:
        """The names, by the seats where they were first written."""
        named = dict(zip(self.sits, self.players, strict=True))
        return BySeat(*(named[seat] for seat in SEATS))

    def rules_at(self, seq: int) -> HouseRules:
        """The house rules by which an entry was scored when it was written."""
        return next((rules for since, rules in reversed(self.ruled) if since <= seq), self.rules)

    def kingdom_digest(self, king: Seat) -> str:
        """What a kingdom comes to as it stands: whoever confirms it confirms this."""
        return self._old_digest(king) if self.uid is None else self.kingdom_as_is(king).digest

    def _old_digest(self, king: Seat) -> str:
        bodies = (counted.body for counted in self.counted if counted.entry.king is king)
        return kingdom_digest(self.rules, king, bodies, self.sits)

    def kingdom_as_is(self, king: Seat, grouped: Mapping[str, Sequence[Body]] | None = None) -> Kingdom:
        """What a kingdom comes to in a game whose entries have `by`, which may be `grouped` by kingdom already."""
        found = self._by_kingdom() if grouped is None else grouped
        bodies = found.get(king.name, ())
        content = content_digest(self.uid or "", self.rules, king, bodies, self.sits)
        return Kingdom(self._old_digest(king), content, named_digest(content, self.marks))

    def agreements(self, game: Game) -> tuple[KingdomSignOff, ...]:
        """How far the complete kingdoms of this game have been agreed on."""
        complete = [kingdom.king for kingdom in game.kingdoms if kingdom.complete]
        if self.uid is None:
            return old_sign_offs({king: self.kingdom_digest(king) for king in complete}, self.agreed)
        grouped = self._by_kingdom() if complete else {}
        return tuple(sign_off_of(king, self.kingdom_as_is(king, grouped), self.agreed) for king in complete)

    def _by_kingdom(self) -> Mapping[str, Sequence[Body]]:
        return by_kingdom(counted.body for counted in self.counted)

    def game_seal(self, game: Game) -> str | None:
        """The seal of the whole game: once all four have signed off each of its kingdoms, as they are called now."""
        if self.uid is None or not game.complete or not self.agreed:
            return None
        if not all(one.seal and not one.players for one in self.agreements(game)):
            return None
        bodies = (counted.body for counted in self.counted)
        content = content_digest(self.uid, self.rules, None, bodies, self.sits)
        return seal_of(named_digest(content, self.marks))

    def unagreed_by(self, other: "Record") -> tuple[Seat, ...]:
        """Whose kingdoms all four have agreed on that do not stand like that in the other."""
        agreed = [one for one in self.agreements(self.play().game) if one.seal]
        if other.uid is None:
            return tuple(one.king for one in agreed if other.kingdom_digest(one.king) != one.digest)
        mine = self._replace(uid=other.uid)  # the entry in between may be the first that has `by`
        return tuple(
            one.king for one in agreed if other.kingdom_as_is(one.king).content != mine.kingdom_as_is(one.king).content
        )

    def signed_before_referee(self, other: "Record") -> bool:
        """Whether the other changes what all four had signed off before there was a referee."""
        if other.uid is None:
            return False
        return any(self._signed_at(king) < self.policy.referee_since for king in self.unagreed_by(other))

    def _signed_at(self, king: Seat) -> int:
        """The last entry by which somebody signed a kingdom off."""
        return max((one.seq for one in self.agreed if one.king is king), default=0)

    @property
    def seals(self) -> tuple[tuple[Seat, str], ...]:
        """Every seal that a kingdom of this game has ever had, in the order in which it got them."""
        by_all = {(one.king, one.digest): one.is_old for one in self.agreed}
        signed = {one[:3] for one in self.agreed}
        return tuple(
            (king, old_seal_of(digest) if is_old else seal_of(digest))
            for (king, digest), is_old in by_all.items()
            if all((king, seat, digest) in signed for seat in SEATS)
        )

    @property
    def rulings(self) -> frozenset[int]:
        """The entries by which the referee has put something right or settled it."""
        corrected = {seq for seq, said in self.corrected if REFEREE in said.get("with", ())}
        return frozenset(corrected.union(one.ended_by for one in self.disputes if one.by_referee and one.ended_by))

    @property
    def backed(self) -> frozenset[int]:
        """The corrections that all four stand behind."""
        return frozenset(seq for seq, said in self.corrected if len(said.get("with", ())) == len(SEATS))

    def is_overruled_by(self, other: "Record") -> bool:
        """Whether anything that the referee has said is to stand does not stand like that in the other."""
        upheld = {one.about for one in self.disputes if one.by_referee and one.end == "as_it_stands"}
        now = {counted.seq: counted.holds for counted in other.counted}
        return any(
            now.get(counted.seq) != counted.holds
            for counted in self.counted
            if counted.holds in self.rulings or counted.seq in upheld
        )

    @property
    def unconfirmed(self) -> tuple[Counted, ...]:
        """What still waits for a second person, where this table asks for one."""
        if not self.policy.second_person:
            return ()
        late = (one for one in self.counted if one.holds > self.policy.since)
        return tuple(one for one in late if one.holds not in self.confirmations)

    def is_equivalent_to(self, other: "Record") -> bool:
        """Whether a reader would find no difference in what was played, by whom and under which rules.

        People differ also where their names have been erased.
        """
        mine, theirs = (
            (
                one.house_rules,
                one.first_king,
                one.players,
                one.sits,
                [counted.body for counted in one.counted],
                one.announced,
            )
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


class PlayedGame(NamedTuple):
    """A game, and its score by the rules."""

    record: Record
    played: Played


def _stand_in(letter: str, taken: set[str]) -> str:
    """What a seat is called whose name has been erased: names in a game file have to differ."""
    return f"({letter})" if letter.casefold() in taken else letter
