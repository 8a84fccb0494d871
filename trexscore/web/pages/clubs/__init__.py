"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import erasing, founding, front, handing_over, links, members, merging, story

CLUB_PAGES = (founding, front, story, links, members, handing_over, merging, erasing)
