"""Shortening and measuring long names."""

import pytest

from trexscore.i18n.name_forms import column_forms, longest_word, short_forms, width_of

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
    assert column_forms([name])[0].replace(NBSP, " ") == column


def test_similar_names_are_distinguished() -> None:
    names = ["Mohammed Abdulrahman", "Mohammed Abdullah Khan", "Mohammed Basil Khatib", "Sami"]
    short = [one.replace(NBSP, " ") for one in short_forms(names)]
    assert short == ["Mohammed Abdulrahman", "Mohammed Abdullah Khan", "Mohammed B.", "Sami"]
    assert len(set(column_forms(names))) == 4


def test_identical_names_stay_whole() -> None:
    names = ["Mohammed Abdulrahman"] * 2
    assert short_forms(names) == column_forms(names) == names


def test_similar_arabic_names_are_distinguished() -> None:
    names = ["محمد عبدالرحمن الطويل", "محمد الخطيب الطويل القديم"]
    assert [one.replace(NBSP, " ") for one in short_forms(names)] == ["محمد عبدالرحمن", "محمد الخطيب"]


def test_width() -> None:
    assert width_of("") == longest_word("") == longest_word("  ") == 0
    assert width_of("Will") < width_of("Mohammed") < width_of("W" * 8)
    assert width_of("مُحَمَّد") == width_of("محمد"), "marks take no room"
    assert width_of("\u2068Ali\u2069") == width_of("Ali")
    assert width_of("🦊") == width_of("漢") == 130
    assert longest_word("Abu Mohammed") == width_of("Mohammed")
    assert longest_word("Abu\u00a0Ali X") == width_of("Abu\u00a0Ali"), (
        "no line ends at a space that keeps words together"
    )
    assert longest_word("Maximiliane-Dorothea") == width_of("Maximiliane-"), "a line may end after a hyphen"
