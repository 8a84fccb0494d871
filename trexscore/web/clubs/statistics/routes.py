"""What all games of a club tell."""

from collections import Counter

from flask import Blueprint, render_template, request

from trexscore.club.game_seats import EVERYBODY, NOBODY
from trexscore.rules.seats import SEATS
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, open_club
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics import measures as shown
from trexscore.web.clubs.statistics import ratings, records
from trexscore.web.clubs.statistics.period import Period, games_in, profile_in, records_in, requested_period
from trexscore.web.clubs.statistics.rules import chosen_rules

pages = no_store(Blueprint("statistics", __name__))
_MOST_GAMES = 10


@pages.get("/c/<uid>/statistics")
def show(uid: str) -> str:
    """Records, averages, and who has played most."""
    club = open_club(uid)
    stretch = requested_period(club)
    profile = profile_in(club, stretch, [EVERYBODY])
    rules = chosen_rules({key: one.counts.games // len(SEATS) for key, one in profile.by_rules.items()})
    points = profile.under(rules.key)
    found = records_in(club, stretch)
    return render_template(
        "clubs/statistics/statistics.html",
        club=club,
        stretch=stretch,
        here=request.path,
        games=profile.counts.games // len(SEATS),
        rules=rules,
        contracts=shown.contract_picture(points),
        average=shown.average_game(points),
        groups=shown.club_groups(profile, points),
        counted=records.counted_records(club, found),
        in_points=records.points_records(club, found, rules.key),
        most=_most_games(club, stretch),
    )


def _most_games(club: ClubContext, stretch: Period) -> list[tuple[str, str, int]]:
    """Who has played most."""
    games: Counter[int] = Counter()
    for number, times in games_in(club, stretch).items():
        games[club.record.who(number).number] += times
    people = sorted(games.items(), key=lambda one: (-one[1], one[0]))[:_MOST_GAMES]
    return [
        (title_of(club.record.who(number)), ratings.url_of(club, (number, NOBODY), stretch.chosen), times)
        for number, times in people
    ]
