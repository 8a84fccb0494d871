"""A club's season on every day of its history equals an independent calculation."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.support.browser.random_season import DAYS, RandomSeason
from tests.support.clubs.club import Clock, SiteClub, set_clock
from tests.support.plain.tally import Player
from tests.support.tables import Json
from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import db


def read_rows(site: Flask, club: SiteClub, season: int, on: str) -> list[Json]:
    """The season's rows in page order: ranked rows, then the others."""
    response = site.test_client().get(f"/api/clubs/{club.uid}/seasons/{season}{on}")
    assert response.status_code == 200
    rows: list[Json] = response.get_json()["rows"]
    for row in rows:
        row["members"] = [member["number"] for member in row["members"]]
    ranked = [row for row in rows if row["place"]]
    assert rows[: len(ranked)] == ranked
    return ranked + sorted(rows[len(ranked) :], key=lambda row: row["members"])


def current_ratings(site: Flask, club: SiteClub, *, pairs: bool) -> dict[Player, Any]:
    """The club's ratings, approximately, because they are rounded after every game."""
    with site.app_context():
        rows = rating_rows.read_all_current_ratings(db.session(), club.id, of_pairs=pairs)
    return {
        tuple(filter(None, player)): pytest.approx([part / 1000 for part in row.rating], abs=0.01)
        for player, row in rows.items()
    }


GAME_STEPS = ("start", "start", "start", "adjust", "correct", "reseat", "reseat", "withdraw")
STEPS = (*GAME_STEPS, "merge", "change", "guest", "give", "give")


# Examples are not shrunk: with one step fewer, all later random choices differ.
@settings(phases=(Phase.explicit, Phase.generate), max_examples=6, suppress_health_check=[HealthCheck.too_slow])
@example(seed=5408, steps=["start"] * 4)
@example(seed=274835, steps=["correct", "merge", "start", "start"])
@example(seed=741718054, steps=["adjust", "start", "adjust", "adjust", "merge"])
@example(seed=342, steps=["change", "guest", "give", "withdraw", "correct", *["start"] * 3, "correct", "guest"])
@example(seed=2556, steps=["give", "reseat", "change", "start", "change", "give", "start", "change", *["give"] * 4])
@example(seed=7, steps=["give", "give", "start", "merge", "give", "change"])
@given(seed=st.integers(0, 2**32), steps=st.lists(st.sampled_from(STEPS), min_size=4, max_size=12))
def test_season_equals_oracle_on_every_day(source_site: Flask, seed: int, steps: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch, source_site.app_context():
        clock = Clock()
        set_clock(patch, clock)
        random_season = RandomSeason(clock, Random(seed))  # noqa: S311 - no secret
        for step in ("start", "start", "start", *steps):
            random_season.run_step(step)
    for day, rows in random_season.tables.items():
        assert read_rows(source_site, random_season.club, random_season.number, f"?on={day}") == rows
    assert read_rows(source_site, random_season.club, random_season.number, "") == rows
    for day in (*DAYS, "2026-01-01"):
        with source_site.app_context():
            expected = random_season.table(day)
        assert read_rows(source_site, random_season.club, random_season.number, f"?on={day}&known=now") == expected
    for pairs in (False, True):
        assert current_ratings(source_site, random_season.club, pairs=pairs) == random_season.ratings(pairs=pairs)
