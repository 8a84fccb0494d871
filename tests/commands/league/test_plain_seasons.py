"""A club's season as any program reads it, on every day of its story, and the same with pencil and paper."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.support.browser.remembering import DAYS, Remembering
from tests.support.clubs.club import Clock, ClubHere, set_clock
from tests.support.plain.tally import Who
from tests.support.tables import Json
from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import db


def read(site: Flask, club: ClubHere, season: int, on: str) -> list[Json]:
    """The season's rows, as the club's own page would read them: the ranked in their order, then the others."""
    answer = site.test_client().get(f"/api/clubs/{club.uid}/seasons/{season}{on}")
    assert answer.status_code == 200
    rows: list[Json] = answer.get_json()["rows"]
    for row in rows:
        row["members"] = [member["number"] for member in row["members"]]
    ranked = [row for row in rows if row["place"]]
    assert rows[: len(ranked)] == ranked
    return ranked + sorted(rows[len(ranked) :], key=lambda row: row["members"])


def kept_ratings(site: Flask, club: ClubHere, *, pairs: bool) -> dict[Who, Any]:
    """The ratings that the club shows: nearly the same will do, as they are rounded after every game."""
    with site.app_context():
        rows = rating_rows.list_current_ratings(db.session(), club.id, pairs=pairs)
    return {
        tuple(one for one in row.who if one): pytest.approx([part / 1000 for part in row.row.rating], abs=0.01)
        for row in rows
    }


OF_GAMES = ("start", "start", "start", "adjust", "correct", "reseat", "reseat", "withdraw")
WHAT = (*OF_GAMES, "merge", "change", "guest", "give", "give")


# A story cannot be told shorter: with one step less, chance goes on otherwise.
@settings(phases=(Phase.explicit, Phase.generate), max_examples=6, suppress_health_check=[HealthCheck.too_slow])
@example(seed=5408, steps=["start"] * 4)
@example(seed=274835, steps=["correct", "merge", "start", "start"])
@example(seed=741718054, steps=["adjust", "start", "adjust", "adjust", "merge"])
@example(seed=342, steps=["change", "guest", "give", "withdraw", "correct", *["start"] * 3, "correct", "guest"])
@example(seed=2556, steps=["give", "reseat", "change", "start", "change", "give", "start", "change", *["give"] * 4])
@example(seed=7, steps=["give", "give", "start", "merge", "give", "change"])
@given(seed=st.integers(0, 2**32), steps=st.lists(st.sampled_from(WHAT), min_size=4, max_size=12))
def test_a_season_is_what_pencil_and_paper_make_of_it_on_every_day_of_its_story(
    home: Flask, seed: int, steps: list[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch, home.app_context():
        clock = Clock()
        set_clock(patch, clock)
        story = Remembering(clock, Random(seed))  # noqa: S311 - no secret
        for step in ("start", "start", "start", *steps):
            story.go_on(step)
    for day, rows in story.tables.items():
        assert read(home, story.club, story.number, f"?on={day}") == rows
    assert read(home, story.club, story.number, "") == rows
    for day in (*DAYS, "2026-01-01"):
        with home.app_context():
            due = story.table(day)
        assert read(home, story.club, story.number, f"?on={day}&known=now") == due
    for pairs in (False, True):
        assert kept_ratings(home, story.club, pairs=pairs) == story.ratings(pairs=pairs)
