"""Captures as sentences, for games entered from totals."""

from collections import Counter
from collections.abc import Callable, Iterator

from trexscore.i18n.game_terms import CARD_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_, N_n
from trexscore.i18n.texts.points_explanations import CAPTURE_COUNT_TEXTS, CARD_REASON_TEXTS, TREX_PLACE_TEXTS
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.seats import SEATS, BySeat, Seat

SeatNamer = Callable[[Seat], str]

_DOUBLED_CARD_TEXT = N_("%(seat)s took the %(card)s, which %(holder)s had doubled.")
_LEADER_TEXT = N_("%(seat)s led that trick.")
_QUEENS_TEXT = N_n("%(seat)s took one queen.", "%(seat)s took %(count)s queens.", "count")
_AT_LEAST_QUEENS_TEXT = N_n("%(seat)s took at least one queen.", "%(seat)s took at least %(count)s queens.", "count")
_DOUBLED_QUEENS_TEXT = N_n(
    "%(seat)s took one queen that %(holder)s had doubled.",
    "%(seat)s took %(count)s queens that %(holder)s had doubled.",
    "count",
)
_OWN_QUEENS_TEXT = N_n(
    "%(seat)s took one queen after doubling her.",
    "%(seat)s took %(count)s queens after doubling them.",
    "count",
)


def captures_text(language: Language, captures: Captures, name_of: SeatNamer) -> str:
    """The captures. Queens are counted, because points do not depend on which queen it is."""
    return " ".join(_sentences_of_captures(language, captures, name_of))


def queens_text(
    language: Language, min_queens_by_seat: BySeat[int], max_queens_by_seat: BySeat[int], name_of: SeatNamer
) -> str:
    """How many queens each player took at least, or exactly if that is also the most."""
    sentences = []
    for seat in SEATS:
        if min_queens_by_seat[seat]:
            words = _QUEENS_TEXT if min_queens_by_seat[seat] == max_queens_by_seat[seat] else _AT_LEAST_QUEENS_TEXT
            sentences.append(language.translate_message(words, seat=name_of(seat), count=min_queens_by_seat[seat]))
    return " ".join(sentences)


def _sentences_of_captures(language: Language, captures: Captures, name_of: SeatNamer) -> Iterator[str]:
    queens = Counter(taken for card, taken in captures.cards if card in QUEENS)
    for card, taken in captures.cards:
        if card is Card.KING_OF_HEARTS:
            yield _king_of_hearts_sentence(language, taken, name_of)
            yield from _trick_leader_sentences(language, taken, name_of)
    for taken, number in queens.items():
        yield _queens_sentence(language, taken, number, name_of)
        yield from _trick_leader_sentences(language, taken, name_of)
    counts_by_contract = {Contract.DIAMONDS: captures.diamonds, Contract.COLLECTIONS: captures.tricks}
    for contract, counts in counts_by_contract.items():
        for seat in SEATS if counts is not None else ():
            if counts is not None and counts[seat]:
                yield language.translate_message(CAPTURE_COUNT_TEXTS[contract], seat=name_of(seat), count=counts[seat])
    for place, seat in enumerate(captures.trex_order or (), 1):
        yield language.gettext(TREX_PLACE_TEXTS[place], seat=name_of(seat))


def _king_of_hearts_sentence(language: Language, taken_king: TakenCard, name_of: SeatNamer) -> str:
    params = {"seat": name_of(taken_king.taken_by), "card": language.gettext(CARD_NAMES[Card.KING_OF_HEARTS])}
    if taken_king.doubled_by not in (None, taken_king.taken_by):
        return language.gettext(_DOUBLED_CARD_TEXT, holder=name_of(taken_king.doubled_by), **params)
    sentence = CARD_REASON_TEXTS["plain" if taken_king.doubled_by is None else "own_capture"]
    return language.gettext(sentence, **params)


def _queens_sentence(language: Language, taken_queen: TakenCard, queen_count: int, name_of: SeatNamer) -> str:
    seat = name_of(taken_queen.taken_by)
    if taken_queen.doubled_by is None:
        return language.translate_message(_QUEENS_TEXT, seat=seat, count=queen_count)
    if taken_queen.doubled_by is taken_queen.taken_by:
        return language.translate_message(_OWN_QUEENS_TEXT, seat=seat, count=queen_count)
    return language.translate_message(
        _DOUBLED_QUEENS_TEXT, seat=seat, count=queen_count, holder=name_of(taken_queen.doubled_by)
    )


def _trick_leader_sentences(language: Language, taken_card: TakenCard, name_of: SeatNamer) -> Iterator[str]:
    if taken_card.led_by is not None:
        yield language.gettext(_LEADER_TEXT, seat=name_of(taken_card.led_by))
