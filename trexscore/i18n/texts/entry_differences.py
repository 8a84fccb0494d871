"""Two versions of an entry compared in words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from trexscore.game.events.game_file import DealVoided, PointsAdjusted
from trexscore.i18n.game_terms import CARD_NAMES, CONTRACT_NAMES, VOID_REASON_TEXTS
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.rules.cards import QUEEN_BY_SUIT, Card, Contract
from trexscore.rules.seats import SEAT_BY_LETTER

EntryBody = Mapping[str, Any]

CARD_FIELD_LABELS = {
    "taken_by": N_("Who took the %(card)s"),
    "doubled_by": N_("Who doubled the %(card)s"),
    "led_by": N_("Who led the trick with the %(card)s"),
}
FIELD_LABELS = {
    "king": N_("King"),
    "contracts": N_("Contract"),
    "diamonds": N_("Diamonds of %(name)s"),
    "tricks": N_("Tricks of %(name)s"),
    PointsAdjusted.stored_kind: N_("Points of %(name)s"),
    "reason": N_("Reason"),
    "claimed_by": N_("Who asked for a redeal"),
    "renege": N_("Who revoked"),
    "note": N_("Note"),
}
TREX_PLACE_LABELS = (N_("Out first"), N_("Out second"), N_("Out third"), N_("Last"))


class EntryDifference(NamedTuple):
    """One item as stated in the older version and in the newer; None if it is missing there."""

    label: str
    old_text: str | None
    new_text: str | None


def entry_differences(
    language: Language,
    old_body: EntryBody | None,
    new_body: EntryBody | None,
    name_of: SeatNamer,
    new_name_of: SeatNamer | None = None,
) -> list[EntryDifference]:
    """Everything in which two faultless entries differ, in the order in which a form asks for it.

    `new_name_of`: names by seat for the newer entry, if they differ from `name_of`.
    """
    old_texts_by_label = dict(_labelled_statements(language, old_body, name_of)) if old_body else {}
    new_texts_by_label = dict(_labelled_statements(language, new_body, new_name_of or name_of)) if new_body else {}
    return [
        EntryDifference(label, old_texts_by_label.get(label), new_texts_by_label.get(label))
        for label in dict.fromkeys([*old_texts_by_label, *new_texts_by_label])
        if old_texts_by_label.get(label) != new_texts_by_label.get(label)
    ]


def _labelled_statements(language: Language, body: EntryBody, name_of: SeatNamer) -> Iterator[tuple[str, str]]:
    """Everything that an entry states, as (label, text)."""
    name = _letter_namer(name_of)
    if "king" in body:
        yield _field_label(language, "king"), name(body["king"])
    if "contracts" in body:
        names = [
            language.gettext(CONTRACT_NAMES[contract]) for contract in Contract if contract.value in body["contracts"]
        ]
        yield _field_label(language, "contracts"), " + ".join(names)
    yield from _capture_statements(language, body.get("captures", {}), name)
    if DealVoided.stored_kind in body:
        void = body[DealVoided.stored_kind]
        reason = VOID_REASON_TEXTS[void["reason"]]
        yield _field_label(language, "reason"), language.gettext(reason)
        if "claimed_by" in void:
            yield _field_label(language, "claimed_by"), name(void["claimed_by"])
    for seat, points in body.get(PointsAdjusted.stored_kind, {}).items():
        yield _field_label(language, PointsAdjusted.stored_kind, name=name(seat)), language.number(points)
    if "reason" in body:
        yield _field_label(language, "reason"), body["reason"]
    if "renege" in body:
        yield _field_label(language, "renege"), name(body["renege"]["by"])
    if body.get("note"):
        yield _field_label(language, "note"), body["note"]


def _field_label(language: Language, field: str, **params: str) -> str:
    return language.gettext(FIELD_LABELS[field], **params)


def _capture_statements(
    language: Language, captures_body: EntryBody, name_of_letter: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    if "king_of_hearts" in captures_body:
        yield from _card_statements(language, Card.KING_OF_HEARTS, captures_body["king_of_hearts"], name_of_letter)
    for suit, card in QUEEN_BY_SUIT.items():
        yield from _card_statements(language, card, captures_body.get("queens", {}).get(suit.value, {}), name_of_letter)
    for part in ("diamonds", "tricks"):
        for seat, count in sorted(captures_body.get(part, {}).items()):
            yield _field_label(language, part, name=name_of_letter(seat)), language.number(count)
    for place, seat in zip(TREX_PLACE_LABELS, captures_body.get("trex", ()), strict=False):
        yield language.gettext(place), name_of_letter(seat)


def _card_statements(
    language: Language, card: Card, card_body: EntryBody, name_of_letter: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    for part, seat in card_body.items():
        yield language.gettext(CARD_FIELD_LABELS[part], card=language.gettext(CARD_NAMES[card])), name_of_letter(seat)


def _letter_namer(name_of: SeatNamer) -> Callable[[str], str]:
    return lambda letter: name_of(SEAT_BY_LETTER[letter])
