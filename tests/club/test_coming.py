"""What becomes of a list of names: who is new, who is here, who comes back, and what cannot be a name."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.clubs.journals import Journal, founded
from trexscore.club.new_members import match_names
from trexscore.game.file.names import name_key

OWNER = 3
CALLED = ("Basil", "Dana", "DANA", "Omar", "Joe", "Jo", "Émile", "E\u0301mile", "\u202eDana", "D" * 41, "\u200fليلى")


def fates(club: Journal, *names: str, by: int = OWNER) -> dict[str, str]:
    return {one.name: one.fate for one in match_names(club.record, club.record.current_member(by), names)}


def test_a_name_is_new_where_nobody_has_it() -> None:
    assert fates(founded(), "Dana", "ليلى") == {"Dana": "new", "ليلى": "new"}


def test_who_is_here_is_passed_over_however_the_name_is_written() -> None:
    club = founded()
    club.join("Émile")
    assert fates(club, " basil ", "E\u0301MILE", "\u200eBasil") == {
        "basil": "here",
        "ÉMILE": "here",
        "\u200eBasil": "twice",
    }


def test_a_name_that_stands_twice_in_the_list_counts_once() -> None:
    assert [one.fate for one in match_names(founded().record, founded().record.owner, ["Dana", "DANA", "dana "])] == [
        "new",
        "twice",
        "twice",
    ]


def test_what_cannot_be_a_name_is_told_and_does_not_hold_up_the_others() -> None:
    assert fates(founded(), "D" * 41, "\u202eDana", "\u200b", "Dana") == {
        "D" * 41: "no_name",
        "\u202eDana": "no_name",
        "\u200b": "no_name",
        "Dana": "new",
    }


def test_who_has_left_comes_back_where_the_reader_may_say_so() -> None:
    club = founded()
    dana, scorer, admin = club.join("Dana"), club.join("Sami", "scorer"), club.join("Ada", "admin")
    club.say("left", {"member": dana})
    assert fates(club, "Dana") == fates(club, "Dana", by=admin) == {"Dana": "returns"}
    assert fates(club, "Dana", by=scorer) == {"Dana": "gone"}


def test_of_two_who_have_left_under_one_name_the_list_brings_nobody_back() -> None:
    club = founded()
    for _ in range(2):
        club.say("left", {"member": club.join("Dana")})
    assert fates(club, "Dana") == {"Dana": "gone"}
    third = club.join("Dana")
    coming = match_names(club.record, club.record.owner, ["Dana"])
    assert [(one.fate, one.member and one.member.number) for one in coming] == [("here", third)]


def test_who_turned_out_to_be_somebody_else_is_not_made_anew() -> None:
    club = founded()
    jo, joe = club.join("Jo"), club.join("Joe")
    club.say("merged", {"member": joe, "into": jo})
    coming = match_names(club.record, club.record.owner, ["Joe"])
    assert [(one.fate, one.member and one.member.number) for one in coming] == [("here", jo)]
    club.say("left", {"member": jo})
    assert fates(club, "Joe", "Jo") == {"Joe": "gone", "Jo": "returns"}


def test_who_was_erased_is_nobody_who_could_be_known() -> None:
    club = founded()
    jo, joe = club.join("Jo"), club.join("Joe")
    club.say("merged", {"member": joe, "into": jo})
    club.say("erased", {"member": jo})
    assert fates(club, "Jo", "Joe") == {"Jo": "new", "Joe": "new"}


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
def test_whoever_comes_by_a_list_can_and_then_everybody_on_it_is_here_once(
    said: list[tuple[str, int, int, str]], names: list[str], role: str
) -> None:
    club = founded()
    me = OWNER if role == "owner" else club.join("Sami", "scorer")
    for kind, first, second, name in said:
        numbers = [number for number in club.record.members if number != me] or [me]
        member, into = (numbers[place % len(numbers)] for place in (first, second))
        more: dict[str, object] = {"into": into} if kind == "merged" else {"name": name} if kind == "named" else {}
        if kind != "joins":
            club.ask(kind, {"member": member, **more})
        elif name_key(name) not in {name_key(one.name or "") for one in club.record.active_members}:
            club.ask("named", {"member": club.say("joined", {"role": "member"}), "name": name})
    before = len(club.record.active_members)
    coming = match_names(club.record, club.record.current_member(me), names)
    for one in coming:
        if one.fate == "new":
            assert club.may(me, "joined", {"role": "member"})
            club.join(one.name)
        elif one.fate == "returns":
            assert one.member is not None
            assert club.may(me, "returned", {"member": one.member.number})
            club.say("returned", {"member": one.member.number})
    assert len(coming) == len(names)
    assert len(club.record.active_members) == before + sum(one.fate in {"new", "returns"} for one in coming)
    after = match_names(club.record, club.record.current_member(me), names)
    assert {one.fate for one in after} <= {"here", "twice", "gone", "no_name"}
    assert all(then.fate == "gone" for then, now in zip(coming, after, strict=True) if now.fate == "gone")
