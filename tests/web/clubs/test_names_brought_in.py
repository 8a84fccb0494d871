"""Whose the names are in games that are brought in: the club knows also who has left, and who was listed twice."""

import pytest
from flask import Flask

from tests.support.bringing import as_file, bring, counts, game, rows
from tests.support.club_people import People, people_of
from tests.support.clubs import ClubHere
from tests.support.whole_games import whole_game
from trexscore.actions.start_game import Started, start_game


@pytest.fixture
def people(site: Flask) -> People:
    return people_of(site)


def known_as_zeina(club: ClubHere, named: str) -> int:
    """Somebody who has been called so, and left, or turned out to be somebody else: whose the name is."""
    zeina = club.join("Zeina")
    if named == "who_has_left":
        club.say("left", {"member": zeina})
        return zeina
    zeyna = club.join("Zeyna")
    club.merge(zeina, zeyna)
    return zeyna


def counted_for(people: People, known: int) -> None:
    (row,) = rows(people)
    assert row.counted is not None
    assert known == row.counted.members.D
    assert not any(one.role == "guest" for one in people.club.record.people)


@pytest.mark.parametrize("named", ["who_has_left", "who_is_somebody_else"])
def test_a_name_that_the_club_knows_lets_no_guest_in_with_a_file(people: People, named: str) -> None:
    with people.site.app_context():
        known = known_as_zeina(people.club, named)
    assert counts(bring(people, ("a.json", as_file(game(1))))) == (1, 0, 0)
    with people.site.app_context():
        counted_for(people, known)


@pytest.mark.parametrize("named", ["who_has_left", "who_is_somebody_else"])
def test_a_name_that_the_club_knows_lets_no_guest_in_by_a_link(people: People, named: str) -> None:
    with people.site.app_context():
        known = known_as_zeina(people.club, named)
        started = start_game(whole_game("standard", 1, ["Basil", "The admin", "The scorer", "Zeina"]))
        assert isinstance(started, Started)
    page = people.scorer.get(people.path(f"/games/from/{started.links['read']}"))
    assert people.scorer.send(page, f"/from/{started.links['read']}").status == 200
    with people.site.app_context():
        counted_for(people, known)
