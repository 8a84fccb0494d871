"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import bring_games, club_file, data, founding, front, links, members

CLUB_PAGES = (bring_games, club_file, data, founding, front, links, members)
