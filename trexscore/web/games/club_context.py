"""What the clubs that count a game mean for the game's own pages.

Members of such a club find the way back to its evening. Everybody else with a link learns nothing of it but that the
game is counted, and whether it counts once all four agree.
"""

from datetime import tzinfo
from typing import NamedTuple

from flask import url_for

from trexscore.club.eligibility import Agreement, agreement_on
from trexscore.club.game_night import GameNight
from trexscore.commands.clock import current_night
from trexscore.commands.game_nights.tables import tables_now
from trexscore.db.clubs.clubs import record_of
from trexscore.db.clubs.of_game import Counting, clubs_that_count
from trexscore.db.models import db
from trexscore.db.tokens import Scope, scope_of
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.access import ClubContext, scope_as
from trexscore.web.clubs.game_nights.tables import rules_offered


class CurrentNight(NamedTuple):
    """The evening at which a club of the reader's counts the game."""

    club: ClubContext
    evening: GameNight

    @property
    def url(self) -> str:
        """The evening's page."""
        return url_for("evenings.show", uid=self.club.uid, number=self.evening.number)

    @property
    def lasts(self) -> bool:
        """Whether it is still that evening."""
        return self.evening.on == current_night(self.club.zone)


class GameClubs(NamedTuple):
    """What a reader learns of the clubs that count a game."""

    evening: CurrentNight | None = None
    """For members alone."""
    agreement: Agreement | None = None
    """Where it decides whether the game counts."""
    tonight: bool = False
    """Whether a club counts it at an evening that still lasts."""

    @property
    def back_url(self) -> str | None:
        """Where the game's table page leads back to, as long as the evening lasts."""
        return self.evening.url if self.evening is not None and self.evening.lasts else None


class NextGame(NamedTuple):
    """A table's next game, as the form says it that starts it."""

    url: str
    since: int
    at: int
    nth: int


NOTHING = GameClubs()


def club_context(scope: Scope, *, complete: bool) -> GameClubs:
    """The clubs behind a game. While it goes on, only whoever is signed in has to know."""
    if not scope.in_club:
        return NOTHING
    account = current_account()
    if account is None and not complete:
        return NOTHING
    found = clubs_that_count(db.session(), scope.game_id, None if account is None else account.id)
    agreements = [agreement_on(record_of(one.club), one.counted, one.came) for one in found]
    evenings = [one for one in map(_evening, found) if one is not None]
    return GameClubs(
        next((one for one in evenings if one.lasts), evenings[0] if evenings else None),
        "wanted" if "wanted" in agreements else "given" if "given" in agreements else None,
        any(_is_tonight(one) for one in found),
    )


def zone_of(token: str) -> tzinfo | None:
    """The time zone of a club that counts the game; None where there is none, or none that says one."""
    scope = scope_of(token)
    if scope is None or not scope.in_club:
        return None
    found = clubs_that_count(db.session(), scope.game_id, None)
    return next((zone for one in found if (zone := record_of(one.club).settings.zone) is not None), None)


def next_game(behind: CurrentNight, game_id: int) -> NextGame | None:
    """The next game of the table at which this one was the last and is over, for whoever may start it.

    None where it is more than a tap: its house rules have to be chosen, or people sit otherwise by now.
    """
    club, evening = behind
    if not behind.lasts or not club.may("game") or rules_offered(club, evening):
        return None
    for table in tables_now(db.session(), club.club.id, club.uid, club.record, evening):
        if table.game is not None and table.game.game_id == game_id and not table.gone:
            url = url_for("tables.start", uid=club.uid, number=evening.number)
            return NextGame(url, table.drawn.since, table.drawn.at, table.nth + 1)
    return None


def _evening(one: Counting) -> CurrentNight | None:
    club = scope_as(one.club, one.member)
    evening = _evening_of(one)
    return None if club.me is None or evening is None else CurrentNight(club, evening)


def _is_tonight(one: Counting) -> bool:
    evening = _evening_of(one)
    return evening is not None and evening.on == current_night(record_of(one.club).settings.zone)


def _evening_of(one: Counting) -> GameNight | None:
    return record_of(one.club).evenings.get(one.counted.evening or 0)
