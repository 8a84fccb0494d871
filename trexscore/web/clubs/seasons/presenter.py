"""Seasons as pages show them: the current one, the rules of a season in words, and point adjustments."""

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from flask import url_for

from trexscore.club.events.season import SeasonDefined, SeasonPointsAdjusted
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.season import Adjustment, Season
from trexscore.commands.clock import current_night_date, local_time
from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.texts.clubs.league import (
    NAME_AND_EXPLANATION_BY_BASIS,
    NAME_AND_EXPLANATION_BY_TIE_BREAK,
    TIE_BREAK_CHAIN_TEXT,
    WHICH_GAMES_ARE_FIRST_TEXT,
    basis_text,
)
from trexscore.league.tie_breaks import REDUNDANT_TIE_BREAK_BY_BASIS_KIND
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import format_day, isolate_name, join_names
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext


class RuleText(NamedTuple):
    """A line of a season's rules, with an explanation."""

    title: str
    text: str
    note: str = ""


def zone_offset_text(zone: tzinfo | None) -> str:
    """The UTC offset of a club's time zone, shown beside days."""
    offset = local_time(datetime.now(UTC), zone).strftime("%z")
    return "UTC" if offset.strip("+-0") == "" else f"UTC{offset[:3]}:{offset[3:]}"


def seasons_latest_first(record: ClubRecord) -> list[Season]:
    """Seasons, the latest first."""
    return sorted(record.seasons.values(), key=lambda season: (season.first_day, season.number), reverse=True)


def current_or_nearest_seasons(record: ClubRecord) -> list[Season]:
    """The seasons of the current game night; else the latest that has begun; else the next.

    Players' seasons come before pairs', then by end, then by name.
    """
    day = current_night_date(record.settings.zone)
    seasons = seasons_latest_first(record)
    current_seasons = [season for season in seasons if season.includes(day)]
    started_seasons = [season for season in seasons if season.first_day <= day]
    return (
        sorted(
            current_seasons,
            key=lambda season: (season.house_rules.partnership, season.last_day, season.name.casefold()),
        )
        or started_seasons[:1]
        or seasons[-1:]
    )


def preset_title(preset_name: str | None) -> str:
    """The name of a house rules preset."""
    return _(PRESET_NAMES[preset_name if preset_name in PRESETS else STANDARD_PRESET.name])


def season_days_text(season: Season) -> str:
    """First and last day."""
    return _("%(first)s to %(last)s", first=format_day(season.first_day), last=format_day(season.last_day))


def season_rule_texts(season: Season) -> list[RuleText]:
    """How a season is counted, for the lines below its standings."""
    language = reader_language()
    counting = season.season_rules
    better = (
        _("Fewer points are better.")
        if counting.basis.better_score_direction(counting.better_points_direction) == "less"
        else ""
    )
    lines = [
        RuleText(_("Counting method"), basis_text(language, counting.basis), better),
        RuleText(
            _("To be ranked"),
            ngettext("at least %(num)s game", "at least %(num)s games", counting.minimum_games),
            _("Guests are ranked, too.") if season.ranks_guests else _("Guests are listed below, without a rank."),
        ),
    ]
    if counting.tie_breaks:
        names = [_(NAME_AND_EXPLANATION_BY_TIE_BREAK[code][0]) for code in counting.tie_breaks]
        shared = _("Anyone still tied shares the rank.")
        lines.append(RuleText(_("Tiebreakers"), language.join_list(names), shared))
    else:
        lines.append(RuleText(_("Tiebreakers"), _("The rank is shared.")))
    rules_changed = season.house_rules != PRESETS[season.house_rules_json["preset"]].rules
    preset = preset_title(season.house_rules_json["preset"])
    rules = _("%(preset)s, changed", preset=preset) if rules_changed else preset
    ranked = _("Pairs are ranked.") if season.house_rules.partnership else _("Players are ranked.")
    return [*lines, RuleText(_("House rules"), rules, ranked)]


def last_defined_season(
    season_number: int, definitions_latest_first: Iterable[tuple[int, SeasonDefined]]
) -> Season | None:
    """The season as the first of these numbered entries about it defines it."""
    definitions = (
        (seq, event) for seq, event in definitions_latest_first if season_number in (seq, event.changed_season_number)
    )
    return next((event.build_season(season_number, seq) for seq, event in definitions), None)


def season_change_texts(old_season: Season, new_season: Season) -> list[str]:
    """What differs between two versions of a season, as it is now."""
    texts = []
    if (old_season.first_day, old_season.last_day) != (new_season.first_day, new_season.last_day):
        texts.append(season_days_text(new_season))
    for before, rule in zip(season_rule_texts(old_season), season_rule_texts(new_season), strict=True):
        if before.text != rule.text:
            texts.append(_("%(name)s: %(count)s", name=rule.title, count=rule.text))
        elif before.note != rule.note:
            texts.append(rule.note)
        elif rule.title == _("House rules") and old_season.house_rules != new_season.house_rules:
            texts.append(_("The house rules are different"))
    return texts


def basis_and_tie_break_explanations(season: Season) -> list[RuleText]:
    """Explanations of a season's basis and tie-breaks."""
    counting = season.season_rules
    redundant = REDUNDANT_TIE_BREAK_BY_BASIS_KIND.get(counting.basis.kind)
    names_and_explanations = [
        NAME_AND_EXPLANATION_BY_BASIS[counting.basis.kind],
        *(NAME_AND_EXPLANATION_BY_TIE_BREAK[code] for code in counting.tie_breaks if code != redundant),
    ]
    meanings = [RuleText(_(name), _(meaning)) for name, meaning in names_and_explanations]
    if counting.basis.considered_game_count is not None:
        meanings[0] = meanings[0]._replace(note=_(WHICH_GAMES_ARE_FIRST_TEXT))
    if len(counting.tie_breaks) > 1:
        meanings.append(RuleText(_("Tiebreakers"), _(TIE_BREAK_CHAIN_TEXT)))
    return meanings


def adjustment_text(record: ClubRecord, member_numbers: Iterable[int], points: int) -> str:
    """The adjustment in a sentence: who gets how many points."""
    names = join_names(display_name(member) for member in record.surviving_members_among(member_numbers))
    signed_number = isolate_name(reader_language().signed_number(points))
    return _("Adjustment for %(names)s: %(points)s", names=names, points=signed_number)


def sitting_out_adjustment_url(club: ClubContext, game_night: GameNight) -> str | None:
    """Where to adjust points for sitting out, in that day's season of players; None if the reader may not."""
    seasons = (season for season in club.record.seasons_on(game_night.day) if not season.house_rules.partnership)
    season = next(seasons, None)
    if season is None or not club.may_record(SeasonPointsAdjusted):
        return None
    return url_for("season_adjustments.show", club_uid=club.uid, season_number=season.number, sat_out=game_night.number)


def adjustments_in(record: ClubRecord, season_number: int) -> list[Adjustment]:
    """All adjustments of a season, the latest first."""
    return [item for item in reversed(record.adjustments) if item.season_number == season_number]
