"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import (
    booked,
    bringing,
    calendar,
    evenings,
    founding,
    front,
    games,
    links,
    members,
    screen,
    tables,
)

CLUB_PAGES = (booked, bringing, calendar, evenings, founding, front, games, links, members, screen, tables)
