"""What a table has agreed on: a kingdom exactly as it stood when each of the four confirmed it.

Whoever confirms names the digest of what they saw. It holds for as long as the kingdom comes to the same digest.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from trexscore.game.file.house_rules import rules_in_force
from trexscore.ledger.canonical import canonical
from trexscore.ledger.chain import Body
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no letter looks like a digit, so that a seal survives handwriting."""
_OLD_LENGTH, _LENGTH, _GROUP = 10, 20, 5
"""Letters of a seal, of five bits each: fifty bits until entries had `by`, a hundred since."""
_LOOKS_LIKE = str.maketrans("OIL", "011")
_TEXTS = frozenset({"note", "reason"})
AS_WRITTEN = BySeat(*SEATS)
"""Nobody has changed places."""
Names = BySeat[str | None]


class SignOff(NamedTuple):
    """Whose kingdom, who signed it off, the digest of what they saw, and what it came to then but for the names.

    `content` is None where no such kingdom stood there.
    """

    king: Seat
    seat: Seat
    digest: str
    content: str | None = None
    players: Names | None = None
    is_old: bool = True
    """Whether it is the digest of a seal of the old kind."""
    seq: int = 0
    by_scorer: bool = False
    """Whether the scorer's link said so for the player."""

    def on(self, now: "Kingdom", players: Names) -> "SignOff":
        """The same, where somebody says it of a kingdom that stands like this."""
        if self.digest == now.digest:
            return self._replace(content=now.content, players=players, is_old=False)
        return self._replace(content=now.content, is_old=True) if self.digest == now.old else self


class Kingdom(NamedTuple):
    """A complete kingdom as it stands: digests of both kinds, and what its points hang on, names apart."""

    old: str
    content: str
    digest: str


class KingdomSignOff(NamedTuple):
    """How far a complete kingdom has been signed off. `seal` once all four have confirmed what stands there.

    `players`: what they were called when the seal was given, where that was something else. `cancelled`: all four had
    signed it off as it was before.
    """

    king: Seat
    digest: str
    seats: tuple[Seat, ...]
    seal: str | None = None
    players: Names | None = None
    cancelled: bool = False
    by_scorer: tuple[Seat, ...] = ()
    """Those of the seats for whom the scorer's link signed it off."""


def kingdom_digest(rules: HouseRules, king: Seat, bodies: Iterable[Body], sits: BySeat[Seat]) -> str:
    """The digest of the old kind: SHA-256 of the canonical JSON of a kingdom's deals as they were entered.

    `sits` says for each seat where whoever sits there was first written: names may be put right, or erased.
    """
    return _digest(rules, king, msgspec.json.encode(list(bodies)), sits)


@lru_cache(maxsize=4096)
def _digest(rules: HouseRules, king: Seat, bodies: bytes, sits: BySeat[Seat]) -> str:
    """Worked out once for each way in which a kingdom has stood: every entry of a game asks for all of its kingdoms."""
    said: Body = {"house_rules": rules_in_force(rules), "king": king.name, "entries": msgspec.json.decode(bodies)}
    if sits != AS_WRITTEN:
        said["seats"] = [seat.name for seat in sits]
    return _sha256(said)


def content_digest(game: str, rules: HouseRules, king: Seat | None, bodies: Iterable[Body], sits: BySeat[Seat]) -> str:
    """SHA-256 of the canonical JSON of what points hang on: game, house rules, deals, adjustments, who sits where.

    Without a king it is that of the whole game. Nothing that people typed is in it.
    """
    said = msgspec.json.encode([_without_texts(body) for body in bodies])
    return _content(game, rules, king, said, sits)


@lru_cache(maxsize=4096)
def _content(game: str, rules: HouseRules, king: Seat | None, bodies: bytes, sits: BySeat[Seat]) -> str:
    return _sha256(
        {
            "seal": 2,
            "game": game,
            "king": None if king is None else king.name,
            "house_rules": rules_in_force(rules),
            "entries": msgspec.json.decode(bodies),
            "seats": [seat.name for seat in sits],
        }
    )


@lru_cache(maxsize=4096)
def named_digest(content: str, marks: Names) -> str:
    """The digest of the new kind: the content's, and the marks of the names of those who sign it off."""
    return _sha256({"content": content, "players": list(marks)})


def name_mark(game: str, name: str) -> str:
    """What stands for a name in seals: it can be told again from the name, and stays when the name is erased."""
    return _sha256({"game": game, "name": name})


def _without_texts(body: Body) -> Body:
    return {name: value for name, value in body.items() if name not in _TEXTS}


def _sha256(said: Body) -> str:
    return hashlib.sha256(canonical(said)).hexdigest()


def by_kingdom(bodies: Iterable[Body]) -> dict[str, list[Body]]:
    """Entries in the order of play, by the king whose kingdom they belong to.

    An adjustment belongs to the kingdom of the deal before it, and to the first where none is before it.
    """
    found: dict[str, list[Body]] = {}
    first: list[Body] = []
    king: str | None = None
    for body in bodies:
        if body.get("tie_break"):  # it belongs to the game alone
            continue
        king = body.get("king", king)
        (first if king is None else found.setdefault(king, [])).append(body)
    if first and found:
        begun = next(iter(found))
        found[begun] = [*first, *found[begun]]
    return found


def seal_of(digest: str) -> str:
    """A hundred bits of a digest, as they can be written on paper and read out."""
    return _sealed(digest, _LENGTH)


def old_seal_of(digest: str) -> str:
    """The seal that the same digest had as long as seals had ten letters."""
    return _sealed(digest, _OLD_LENGTH)


def _sealed(digest: str, length: int) -> str:
    bits = int(digest, 16) >> (4 * len(digest) - 5 * length)
    return _grouped("".join(_ALPHABET[bits >> 5 * place & 31] for place in reversed(range(length))))


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def as_sealed(typed: str) -> str:
    """A seal as somebody typed it from paper: in any case, with or without the dashes, O for 0."""
    return _grouped("".join(typed.upper().translate(_LOOKS_LIKE).split()).replace("-", ""))


def is_old(seal: str) -> bool:
    """Whether a seal is of the old kind, which covers neither names nor adjustments."""
    return len(seal.replace("-", "")) == _OLD_LENGTH


def old_sign_offs(digests: Mapping[Seat, str], confirmed: Iterable[SignOff]) -> tuple[KingdomSignOff, ...]:
    """How far each of these kingdoms has been signed off in a game without an entry that has `by`."""
    said = {(one.king, one.seat, one.digest) for one in confirmed}
    found = ((king, digest, _signers(lambda seat: (king, seat, digest) in said)) for king, digest in digests.items())  # noqa: B023 - used at once
    return tuple(
        KingdomSignOff(king, digest, seats, old_seal_of(digest) if len(seats) == len(SEATS) else None)
        for king, digest, seats in found
    )


def sign_off_of(king: Seat, now: Kingdom, confirmed: Iterable[SignOff]) -> KingdomSignOff:
    """How far a kingdom has been signed off as it stands. A name that has changed since leaves it signed off."""
    ours = [one for one in confirmed if one.king is king]
    held = [one for one in ours if one.content == now.content]
    last = {one.seat: one.by_scorer for one in held}
    found = _agreement_of(king, now, ours, held)
    return found._replace(by_scorer=tuple(seat for seat in found.seats if last[seat]))


def _agreement_of(king: Seat, now: Kingdom, ours: Sequence[SignOff], held: Sequence[SignOff]) -> KingdomSignOff:
    new = {one.seat for one in held if one.digest == now.digest}
    if len(new) == len(SEATS):
        return KingdomSignOff(king, now.digest, tuple(SEATS), seal_of(now.digest))
    either = new | {one.seat for one in held if one.digest == now.old}
    if len(either) == len(SEATS):
        return KingdomSignOff(king, now.digest, tuple(SEATS), old_seal_of(now.old))
    for one in reversed(held):
        if {other.seat for other in held if other.digest == one.digest} == set(SEATS):
            return KingdomSignOff(king, now.digest, tuple(SEATS), seal_of(one.digest), one.players)
    was = any({other.seat for other in ours if other.digest == one.digest} == set(SEATS) for one in ours)
    return KingdomSignOff(king, now.digest, _signers(either.__contains__), cancelled=was)


def _signers(has_signed: Callable[[Seat], bool]) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if has_signed(seat))


def signed_by_all(agreeing: Collection[tuple[Seat, Seat]]) -> list[Seat]:
    """Whose kingdoms each of the four has signed off, at one time or another."""
    return [king for king in SEATS if all((king, seat) in agreeing for seat in SEATS)]
