"""A club whose members import games."""

import pytest
from flask import Flask

from tests.support.clubs.people import RolePhones, create_club_with_phones


@pytest.fixture
def people(site: Flask) -> RolePhones:
    return create_club_with_phones(site)
