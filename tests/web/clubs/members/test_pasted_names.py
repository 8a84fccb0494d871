"""Names in pasted text: numbering, phone numbers and invisible marks are removed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trexscore.web.clubs.members.pasted_names import parse_pasted_names

PASTED_TEXTS = st.text(
    st.sampled_from("\n\r\t ,،;.)-•*17٣۴@ـ\u200e\u200f\u202b\u202c\u2068\u2069\ufeff\u20e3Danaليلى") | st.characters()
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Dana\nOmar", ["Dana", "Omar"]),
        ("\ufeffDana\r\n\r\n  Omar  \r\n", ["Dana", "Omar"]),
        ("1. Dana\n2) Omar\n3- باسل\n4 Carine\n5.\n6.", ["Dana", "Omar", "باسل", "Carine"]),
        ("٣. ليلى\n٢) عمر\n۳- باسل\n٤ـ أمل", ["ليلى", "عمر", "باسل", "أمل"]),
        ("1\ufe0f\u20e3 Dana\n1\ufe0f\u20e30\ufe0f\u20e3 Omar", ["Dana", "Omar"]),
        ("- Dana\n• Omar\n* Basil\n– Carine", ["Dana", "Omar", "Basil", "Carine"]),
        ("7ala\n3omar\n1234. Dana", ["7ala", "3omar", "1234. Dana"]),
        ("- 1. Dana\n2. - Omar", ["Dana", "Omar"]),
        ("Dana\tKhoury\t+962 79 123 45 67\tdana@trex.example\n2\tOmar\t\t0791234567\n61\t\t", ["Dana Khoury", "Omar"]),
        (
            "Dana +961 3 123 456\nOmar: 03/123456\nBasil (079-123-45-67)\n079\u0661\u0662\u0663\u0664567 ليلى",
            ["Dana", "Omar", "Basil", "ليلى"],
        ),
        ("\u202a+961 3 123 456\u202c - Dana\n1. Omar, 03123456\n~ Basil", ["Dana", "Omar", "Basil"]),
        ("+961 3 123 456\nDana 2\nClass of 2026", ["Dana 2", "Class of 2026"]),
        ("Dana, Omar; Basil، ليلى؛ Carine,", ["Dana", "Omar", "Basil", "ليلى", "Carine"]),
        ("Dana, called Dandoun\nOmar", ["Dana, called Dandoun", "Omar"]),
        ("\u200e1. \u2068ليلى\u2069\n\u202bعمر\u202c\n\u200f2. \u200fOmar", ["ليلى", "عمر", "Omar"]),
        ("Dana\u00a0 Khoury", ["Dana Khoury"]),
        ("Jean-Paul\nUm Ali (the 2nd)\n77\n🦊", ["Jean-Paul", "Um Ali (the 2nd)", "77", "🦊"]),
        ("\u202eDana", ["\u202eDana"]),
        ("[12/11, 20:15] +961 3 123456: Karim", ["Karim"]),
        ("\u200e[12/11/2026, 20:15:03] Rana Haddad: 1. Karim\n2. Omar", ["Karim", "Omar"]),
        ("[12/11/26, 8:15:03\u202fPM] ~\u202fRana: Karim\n[13.11.26, 20:16] Omar: Dana", ["Karim", "Dana"]),
        ("12/11/2026, 20:15 - Rana Haddad: Karim\n12/11/26, 8:15 PM - +961 3 123456: Dana", ["Karim", "Dana"]),
        ("٢٣\u200f/٣\u200f/٢٠٢٦، ٨:٣٣ م - رنا: كريم\n[٢٣/٣، ٢٠:٣٣] رنا: ليلى", ["كريم", "ليلى"]),
        ("[12/11, 20:15] Karim\nTable 12: Dana", ["Karim", "Table 12: Dana"]),
        ("", []),
        ("\n \t \u200e\n", []),
    ],
)
def test_names_are_read_from_lists(text: str, names: list[str]) -> None:
    assert parse_pasted_names(text) == names


@given(PASTED_TEXTS)
def test_reading_names_is_idempotent(text: str) -> None:
    names = parse_pasted_names(text)
    assert parse_pasted_names("\n".join([*names, "Dana"])) == [*names, "Dana"]
    assert all(name and name == name.strip() and len(name.splitlines()) == 1 for name in names)


@given(st.lists(st.text("abcليلى 'é").map("Dana{}".format).map(str.strip), min_size=2))
def test_plain_names_survive_numbering(names: list[str]) -> None:
    plain = [" ".join(name.split()) for name in names]
    for form in ("{}. {}", "{}) {}", "{} - {}", "{}\t{}", "\u200e{} {}\u200f"):
        lines = [form.format(number, name) for number, name in enumerate(names, 1)]
        assert parse_pasted_names("\r\n".join(lines)) == plain


def test_long_text_is_read_quickly() -> None:
    assert parse_pasted_names("1.\u200e" * 80_000) == []
    assert len(parse_pasted_names("a\n" * 120_000)) == 120_000
    assert len(parse_pasted_names("a," * 120_000)) == 120_000
    assert parse_pasted_names("D" * 200_000) == ["D" * 500], "invalid long names are cut"
