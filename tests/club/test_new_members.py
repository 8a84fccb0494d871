"""What becomes of a list of names: new, already present, returning, or invalid."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.clubs.journals import Journal, new_journal
from trexscore.club.new_members import name_outcomes
from trexscore.game.file.names import name_key

OWNER = 3
CALLED = ("Basil", "Dana", "DANA", "Omar", "Joe", "Jo", "Émile", "E\u0301mile", "\u202eDana", "D" * 41, "\u200fليلى")


def codes_by_name(club: Journal, *names: str, by: int = OWNER) -> dict[str, str]:
    return {one.name: one.code for one in name_outcomes(club.record, club.record.current_member(by), names)}


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
        one.code for one in name_outcomes(new_journal().record, new_journal().record.owner, ["Dana", "DANA", "dana "])
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
    assert codes_by_name(club, "Dana") == codes_by_name(club, "Dana", by=admin) == {"Dana": "returns"}
    assert codes_by_name(club, "Dana", by=scorer) == {"Dana": "gone"}


def test_ambiguous_former_members_do_not_return() -> None:
    club = new_journal()
    for _ in range(2):
        club.add_entry("left", {"member": club.join("Dana")})
    assert codes_by_name(club, "Dana") == {"Dana": "gone"}
    third = club.join("Dana")
    coming = name_outcomes(club.record, club.record.owner, ["Dana"])
    assert [(one.code, one.member and one.member.number) for one in coming] == [("here", third)]


def test_merged_name_matches_remaining_member() -> None:
    club = new_journal()
    jo, joe = club.join("Jo"), club.join("Joe")
    club.add_entry("merged", {"member": joe, "into": jo})
    coming = name_outcomes(club.record, club.record.owner, ["Joe"])
    assert [(one.code, one.member and one.member.number) for one in coming] == [("here", jo)]
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
            st.sampled_from(CALLED),
        ),
        max_size=12,
    ),
    st.lists(st.sampled_from(CALLED), max_size=12),
    st.sampled_from(("owner", "scorer")),
)
def test_list_adds_everyone_exactly_once(said: list[tuple[str, int, int, str]], names: list[str], role: str) -> None:
    club = new_journal()
    me = OWNER if role == "owner" else club.join("Sami", "scorer")
    for kind, first, second, name in said:
        numbers = [number for number in club.record.members if number != me] or [me]
        member, into = (numbers[place % len(numbers)] for place in (first, second))
        more: dict[str, object] = {"into": into} if kind == "merged" else {"name": name} if kind == "named" else {}
        if kind != "joins":
            club.submit(kind, {"member": member, **more})
        elif name_key(name) not in {name_key(one.name or "") for one in club.record.active_members}:
            club.submit("named", {"member": club.add_entry("joined", {"role": "member"}), "name": name})
    before = len(club.record.active_members)
    coming = name_outcomes(club.record, club.record.current_member(me), names)
    for one in coming:
        if one.code == "new":
            assert club.may(me, "joined", {"role": "member"})
            club.join(one.name)
        elif one.code == "returns":
            assert one.member is not None
            assert club.may(me, "returned", {"member": one.member.number})
            club.add_entry("returned", {"member": one.member.number})
    assert len(coming) == len(names)
    assert len(club.record.active_members) == before + sum(one.code in {"new", "returns"} for one in coming)
    after = name_outcomes(club.record, club.record.current_member(me), names)
    assert {one.code for one in after} <= {"here", "twice", "gone", "no_name"}
    assert all(then.code == "gone" for then, now in zip(coming, after, strict=True) if now.code == "gone")
