"""Each name of a list is new, a member, a returning member, or invalid."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.clubs.journals import Journal, new_journal
from trexscore.club.new_members import name_outcomes
from trexscore.game.file.names import name_key

OWNER = 3
SPELLINGS = ("Basil", "Dana", "DANA", "Omar", "Joe", "Jo", "Émile", "E\u0301mile", "\u202eDana", "D" * 41, "\u200fليلى")


def codes_by_name(club: Journal, *names: str, recorder: int = OWNER) -> dict[str, str]:
    return {
        outcome.name: outcome.code
        for outcome in name_outcomes(club.record, club.record.surviving_member(recorder), names)
    }


def test_unknown_name_is_new() -> None:
    assert codes_by_name(new_journal(), "Dana", "ليلى") == {"Dana": "new", "ليلى": "new"}


def test_present_member_is_recognized_in_any_spelling() -> None:
    club = new_journal()
    club.join("Émile")
    assert codes_by_name(club, " basil ", "E\u0301MILE", "\u200eBasil") == {
        "basil": "here",
        "ÉMILE": "here",
        "\u200eBasil": "twice",
    }


def test_repeated_name_counts_once() -> None:
    assert [
        outcome.code
        for outcome in name_outcomes(new_journal().record, new_journal().record.owner, ["Dana", "DANA", "dana "])
    ] == [
        "new",
        "twice",
        "twice",
    ]


def test_invalid_name_does_not_stop_others() -> None:
    assert codes_by_name(new_journal(), "D" * 41, "\u202eDana", "\u200b", "Dana") == {
        "D" * 41: "no_name",
        "\u202eDana": "no_name",
        "\u200b": "no_name",
        "Dana": "new",
    }


def test_former_member_returns_if_permitted() -> None:
    club = new_journal()
    dana, scorer, admin = club.join("Dana"), club.join("Sami", "scorer"), club.join("Ada", "admin")
    club.add_entry("left", {"member": dana})
    assert codes_by_name(club, "Dana") == codes_by_name(club, "Dana", recorder=admin) == {"Dana": "returns"}
    assert codes_by_name(club, "Dana", recorder=scorer) == {"Dana": "gone"}


def test_ambiguous_former_members_do_not_return() -> None:
    club = new_journal()
    for _ in range(2):
        club.add_entry("left", {"member": club.join("Dana")})
    assert codes_by_name(club, "Dana") == {"Dana": "gone"}
    third = club.join("Dana")
    outcomes = name_outcomes(club.record, club.record.owner, ["Dana"])
    assert [(outcome.code, outcome.existing_member and outcome.existing_member.number) for outcome in outcomes] == [
        ("here", third)
    ]


def test_merged_name_matches_remaining_member() -> None:
    club = new_journal()
    jo, joe = club.join("Jo"), club.join("Joe")
    club.add_entry("merged", {"member": joe, "into": jo})
    outcomes = name_outcomes(club.record, club.record.owner, ["Joe"])
    assert [(outcome.code, outcome.existing_member and outcome.existing_member.number) for outcome in outcomes] == [
        ("here", jo)
    ]
    club.add_entry("left", {"member": jo})
    assert codes_by_name(club, "Joe", "Jo") == {"Joe": "gone", "Jo": "returns"}


def test_removed_member_is_not_recognized() -> None:
    club = new_journal()
    jo, joe = club.join("Jo"), club.join("Joe")
    club.add_entry("merged", {"member": joe, "into": jo})
    club.add_entry("erased", {"member": jo})
    assert codes_by_name(club, "Jo", "Joe") == {"Jo": "new", "Joe": "new"}


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("joins", "left", "merged", "erased", "named")),
            st.integers(0, 20),
            st.integers(0, 20),
            st.sampled_from(SPELLINGS),
        ),
        max_size=12,
    ),
    st.lists(st.sampled_from(SPELLINGS), max_size=12),
    st.sampled_from(("owner", "scorer")),
)
def test_list_adds_everyone_exactly_once(steps: list[tuple[str, int, int, str]], names: list[str], role: str) -> None:
    club = new_journal()
    recorder = OWNER if role == "owner" else club.join("Sami", "scorer")
    for kind, first, second, name in steps:
        numbers = [number for number in club.record.members if number != recorder] or [recorder]
        member, into = (numbers[index % len(numbers)] for index in (first, second))
        fields: dict[str, object] = {"into": into} if kind == "merged" else {"name": name} if kind == "named" else {}
        if kind != "joins":
            club.submit(kind, {"member": member, **fields})
        elif name_key(name) not in {name_key(active.name or "") for active in club.record.active_members}:
            club.submit("named", {"member": club.add_entry("joined", {"role": "member"}), "name": name})
    before = len(club.record.active_members)
    outcomes = name_outcomes(club.record, club.record.surviving_member(recorder), names)
    for outcome in outcomes:
        if outcome.code == "new":
            assert club.may(recorder, "joined", {"role": "member"})
            club.join(outcome.name)
        elif outcome.code == "returns":
            assert outcome.existing_member is not None
            assert club.may(recorder, "returned", {"member": outcome.existing_member.number})
            club.add_entry("returned", {"member": outcome.existing_member.number})
    assert len(outcomes) == len(names)
    assert len(club.record.active_members) == before + sum(outcome.code in {"new", "returns"} for outcome in outcomes)
    after = name_outcomes(club.record, club.record.surviving_member(recorder), names)
    assert {outcome.code for outcome in after} <= {"here", "twice", "gone", "no_name"}
    assert all(
        first_outcome.code == "gone"
        for first_outcome, second_outcome in zip(outcomes, after, strict=True)
        if second_outcome.code == "gone"
    )
