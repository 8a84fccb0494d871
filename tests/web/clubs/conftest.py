"""A club of its own for each test: what one test says changes what the next would see."""

import pytest
from flask import Flask

from tests.support.club_rooms import Room, open_room


@pytest.fixture
def room(site: Flask) -> Room:
    return open_room(site)
