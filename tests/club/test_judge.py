"""The judge accepts an entry that fits all earlier ones, and refuses any other."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.clubs.journals import YEAR, Journal, new_journal
from trexscore.club.builder import ClubBuilder, IncrementalClub, fold_club
from trexscore.club.events import EVENT_TYPE_BY_KIND, FOLDED_KINDS
from trexscore.club.events.creation_and_settings import ClubCreated
from trexscore.club.judge import judge_entry
from trexscore.club.record import VISIBLE_PARTS
from trexscore.game.file.names import name_key
from trexscore.ledger.chain import body_digest
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.ledger.event import field_specs

UID = "0b8cbb1c-54a3-4b39-8c42-f0a4a3e7ba9b"
KINDS = tuple(EVENT_TYPE_BY_KIND)
FIELDS = sorted({spec.key for event in EVENT_TYPE_BY_KIND.values() for spec in field_specs(event)})
PARTS = ("basis", "kind", "preset", "A", "B")
"""Keys within fields."""
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 14),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(("owner", "admin", "member", "guest", "2026-01-01", "2026-12-31", "20:30", "sum", "standard", UID)),
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*FIELDS, *PARTS]) | st.text(max_size=4), inner)
    ),
    max_leaves=12,
)


def club_with_every_kind() -> Journal:
    """A club with every kind of entry."""
    club = new_journal()
    members = [3, *(club.join(name) for name in ("Carine", "Dani", "Elias", "Farah"))]
    club.add_entry("season", YEAR)
    game_night = club.add_entry("evening", {"on": "2026-11-22", "at": "20:30", "place": "at Basil’s"})
    club.add_entry("arrived", {"evening": game_night, "members": members})
    tables = {"method": "by_hand", "seed": 1, "tables": [members[:4]], "sitting_out": members[4:]}
    club.add_entry("drawn", {"evening": game_night, "behind": 0, **tables})
    return club


CLUB_WITH_EVERY_KIND = club_with_every_kind()
MEMBER_NUMBERS = st.sampled_from([*CLUB_WITH_EVERY_KIND.record.members])
SEQS = st.integers(1, 40)
NAMES = st.sampled_from(("Basil", "basil", "Carine", "Dani", "Ghada", "Hadi"))
DAYS = st.sampled_from(("2026-01-01", "2026-06-30", "2026-12-31"))
ATTENDANCE = st.fixed_dictionaries(
    {"evening": SEQS, "members": st.lists(MEMBER_NUMBERS, min_size=1, max_size=3, unique=True)}
)
CONTENTS: dict[str, st.SearchStrategy[Any]] = {
    "settings": st.fixed_dictionaries({"name": NAMES, "shows": st.sampled_from(VISIBLE_PARTS)}),
    "joined": st.fixed_dictionaries({"role": st.sampled_from(("member", "guest", "admin"))}),
    "named": st.fixed_dictionaries({"member": SEQS | MEMBER_NUMBERS, "name": NAMES}),
    "role": st.fixed_dictionaries(
        {"member": MEMBER_NUMBERS, "role": st.sampled_from(("owner", "admin", "scorer", "guest"))}
    ),
    **dict.fromkeys(("left", "returned", "erased"), st.fixed_dictionaries({"member": MEMBER_NUMBERS})),
    "merged": st.fixed_dictionaries({"member": MEMBER_NUMBERS, "into": MEMBER_NUMBERS}),
    "season": st.fixed_dictionaries(
        {"name": st.sampled_from(("2026", "Spring")), "from": DAYS, "until": DAYS}, optional={"instead": SEQS}
    ).map(lambda season: YEAR | season),
    "adjusted": st.fixed_dictionaries(
        {
            "season": SEQS | st.sampled_from([*CLUB_WITH_EVERY_KIND.record.seasons]),
            "members": st.lists(MEMBER_NUMBERS, max_size=2, unique=True),
            "points": st.integers(-5, 5),
            "reason": NAMES,
            "on": DAYS,
        }
    ),
    "evening": st.fixed_dictionaries({"on": DAYS}, optional={"instead": SEQS}),
    **dict.fromkeys(("arrived", "went"), ATTENDANCE),
    "drawn": st.permutations([*CLUB_WITH_EVERY_KIND.record.members]).map(
        lambda members: (
            CLUB_WITH_EVERY_KIND.entries[-1][2]["drawn"]  # type: ignore[index]  # it has a body
            | {"behind": len(CLUB_WITH_EVERY_KIND.entries), "tables": [members[:4]], "sitting_out": members[4:]}
        )
    ),
    "take_back": SEQS,
}
"""For each kind that changes a club, contents that are often possible."""
DRAFTS = st.sampled_from([*CONTENTS]).flatmap(lambda kind: st.tuples(st.just(kind), CONTENTS[kind]))


def test_every_kind_of_a_fold_is_drafted() -> None:
    assert {*CONTENTS} == {*FOLDED_KINDS} - {ClubCreated.stored_kind}


@given(kind=st.sampled_from(KINDS) | st.text(max_size=5), body=ANYTHING)
def test_judge_survives_any_input(kind: str, body: Any) -> None:  # noqa: ANN401 - any JSON
    club = Journal([*CLUB_WITH_EVERY_KIND.entries], CLUB_WITH_EVERY_KIND.record)
    outcome = club.submit(kind, body)
    assert outcome
    if isinstance(outcome, set):
        assert (club.entries, club.record) == (CLUB_WITH_EVERY_KIND.entries, CLUB_WITH_EVERY_KIND.record)
    else:
        assert fold_club(club.entries) == club.record
        assert body_digest("3", None, club.entries[-1][2] or {})


def test_entry_must_match_its_kind() -> None:
    outcome = judge_entry(CLUB_WITH_EVERY_KIND.record, CLUB_WITH_EVERY_KIND.entries, "settings", {"named": {}}, 99)
    assert isinstance(outcome, EntryRefusal)


@given(bodies_by_kind=st.dictionaries(st.sampled_from(KINDS), ANYTHING, min_size=1, max_size=2))
def test_first_entries_survive_any_input(bodies_by_kind: dict[str, Any]) -> None:
    club = Journal()
    for kind, body in bodies_by_kind.items():
        assert club.submit(kind, body)
    assert fold_club(club.entries) == club.record


@given(drafts=st.lists(DRAFTS, max_size=25))
def test_club_has_one_owner_and_unique_names(drafts: list[tuple[str, Any]]) -> None:
    club = Journal([*CLUB_WITH_EVERY_KIND.entries], CLUB_WITH_EVERY_KIND.record)
    for kind, body in drafts:
        club.submit(kind, body)
        members = club.record.active_members
        assert [member.role for member in members].count("owner") == 1
        assert club.record.owner in members
        names = [name_key(member.name) for member in members if member.name is not None]
        assert len(set(names)) == len(names)
        seasons = [season.name for season in club.record.seasons.values()]
        assert len(set(seasons)) == len(seasons)
        for member in club.record.members.values():
            assert club.record.surviving_member(member.number).merged_into_number is None
        for game_night in club.record.game_nights.values():
            assert len(set(game_night.present_member_numbers)) == len(game_night.present_member_numbers)
            assert not game_night.draws or all(len({*table}) == 4 for table in game_night.draws[-1].tables)
    assert fold_club(club.entries) == club.record


@given(drafts=st.lists(DRAFTS, max_size=25), known_count=st.integers(0, 40))
def test_incremental_club_equals_full_fold(drafts: list[tuple[str, Any]], known_count: int) -> None:
    club = Journal([*CLUB_WITH_EVERY_KIND.entries], CLUB_WITH_EVERY_KIND.record)
    for kind, body in drafts:
        club.submit(kind, body)
    growing = IncrementalClub(club.entries[:known_count])
    for entry in club.entries[known_count:]:
        growing.add_entry(*entry)
    assert growing.record == club.record


def test_incremental_club_resolves_only_changed_night(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolved_nights: list[int] = []
    resolve = ClubBuilder._with_surviving_members  # noqa: SLF001 - the expensive step

    def recording_resolve(folding: Any, game_night: Any) -> Any:  # noqa: ANN401 - handed on
        resolved_nights.append(game_night.number)
        return resolve(folding, game_night)

    monkeypatch.setattr(ClubBuilder, "_with_surviving_members", recording_resolve)
    growing = IncrementalClub(CLUB_WITH_EVERY_KIND.entries)
    resolved_nights.clear()
    first = len(growing.record.event_type_by_seq) + 1000
    for seq in range(first, first + 20):
        growing.add_entry(seq, "evening", {"evening": {"on": "2026-11-22"}})
    assert resolved_nights == [*range(first, first + 20)]


ADJUSTED: dict[str, object] = {"season": 13, "members": [3], "points": -5, "reason": "late", "on": "2026-11-22"}
REFUSED: list[tuple[str, object, str]] = [
    ("founded", {"format": "trexscore-club/1"}, "unknown_field"),
    ("unheard_of", {}, "unknown_field"),
    ("settings", {"name": "", "shows": "all"}, "bad_name"),
    ("settings", {"name": "Trex", "shows": "some"}, "unknown_choice"),
    ("settings", {"name": "Trex", "shows": "all", "agreed": 1}, "wrong_type"),
    ("settings", {"name": "Trex", "shows": "all", "behind": 1}, "changed_meanwhile"),
    ("joined", {"role": "owner"}, "unknown_role"),
    ("joined", {"role": "king"}, "unknown_role"),
    ("joined", {}, "missing_field"),
    ("named", {"member": 5, "name": "bàsil".replace("à", "a").upper()}, "name_taken"),
    ("named", {"member": 4, "name": "Ghada"}, "unknown_member"),
    ("role", {"member": 3, "role": "admin"}, "owner_needed"),
    ("role", {"member": 5, "role": "member"}, "nothing_to_change"),
    ("left", {"member": 3}, "owner_needed"),
    ("returned", {"member": 5}, "has_not_left"),
    ("merged", {"member": 5, "into": 5}, "same_member"),
    ("merged", {"member": 3, "into": 5}, "owner_needed"),
    ("merged", {"member": 5, "into": 7}, "sits_twice"),
    ("erased", {"member": 3}, "owner_needed"),
    ("season", YEAR, "season_name_taken"),
    ("season", YEAR | {"name": "x", "until": "2025-01-01"}, "ends_before_it_begins"),
    ("season", YEAR | {"name": "x", "from": "2026-02-30"}, "not_a_day"),
    ("season", YEAR | {"instead": 4}, "unknown_season"),
    ("season", YEAR | {"instead": 13, "behind": 3}, "changed_meanwhile"),
    ("season", YEAR | {"instead": 13, "behind": "13"}, "wrong_type"),
    ("season", YEAR | {"name": "x", "house_rules": {"preset": "none"}}, "unknown_preset"),
    ("season", YEAR | {"name": "x", "counting": {"basis": {"kind": "luck"}}}, "unknown_basis"),
    ("evening", {"on": "2026-11-22", "at": "24:00"}, "not_a_time"),
    ("evening", {"on": "2026-11-22", "instead": 4}, "unknown_evening"),
    ("evening", {"on": "2026-11-22", "instead": 14, "behind": 13}, "changed_meanwhile"),
    ("evening", {"on": "2026-11-22", "place": "a\nb"}, "wrong_type"),
    ("arrived", {"evening": 14, "members": [3]}, "nothing_to_change"),
    ("arrived", {"evening": 14, "members": [3, 3]}, "named_twice"),
    ("arrived", {"evening": 13, "members": [3]}, "unknown_evening"),
    ("went", {"evening": 14, "members": [4]}, "unknown_member"),
    (
        "drawn",
        {"evening": 14, "behind": 0, "method": "by_hand", "seed": 1, "tables": [], "sitting_out": []},
        "drawn_meanwhile",
    ),
    (
        "drawn",
        {"evening": 14, "behind": 16, "method": "by_hand", "seed": 1, "tables": [[3, 5, 7, 9]], "sitting_out": []},
        "not_those_present",
    ),
    (
        "drawn",
        {"evening": 14, "behind": 16, "method": "by_hand", "seed": 1, "tables": [[3, 5, 7, 9]], "sitting_out": [3]},
        "sits_twice",
    ),
    ("game", {"uid": UID, "seats": {"A": 3, "B": 3}, "on": "2026-11-22"}, "sits_twice"),
    ("game", {"uid": UID, "seats": {"A": None}, "on": "2026-11-22"}, "nobody_of_the_club"),
    ("game", {"uid": UID, "seats": {"E": 3}, "on": "2026-11-22"}, "unknown_seat"),
    ("game", {"uid": UID, "seats": {"A": 4}, "on": "2026-11-22"}, "unknown_member"),
    ("game", {"uid": UID.upper(), "seats": {"A": 3}, "on": "2026-11-22"}, "wrong_type"),
    ("game", {"uid": UID, "seats": {"A": 3}, "on": "2026-11-22", "although": ["rain"]}, "unknown_choice"),
    ("game", {"uid": UID, "seats": {"A": 3}, "substitutes": {"B": 3}, "on": "2026-11-22"}, "sits_twice"),
    ("game", {"uid": UID, "seats": {"A": 3}, "on": "2026-11-22", "table": 1 << 60}, "wrong_type"),
    ("withdrawn", {"uid": UID, "reason": " "}, "reason_missing"),
    ("adjusted", ADJUSTED | {"season": 14}, "unknown_season"),
    ("adjusted", ADJUSTED | {"members": []}, "no_players"),
    ("adjusted", ADJUSTED | {"members": [4]}, "unknown_member"),
    ("adjusted", ADJUSTED | {"reason": " "}, "reason_missing"),
    ("take_back", 99, "unknown_entry"),
    ("take_back", 3, "nothing_to_take_back"),
    ("take_back", True, "wrong_type"),
]


@pytest.mark.parametrize(("kind", "body", "code"), REFUSED, ids=[f"{kind} {code}" for kind, _, code in REFUSED])
def test_impossible_entry_is_refused_with_code(kind: str, body: object, code: str) -> None:
    outcome = Journal([*CLUB_WITH_EVERY_KIND.entries], CLUB_WITH_EVERY_KIND.record).submit(kind, body)
    assert isinstance(outcome, set)
    assert code in outcome


def test_every_kind_has_an_impossible_entry() -> None:
    assert {kind for kind, _body, _code in REFUSED} == {*KINDS, "unheard_of"}
