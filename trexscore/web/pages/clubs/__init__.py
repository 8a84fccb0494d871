"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import (
    erasing,
    founding,
    front,
    game,
    handing_over,
    links,
    members,
    merging,
    seasons,
    standings,
    story,
)

CLUB_PAGES = (erasing, founding, front, game, handing_over, links, members, merging, seasons, standings, story)
