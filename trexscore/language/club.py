"""A club's own words."""

from trexscore.club.members import Role
from trexscore.club.record import Shows
from trexscore.language.marking import N_

ROLE: dict[Role, str] = {
    "owner": N_("Owner"),
    "admin": N_("Admin"),
    "referee": N_("Referee"),
    "scorer": N_("Scorer"),
    "member": N_("Member"),
    "guest": N_("Guest"),
}
SHOWN: dict[Shows, str] = {
    "nothing": N_("Nothing: only members see the club"),
    "standings": N_("The standings, and the games behind them"),
    "all": N_("Everything but what members do for themselves"),
}
"""What outsiders see."""
ROLE_NOTE: dict[Role, str] = {
    "owner": N_("May do everything, and hand the club over"),
    "admin": N_("Runs members, seasons and settings"),
    "referee": N_("Settles disputes, and takes games out of the standings"),
    "scorer": N_("Runs evenings: who is there, tables, games"),
    "member": N_("Plays, and sees everything in the club"),
    "guest": N_("Plays along; is not ranked unless the season says so"),
}
