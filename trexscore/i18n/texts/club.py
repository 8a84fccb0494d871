"""Terms of a club."""

from trexscore.club.counted_game import OverridableObstacle
from trexscore.club.members import Role
from trexscore.club.record import VisiblePart
from trexscore.i18n.marking import N_
from trexscore.league.draw import DrawMethod

ROLE_NAMES: dict[Role, str] = {
    "owner": N_("Owner"),
    "admin": N_("Admin"),
    "referee": N_("Referee"),
    "scorer": N_("Scorer"),
    "member": N_("Member"),
    "guest": N_("Guest"),
}
VISIBLE_PART_TEXTS: dict[VisiblePart, str] = {
    "nothing": N_("Nothing: only members see the club"),
    "standings": N_("Standings, and the games they are based on"),
    "all": N_("Everything except what only members can do"),
}
"""What outsiders can see."""
ROLE_NOTES: dict[Role, str] = {
    "owner": N_("Can do everything, including transferring ownership"),
    "admin": N_("Manages members, seasons and settings"),
    "referee": N_("Resolves disputes and excludes games from standings"),
    "scorer": N_("Runs game nights: attendance, tables, games"),
    "member": N_("Plays and sees everything in the club"),
    "guest": N_("Plays, but is ranked only if the season says so"),
}
DRAW_METHOD_NAMES: dict[DrawMethod, str] = {
    "mixing": N_("New opponents"),
    "random": N_("Random draw"),
    "by_rating": N_("Similar strength"),
    "balanced": N_("Balanced tables"),
}
DRAW_METHOD_NOTES: dict[DrawMethod, str] = {
    "mixing": N_("Players who have met least this season sit together."),
    "random": N_("Seats are drawn by chance."),
    "by_rating": N_("The strongest players sit at table 1, the next at table 2, and so on."),
    "balanced": N_("All tables are about equally strong."),
}
COUNTS_IF_ABANDONED_TEXTS: dict[str, str] = {
    "completed_kingdoms": N_("This game isn’t over. If it is abandoned, its complete kingdoms count."),
    "as_it_stands": N_("This game isn’t over. If it is abandoned, its current score counts."),
    "no_result": N_("This game isn’t over. If it is abandoned, it doesn’t count."),
}
"""By the house rules for unfinished games."""
OBSTACLE_OVERRIDE_TEXTS: dict[OverridableObstacle, str] = {
    "not_agreed": N_("Count it although not all four have signed it off"),
    "unfinished": N_("Treat it as abandoned: no one will finish it"),
}
