"""Shortening and measuring long names."""

import pytest

from trexscore.i18n.name_forms import (
    narrow_column_name_forms,
    short_name_forms,
    text_width_centi_ems,
    widest_word_width_centi_ems,
)

NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("name", "short", "column"),
    [
        ("Sami", "Sami", "Sami"),
        ("Mohammed Abdulrahman", "Mohammed A.", "Mohammed"),
        ("Abu Mohammed Al-Khatib", "Abu Mohammed A.", "Abu Mohammed"),
        ("Abdulrahmanbinkhalidalsaud", "Abdulrahmanbinkhalidalsaud", "Abdulrahmanbinkhalidalsaud"),
        ("محمد عبدالرحمن الطويل", "محمد", "محمد"),
        ("عبد الرحمن الخطيب الطويل", "عبد الرحمن", "عبد الرحمن"),
        ("🦊 Abu Ali 🎴 Baba", "🦊 Abu Ali 🎴.", "🦊 Abu Ali"),
        ("Dr. Omar \u200f(Jr.) Khalil", "Dr. Omar J.", "Dr. Omar"),
        ("\u200f Abdulrahman Khatib", "Abdulrahman K.", "Abdulrahman"),
        ("Abu", "Abu", "Abu"),
    ],
)
def test_name_has_short_and_column_form(name: str, short: str, column: str) -> None:
    assert short_name_forms([name])[0].replace(NBSP, " ") == short
    assert narrow_column_name_forms([name])[0].replace(NBSP, " ") == column


def test_similar_names_are_distinguished() -> None:
    names = ["Mohammed Abdulrahman", "Mohammed Abdullah Khan", "Mohammed Basil Khatib", "Sami"]
    short = [name.replace(NBSP, " ") for name in short_name_forms(names)]
    assert short == ["Mohammed Abdulrahman", "Mohammed Abdullah Khan", "Mohammed B.", "Sami"]
    assert len(set(narrow_column_name_forms(names))) == 4


def test_identical_names_stay_whole() -> None:
    names = ["Mohammed Abdulrahman"] * 2
    assert short_name_forms(names) == narrow_column_name_forms(names) == names


def test_similar_arabic_names_are_distinguished() -> None:
    names = ["محمد عبدالرحمن الطويل", "محمد الخطيب الطويل القديم"]
    assert [name.replace(NBSP, " ") for name in short_name_forms(names)] == ["محمد عبدالرحمن", "محمد الخطيب"]


def test_text_width_depends_on_characters() -> None:
    assert text_width_centi_ems("") == widest_word_width_centi_ems("") == widest_word_width_centi_ems("  ") == 0
    assert text_width_centi_ems("Will") < text_width_centi_ems("Mohammed") < text_width_centi_ems("W" * 8)
    assert text_width_centi_ems("مُحَمَّد") == text_width_centi_ems("محمد"), "combining marks add no width"
    assert text_width_centi_ems("\u2068Ali\u2069") == text_width_centi_ems("Ali")
    assert text_width_centi_ems("🦊") == text_width_centi_ems("漢") == 130
    assert widest_word_width_centi_ems("Abu Mohammed") == text_width_centi_ems("Mohammed")
    assert widest_word_width_centi_ems("Abu\u00a0Ali X") == text_width_centi_ems("Abu\u00a0Ali"), (
        "a no-break space does not break the line"
    )
    assert widest_word_width_centi_ems("Maximiliane-Dorothea") == text_width_centi_ems("Maximiliane-"), (
        "a line may break after a hyphen"
    )
