"""A table's own card names in the Arabic texts."""

import re
from importlib.resources import files

import pytest
from babel.messages.pofile import read_po

from tests.tools.english_texts import forms_of
from trexscore.i18n import ENGLISH, LANGUAGES
from trexscore.i18n.card_names import (
    DEFAULT_CARD_NAMES,
    NAME_CODES_BY_TERM,
    SPELLING_BY_NAME_CODE,
    CardNameChoices,
    card_names_of,
    parse_card_names,
    replace_card_names,
    synonyms_of_mentioned_cards,
)

OTHER_NAMES = CardNameChoices("khityar", "walad", "aas", "tafwit")
ARABIC = LANGUAGES["ar"]


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("شيخ الكبة", "ختيار الكبة"),
        ("لشيخ الكبة وبالشيخ", "لختيار الكبة وبالختيار"),
        ("تُلعب الشباب قبل الشب", "تُلعب الأولاد قبل الولد"),
        ("من الأص إلى أص", "من الآس إلى آس"),
        ("يقول باص", "يفوّت"),
        ("بباص ممن يقدر", "بتفويت ممن يقدر"),
        ("التسجيل الأصلي على الشبكة لأصحابها", "التسجيل الأصلي على الشبكة لأصحابها"),
    ],
)
def test_card_names_are_replaced_with_prefixes(usual: str, other: str) -> None:
    assert replace_card_names(usual, OTHER_NAMES) == other
    assert replace_card_names(usual, DEFAULT_CARD_NAMES) == usual


def test_texts_plurals_and_contexts_use_card_names() -> None:
    arabic = ARABIC.with_card_names(OTHER_NAMES)
    assert "ختيار" in arabic.gettext("King of hearts")
    assert "شيخ" in ARABIC.gettext("King of hearts")
    assert ENGLISH.with_card_names(OTHER_NAMES) == ENGLISH


def test_no_catalogue_text_keeps_usual_name() -> None:
    usual = re.compile(
        "|".join(rf"\b(?:\u0627\u0644|\u0644)?{SPELLING_BY_NAME_CODE[name]}\b" for name in DEFAULT_CARD_NAMES)
    )
    with (files("trexscore.translations") / "ar.po").open("rb") as file:
        messages = [message for message in read_po(file, locale="ar") if message.id]
    texts = [text for message in messages for text in forms_of(message.string)]
    assert any(usual.search(text) for text in texts)
    assert not [text for text in texts if usual.search(replace_card_names(text, OTHER_NAMES))]


def test_stored_card_names_are_read_back() -> None:
    for king in NAME_CODES_BY_TERM["king"]:
        names = OTHER_NAMES._replace(king=king)
        assert parse_card_names(str(names)) == names
        assert card_names_of(names._asdict()) == names
    for text in (None, "", "sheikh", "sheikh.shab.as", "sheikh.shab.as.bas.x", "queen.shab.as.bas", "...."):
        assert parse_card_names(text) is None
    assert card_names_of({"king": "khityar"}) is None


def test_every_card_name_is_spelled_once() -> None:
    codes = [code for choices in NAME_CODES_BY_TERM.values() for code in choices]
    assert sorted(codes) == sorted(SPELLING_BY_NAME_CODE)
    assert len(set(SPELLING_BY_NAME_CODE.values())) == len(SPELLING_BY_NAME_CODE)


def test_search_knows_all_names_of_card() -> None:
    for text in ("من أكل الشيخ؟", "من أكل الختيار؟"):
        assert set(synonyms_of_mentioned_cards(text).split()) == {
            SPELLING_BY_NAME_CODE[code] for code in NAME_CODES_BY_TERM["king"]
        }
    assert not synonyms_of_mentioned_cards("التسجيل الأصلي على الشبكة")
