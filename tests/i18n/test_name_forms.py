"""Shortening and measuring long names."""

import pytest

from trexscore.i18n.name_forms import narrow_forms, short_forms, text_width, widest_word_width

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
def test_short_and_column_forms(name: str, short: str, column: str) -> None:
    assert short_forms([name])[0].replace(NBSP, " ") == short
    assert narrow_forms([name])[0].replace(NBSP, " ") == column


def test_similar_names_are_distinguished() -> None:
    names = ["Mohammed Abdulrahman", "Mohammed Abdullah Khan", "Mohammed Basil Khatib", "Sami"]
    short = [one.replace(NBSP, " ") for one in short_forms(names)]
    assert short == ["Mohammed Abdulrahman", "Mohammed Abdullah Khan", "Mohammed B.", "Sami"]
    assert len(set(narrow_forms(names))) == 4


def test_identical_names_stay_whole() -> None:
    names = ["Mohammed Abdulrahman"] * 2
    assert short_forms(names) == narrow_forms(names) == names


def test_similar_arabic_names_are_distinguished() -> None:
    names = ["محمد عبدالرحمن الطويل", "محمد الخطيب الطويل القديم"]
    assert [one.replace(NBSP, " ") for one in short_forms(names)] == ["محمد عبدالرحمن", "محمد الخطيب"]


def test_width() -> None:
    assert text_width("") == widest_word_width("") == widest_word_width("  ") == 0
    assert text_width("Will") < text_width("Mohammed") < text_width("W" * 8)
    assert text_width("مُحَمَّد") == text_width("محمد"), "marks take no room"
    assert text_width("\u2068Ali\u2069") == text_width("Ali")
    assert text_width("🦊") == text_width("漢") == 130
    assert widest_word_width("Abu Mohammed") == text_width("Mohammed")
    assert widest_word_width("Abu\u00a0Ali X") == text_width("Abu\u00a0Ali"), (
        "no line ends at a space that keeps words together"
    )
    assert widest_word_width("Maximiliane-Dorothea") == text_width("Maximiliane-"), "a line may end after a hyphen"
