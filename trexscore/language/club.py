"""A club's own words."""

from trexscore.club.counted import Although
from trexscore.club.members import Role
from trexscore.club.record import Shows
from trexscore.language.marking import N_
from trexscore.league.draw import Method

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
METHOD: dict[Method, str] = {
    "mixing": N_("New company"),
    "random": N_("By lot"),
    "by_rating": N_("Like with like"),
    "balanced": N_("Even tables"),
}
METHOD_NOTE: dict[Method, str] = {
    "mixing": N_("Those who have met least this season sit together."),
    "random": N_("Nothing but chance."),
    "by_rating": N_("The strongest at the first table, and so on down."),
    "balanced": N_("Every table as strong as the others."),
}
BROKEN_OFF: dict[str, str] = {
    "completed_kingdoms": N_("This game is not over. Broken off, its complete kingdoms count."),
    "as_it_stands": N_("This game is not over. Broken off, its score counts as it stands."),
    "no_result": N_("This game is not over. Broken off, it counts nothing."),
}
"""By what the house rules say of unfinished games."""
ALTHOUGH: dict[Although, str] = {
    "not_agreed": N_("Include it although not all four have signed it off"),
    "unfinished": N_("It was abandoned: nobody goes on with it"),
}
