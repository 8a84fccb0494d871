"""Two versions of an entry, word for word: what each said where they differ."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.words import CARD, CONTRACT, VOID_REASON
from trexscore.rules.cards import QUEEN_OF, Card, Contract
from trexscore.rules.seats import SEAT_NAMED, Seat

Body = Mapping[str, Any]
Who = Callable[[Seat], str]

SAID_OF_A_CARD = {
    "taken_by": N_("Who took the %(card)s"),
    "doubled_by": N_("Who doubled the %(card)s"),
    "led_by": N_("Who led the trick with the %(card)s"),
}
SAID = {
    "king": N_("King"),
    "contracts": N_("Contract"),
    "diamonds": N_("Diamonds of %(name)s"),
    "tricks": N_("Tricks of %(name)s"),
    "adjustment": N_("Points of %(name)s"),
    "reason": N_("Reason"),
    "claimed_by": N_("Who asked for a redeal"),
    "renege": N_("Who revoked"),
    "note": N_("Note"),
}
PLACE = (N_("Out first"), N_("Out second"), N_("Out third"), N_("Last"))


class Difference(NamedTuple):
    """What one thing was called in the older version and in the newer; None where it was not said."""

    what: str
    old: str | None
    new: str | None


def differences(
    language: Language, old: Body | None, new: Body | None, who: Who, who_then: Who | None = None
) -> list[Difference]:
    """Everything in which two faultless entries differ, in the order in which a form asks for it.

    `who_then` sits in the seats that the newer one names, where that is not `who`.
    """
    before = dict(_said(language, old, who)) if old else {}
    after = dict(_said(language, new, who_then or who)) if new else {}
    return [
        Difference(what, before.get(what), after.get(what))
        for what in dict.fromkeys([*before, *after])
        if before.get(what) != after.get(what)
    ]


def _said(language: Language, body: Body, who: Who) -> Iterator[tuple[str, str]]:
    """Everything that an entry says, each under the words for it."""
    name = _named(who)
    if "king" in body:
        yield _what(language, "king"), name(body["king"])
    if "contracts" in body:
        names = [language.gettext(CONTRACT[contract]) for contract in Contract if contract.value in body["contracts"]]
        yield _what(language, "contracts"), " + ".join(names)
    yield from _captured(language, body.get("captures", {}), name)
    if "void" in body:
        reason = VOID_REASON[body["void"]["reason"]]
        yield _what(language, "reason"), language.gettext(reason)
        if "claimed_by" in body["void"]:
            yield _what(language, "claimed_by"), name(body["void"]["claimed_by"])
    for seat, points in body.get("adjustment", {}).items():
        yield _what(language, "adjustment", name=name(seat)), language.number(points)
    if "reason" in body:
        yield _what(language, "reason"), body["reason"]
    if "renege" in body:
        yield _what(language, "renege"), name(body["renege"]["by"])
    if body.get("note"):
        yield _what(language, "note"), body["note"]


def _what(language: Language, part: str, **params: str) -> str:
    return language.gettext(SAID[part], **params)


def _captured(language: Language, captures: Body, name: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    if "king_of_hearts" in captures:
        yield from _of_card(language, Card.KING_OF_HEARTS, captures["king_of_hearts"], name)
    for suit, card in QUEEN_OF.items():
        yield from _of_card(language, card, captures.get("queens", {}).get(suit.value, {}), name)
    for part in ("diamonds", "tricks"):
        for seat, count in sorted(captures.get(part, {}).items()):
            yield _what(language, part, name=name(seat)), language.number(count)
    for place, seat in zip(PLACE, captures.get("trex", ()), strict=False):
        yield language.gettext(place), name(seat)


def _of_card(language: Language, card: Card, taken: Body, name: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    for part, seat in taken.items():
        yield language.gettext(SAID_OF_A_CARD[part], card=language.gettext(CARD[card])), name(seat)


def _named(who: Who) -> Callable[[str], str]:
    return lambda letter: who(SEAT_NAMED[letter])
