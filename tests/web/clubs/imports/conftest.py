"""A club whose members import games."""

import pytest
from flask import Flask

from tests.support.clubs.people import People, people_of


@pytest.fixture
def people(site: Flask) -> People:
    return people_of(site)
