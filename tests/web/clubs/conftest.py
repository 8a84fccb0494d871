"""Fixtures for tests of clubs. Each test gets a new club, except `league`, which tests only read."""

import pytest
from flask import Flask

from tests.support.clubs.club_nights import ClubNight, new_club_night
from tests.support.clubs.tables import League, create_league


@pytest.fixture
def night(site: Flask) -> ClubNight:
    return new_club_night(site)


@pytest.fixture(scope="module")
def league(site: Flask) -> League:
    return create_league(site)
