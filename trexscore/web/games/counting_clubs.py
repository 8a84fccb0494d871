"""The clubs that count a game, as the game's own pages show them.

Members of such a club get a link back to its game night. Anyone else with a link only learns that the game is counted,
and whether it counts once all four sign off.
"""

from datetime import tzinfo
from typing import NamedTuple

from flask import url_for

from trexscore.club.eligibility import SignOffStatus, sign_off_status
from trexscore.club.game_night import GameNight, TableOrigin
from trexscore.commands.clock import current_night_date
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db.clubs.clubs import read_club_record
from trexscore.db.clubs.counting_clubs import CountingClub, list_counting_clubs
from trexscore.db.game_links import TokenScope, read_token_scope
from trexscore.db.models import db
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.access import ClubContext, context_as_seen_by
from trexscore.web.clubs.house_rules_choices import house_rules_choices
from trexscore.web.device import device_time_zone


class CountingNight(NamedTuple):
    """The game night at which a club counts the game, as the reader sees it."""

    club: ClubContext
    game_night: GameNight

    @property
    def url(self) -> str:
        return url_for("game_nights.show", club_uid=self.club.uid, night_number=self.game_night.number)

    @property
    def is_current(self) -> bool:
        return self.game_night.day == current_night_date(self.club.zone)


class CountingClubsSummary(NamedTuple):
    """What a page shows of the clubs that count its game."""

    reader_night: CountingNight | None = None
    """For members only."""
    sign_off_status: SignOffStatus | None = None
    """Set where sign-off decides whether the game counts: whether it is still needed, or done."""
    is_counted_tonight: bool = False
    """Whether a club counts it at a game night that is still going on."""

    @property
    def current_night_url(self) -> str | None:
        """The game night's page, while it is still going on."""
        return self.reader_night.url if self.reader_night is not None and self.reader_night.is_current else None


class NextTableGame(NamedTuple):
    """A table's next game: the address and the fields of the form that starts it."""

    start_url: str
    table_origin: TableOrigin
    game_number: int


NO_COUNTING_CLUBS = CountingClubsSummary()


def summarize_counting_clubs(scope: TokenScope, *, is_game_complete: bool) -> CountingClubsSummary:
    """The clubs that count a game; of a game that goes on, only for a signed-in reader."""
    if not scope.in_club:
        return NO_COUNTING_CLUBS
    account = current_account()
    if account is None and not is_game_complete:
        return NO_COUNTING_CLUBS
    clubs = list_counting_clubs(db.session(), scope.game_id, None if account is None else account.id)
    agreements = [
        sign_off_status(read_club_record(counting.club_head), counting.counted_game, counting.outcome)
        for counting in clubs
    ]
    nights = [night for night in map(_counting_night, clubs) if night is not None]
    own_nights = [night for night in nights if night.club.me is not None]
    return CountingClubsSummary(
        min(own_nights, key=lambda night: not night.is_current, default=None),
        "wanted" if "wanted" in agreements else "given" if "given" in agreements else None,
        any(night.is_current for night in nights),
    )


def game_time_zone(token: str) -> tzinfo | None:
    """The time zone of the first club that counts the game and has set one, otherwise the device's, if known."""
    scope = read_token_scope(token)
    if scope is None or not scope.in_club:
        return device_time_zone()
    zones = (
        read_club_record(counting.club_head).settings.zone
        for counting in list_counting_clubs(db.session(), scope.game_id, None)
    )
    return next((zone for zone in zones if zone is not None), None) or device_time_zone()


def next_table_game(counting_night: CountingNight, game_id: int) -> NextTableGame | None:
    """The next game of the table whose last game was this one, if the reader may start it with one tap.

    None where it takes more: house rules must be chosen, or the table has been redrawn.
    """
    club, night = counting_night
    if not counting_night.is_current or not club.may_count_games or house_rules_choices(club, night):
        return None
    for table in current_tables(db.session(), club.club_head, club.record, night):
        if table.game_row is not None and table.game_row.game_id == game_id and not table.departed_member_numbers:
            url = url_for("tables.start", club_uid=club.uid, night_number=night.number)
            return NextTableGame(url, table.drawn_table.origin, table.game_number + 1)
    return None


def _counting_night(counting_club: CountingClub) -> CountingNight | None:
    club = context_as_seen_by(counting_club.club_head, counting_club.reader_member_number)
    night = club.record.game_nights.get(counting_club.counted_game.night_number or 0)
    return None if night is None else CountingNight(club, night)
