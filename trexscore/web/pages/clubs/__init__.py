"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import (
    booked,
    bringing,
    calendar,
    erasing,
    evenings,
    founding,
    front,
    games,
    handing_over,
    links,
    members,
    merging,
    screen,
    story,
    tables,
)

CLUB_PAGES = (
    booked,
    bringing,
    calendar,
    erasing,
    evenings,
    founding,
    front,
    games,
    handing_over,
    links,
    members,
    merging,
    screen,
    story,
    tables,
)
