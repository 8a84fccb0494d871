"""A club of its own for each test: what one test says changes what the next would see. `league` is only read."""

import pytest
from flask import Flask

from tests.support.clubs.rooms import Room, open_room
from tests.support.clubs.tables import League, league_of


@pytest.fixture
def room(site: Flask) -> Room:
    return open_room(site)


@pytest.fixture(scope="module")
def league(site: Flask) -> League:
    return league_of(site)
