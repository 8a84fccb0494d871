"""Refusals as sentences: what is wrong and what would be right."""

from collections.abc import Callable, Sequence

import msgspec

from trexscore.game.file import ERRORS_FORMAT
from trexscore.i18n.game_terms import CARD_NAMES, CONTRACT_NAMES, joined_contract_names
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_, Plural
from trexscore.i18n.text_files import read_texts
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.game import ScoreEntry
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import Seat


class _RefusalTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by_subject: dict[str, dict[str, str | Plural]]
    bad_players: dict[str, str]
    wrong_types: dict[str, str]


_TEXTS = read_texts(__file__, _RefusalTexts)
REFUSAL_TEXTS = {code: text for texts in _TEXTS.by_subject.values() for code, text in texts.items()}
"""By code. Texts of a club's entries need no names, because they are shown next to what they are about."""
WANTED_TYPE_TEXTS = _TEXTS.wrong_types
_SIGNED_BEFORE_REFEREE_TEXT = N_(
    "All four signed off %(king)s’s kingdom before there was a referee. To correct it, all four must approve."
)
_WHOLE_POINTS_TEXT = N_("Enter a whole number of points for %(seat)s, plus or minus, up to %(most)s.")
_REFEREE_ONLY_TEXT = N_("The time to correct this has passed. Only the referee still can.")


def refusal_text(language: Language, refusal: Refusal, name_of_seat: SeatNamer | None = None) -> str:
    """The refusal as a sentence. `name_of_seat` names players, by default with their seat's letter, as in files."""
    name_of = name_of_seat or (lambda seat: seat.name)
    params = {name: _param_text(language, value, name_of) for name, value in refusal.params.items()}
    return language.translate_message(_more_specific_text(refusal) or REFUSAL_TEXTS[refusal.code], **params)


def _more_specific_text(refusal: Refusal) -> str | None:
    """The more specific sentence of a code that has several."""
    if refusal.code == "too_late" and refusal.params.get("referee"):
        return _REFEREE_ONLY_TEXT
    if refusal.code == "kingdom_agreed" and refusal.params.get("before_referee"):
        return _SIGNED_BEFORE_REFEREE_TEXT
    if refusal.code == "not_a_whole_number" and "most" in refusal.params:
        return _WHOLE_POINTS_TEXT
    if refusal.code == "bad_players":
        return _TEXTS.bad_players.get(str(refusal.params.get("reason")))
    return WANTED_TYPE_TEXTS[str(refusal.params["wanted"])] if refusal.code == "wrong_type" else None


def refusal_text_with_entry(
    language: Language, refusal: Refusal, score_entries: Sequence[ScoreEntry], name_of: SeatNamer | None = None
) -> str:
    """The sentence, preceded by the entry that it is about."""
    is_read = refusal.entry_place is not None and refusal.entry_place <= len(score_entries)
    contract_set = (
        score_entries[refusal.entry_place - 1].contract_set if refusal.entry_place is not None and is_read else None
    )
    return refusal_text_with_entry_contracts(language, refusal, contract_set, name_of)


def refusal_text_with_entry_contracts(
    language: Language, refusal: Refusal, contract_set: ContractSet | None, name_of: SeatNamer | None = None
) -> str:
    """As `refusal_text_with_entry`, given the contracts of that entry, or None if they are unreadable."""
    text = refusal_text(language, refusal, name_of)
    if refusal.entry_place is None:
        return text
    if contract_set is None:
        return language.gettext("Entry %(entry)s: %(fault)s", entry=refusal.entry_place, fault=text)
    return language.gettext(
        "Entry %(entry)s (%(contracts)s): %(fault)s",
        entry=refusal.entry_place,
        contracts=joined_contract_names(language, contract_set),
        fault=text,
    )


def _param_text(language: Language, value: object, name_of: SeatNamer) -> object:
    if isinstance(value, Seat):
        return name_of(value)
    if isinstance(value, Card):
        return language.gettext(CARD_NAMES[value])
    if isinstance(value, Contract):
        return language.gettext(CONTRACT_NAMES[value])
    if isinstance(value, tuple) and value and isinstance(value[0], Contract):
        return joined_contract_names(language, contract_set_of(value))
    if isinstance(value, tuple):
        return language.join_list([str(_param_text(language, item, name_of)) for item in value])
    return value


def errors_object(refusals: Sequence[Refusal], text_of: Callable[[Refusal], str]) -> dict[str, object]:
    """Refusals as a trexscore-errors/1 object. `text_of` renders each as a sentence."""
    return {
        "format": ERRORS_FORMAT,
        "errors": [
            {"entry": refusal.entry_place, "code": refusal.code, "at": refusal.path, "message": text_of(refusal)}
            for refusal in refusals
        ],
    }
