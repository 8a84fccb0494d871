"""The groups of measures on a player's page."""

from trexscore.league.statistics.measures import MeasureCode
from trexscore.web.clubs.statistics.measures import PLAYER_MEASURE_GROUPS

SHOWN_OTHERWISE = {
    MeasureCode.GAMES_WON,
    MeasureCode.AVERAGE_PLACE,
    MeasureCode.PLACE_SHARE,
    MeasureCode.GAME_POINTS,
    MeasureCode.POINTS_AS_KING,
    MeasureCode.POINTS_NOT_AS_KING,
}
ONLY_IN_DATA = {MeasureCode.REVOKES}


def test_every_measure_is_in_one_group() -> None:
    grouped_codes = [code for group in PLAYER_MEASURE_GROUPS for code in group.codes]
    assert len(grouped_codes) == len(set(grouped_codes))
    assert set(MeasureCode) - set(grouped_codes) == SHOWN_OTHERWISE | ONLY_IN_DATA
