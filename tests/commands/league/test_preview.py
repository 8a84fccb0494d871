"""A preview predicts the effect of an entry on the standings, and saves nothing."""

from fractions import Fraction
from typing import Any

import pytest

from tests.support.clubs.club import (
    BEST_TWO,
    PARTNERS,
    YEAR,
    SiteClub,
    all_clubs_are_valid,
    four_members,
    play_game,
    sign_off_kingdoms,
)
from tests.support.databases import both_databases
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.commands.league.preview import StandingsPreview, preview_club_wide_entry
from trexscore.db.league.season_ranking import rank_season
from trexscore.db.models import db
from trexscore.league.rank_moves import rank_moves_by_player
from trexscore.league.standings import Row

TIED = {
    "basis": {"kind": "places", "awards": [1, 1, 0, 0]},
    "tie_breaks": ["head_to_head", "best_game", "points"],
    "least_games": 2,
}
CHANGES: dict[str, dict[str, Any]] = {
    "best games": {"counting": BEST_TWO},
    "first games": {"counting": {"basis": {"kind": "best", "best": 1, "of": 2}}},
    "tie-breaks": {"counting": TIED},
    "fewer days": {"until": "2026-11-24", "counting": TIED},
    "fewer days, best games": {"until": "2026-11-24", "counting": BEST_TWO},
    "other house rules": {"house_rules": {"preset": "standard", "options": {"queen_points": 30}}},
    "guests": {"guests": True},
    "partners": {"house_rules": PARTNERS},
}


@pytest.fixture
def league(club: SiteClub) -> SiteClub:
    """Six members, one of them a guest, and eight games, every second one signed off."""
    people = [*four_members(club), club.join("Farah"), club.join("Guest", "guest")]
    club.create_season()
    for seed in range(8):
        uid = play_game(seed)
        club.count_game(uid, [people[(seed + seat) % len(people)] for seat in range(4)], on=f"2026-11-{20 + seed}")
        if seed % 2:
            sign_off_kingdoms(uid)
    return club


def standings(club: SiteClub, season: int) -> tuple[Row[SeasonPlayer], ...]:
    record = club.record
    return rank_season(db.session(), club.id, record, record.seasons[season])


def preview(club: SiteClub, kind: str, content: object) -> StandingsPreview:
    at = club.club_head
    return preview_club_wide_entry(db.session(), at, {kind: content})


def scores_of(rows: tuple[Row[SeasonPlayer], ...]) -> dict[SeasonPlayer, Fraction]:
    return {row.player: row.score for row in rows}


def check_preview(club: SiteClub, kind: str, content: dict[str, Any]) -> StandingsPreview:
    """The preview of an entry, compared with what the entry does."""
    (season,) = club.record.seasons
    before, seq = standings(club, season), club.club_head.seq
    prediction = preview(club, kind, content)
    assert club.club_head.seq == seq
    club.add_entry(kind, content)
    after = standings(club, season)
    moves, scores = rank_moves_by_player(before, after), (scores_of(before), scores_of(after))
    assert [season_preview.rank_move_by_player for season_preview in prediction.season_effects] == (
        [moves] if prediction.season_effects else []
    )
    if not prediction.season_effects:
        assert not any(move.has_changed for move in moves.values())
        assert scores[0] == scores[1]
    for season_preview in prediction.season_effects:
        assert season_preview.score_change_by_player == {
            player: tuple(scores_by_player.get(player) for scores_by_player in scores) for player in moves
        }
    assert all_clubs_are_valid()
    return prediction


def test_season_preview_equals_result(league: SiteClub) -> None:
    """Each change replaces the one before."""
    for change, definition in CHANGES.items():
        (season,) = league.record.seasons
        assert check_preview(league, "season", YEAR | definition | {"instead": season}).season_effects, change


@both_databases
def test_sign_off_preview_equals_result(league: SiteClub) -> None:
    prediction = check_preview(league, "settings", {"name": "Club", "shows": "nothing", "agreed": True})
    assert prediction.removed_game_count == 4


def test_sign_off_preview_from_a_day_equals_result(league: SiteClub) -> None:
    content = {"name": "Club", "shows": "nothing", "agreed": True, "agreed_from": "2026-11-24"}
    assert check_preview(league, "settings", content).removed_game_count == 2
    later = content | {"agreed_from": "2026-11-30"}
    prediction = check_preview(league, "settings", later)
    assert (prediction.removed_game_count, prediction.added_game_count) == (0, 2)


def test_preview_without_effect_is_empty(league: SiteClub) -> None:
    refused = {"name": "", "shows": "nothing", "agreed": True}
    assert not preview(league, "settings", refused).season_effects
    (season,) = league.record.seasons
    assert not check_preview(league, "season", YEAR | {"name": "Another", "instead": season}).season_effects


def test_first_day_of_sign_off_is_validated(club: SiteClub) -> None:
    content = {"name": "Club", "shows": "nothing", "agreed": True, "agreed_from": "soon"}
    assert club.refusal_codes("settings", content) == {"not_a_day"}
