"""What may be a name, and when two are the same."""

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
def test_a_name_in_any_script_is_kept_as_it_is(name: str) -> None:
    assert read_name(name) == name


def test_a_name_is_stored_trimmed_and_composed() -> None:
    assert read_name("  Zoe\u0308 ") == "Zoë"


@pytest.mark.parametrize("name", ["e\u0301" * 40, " " + "n" * 40 + " "])
def test_its_length_is_counted_once_it_is_trimmed_and_composed(name: str) -> None:
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
def test_this_is_no_name(name: object) -> None:
    assert read_name(name) is None


@pytest.mark.parametrize(
    ("one", "other"), [("Amal", "AMAL"), ("straße", "STRASSE"), ("Zoë", "Zoe\u0308"), ("أمل", "\u200fأمل")]
)
def test_these_two_would_be_mistaken_for_each_other(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_different_names_differ() -> None:
    assert name_key("Amal") != name_key("Amàl")


@pytest.mark.parametrize(
    "names",
    [
        ["إبراهيم", "إلياس", "أمل", "أنور", "باسل"],
        ["Élias", "emma", "Éric", "Zoë"],
        ["عبد الله", "عبدالله خوري", "عمر"],
    ],
)
def test_a_list_of_names_goes_by_their_letters(names: list[str]) -> None:
    assert sorted(names, key=name_sort_key) == names


@pytest.mark.parametrize(
    ("name", "under"), [("أمل", "\u0627"), ("إبراهيم", "\u0627"), ("élias", "E"), ("😀", "😀"), ("名前", "名")]
)
def test_a_name_stands_under_its_first_letter(name: str, under: str) -> None:
    assert index_letter(name) == under
