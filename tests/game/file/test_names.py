"""Valid names, and names that count as equal."""

import pytest

from trexscore.game.file.names import index_letter, name_key, name_sort_key, read_name


@pytest.mark.parametrize(
    "name",
    [
        "Amal",
        "ليلى",
        "名前",
        "O'Brien",
        "n" * 40,
        "😀" * 40,
        "é" * 40,
        "مي\u200cخو",
        "\u200fأمل",
        "👨\u200d👩\u200d👧",
    ],
)
def test_name_in_any_script_is_kept(name: str) -> None:
    assert read_name(name) == name


def test_name_is_trimmed_and_composed() -> None:
    assert read_name("  Zoe\u0308 ") == "Zoë"


@pytest.mark.parametrize("name", ["e\u0301" * 40, " " + "n" * 40 + " "])
def test_name_length_is_counted_after_trimming(name: str) -> None:
    assert read_name(name) is not None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "n" * 41,
        "a\nb",
        "a\x00",
        "a\x7f",
        "a\u2028b",
        "a\u2029",
        "\u202ea",
        "a\u2066",
        "\u200d",
        "\u3164",
        "\ufe0f",
        None,
        7,
        ["Amal"],
    ],
    ids=repr,
)
def test_invalid_name_is_refused(name: object) -> None:
    assert read_name(name) is None


@pytest.mark.parametrize(
    ("name", "similar"), [("Amal", "AMAL"), ("straße", "STRASSE"), ("Zoë", "Zoe\u0308"), ("أمل", "\u200fأمل")]
)
def test_spellings_of_one_name_have_equal_keys(name: str, similar: str) -> None:
    assert name_key(name) == name_key(similar)


def test_accent_distinguishes_names() -> None:
    assert name_key("Amal") != name_key("Amàl")


@pytest.mark.parametrize(
    "names",
    [
        ["إبراهيم", "إلياس", "أمل", "أنور", "باسل"],
        ["Élias", "emma", "Éric", "Zoë"],
        ["عبد الله", "عبدالله خوري", "عمر"],
    ],
)
def test_names_are_sorted_by_letters(names: list[str]) -> None:
    assert sorted(names, key=name_sort_key) == names


@pytest.mark.parametrize(
    ("name", "letter"), [("أمل", "\u0627"), ("إبراهيم", "\u0627"), ("élias", "E"), ("😀", "😀"), ("名前", "名")]
)
def test_name_is_listed_under_first_letter(name: str, letter: str) -> None:
    assert index_letter(name) == letter
