"""Seasons as the pages show them: which is the present one, and its rules in words."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, tzinfo
from typing import Any, NamedTuple

from trexscore.club.events.season import SeasonDefined
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.commands.clock import local, today
from trexscore.i18n.texts.league import BASIS, CHAIN, FIRST_GAMES, TIE_BREAK, basis_text
from trexscore.i18n.words import PRESET
from trexscore.rules.presets import PRESETS, STANDARD
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext


class SaidRule(NamedTuple):
    """A line of a season's rules, with what it means."""

    title: str
    said: str
    note: str = ""


def clock_zone(zone: tzinfo | None) -> str:
    """By which time days end, as it is written beside them."""
    offset = local(datetime.now(UTC), zone).strftime("%z")
    return "UTC" if offset.strip("+-0") == "" else f"UTC{offset[:3]}:{offset[3:]}"


def in_order(record: ClubRecord) -> list[Season]:
    """The latest first."""
    return sorted(record.seasons.values(), key=lambda season: (season.begins, season.number), reverse=True)


def present(record: ClubRecord, on: date | None = None) -> list[Season]:
    """The seasons that the club is in; else the last one that has begun; else the next.

    Players' seasons come before pairs', those that end first before those that last longer, then by name.
    """
    day = on or today(record.settings.zone)
    seasons = in_order(record)
    holding = [season for season in seasons if season.holds(day)]
    begun = [season for season in seasons if season.begins <= day]
    return (
        sorted(holding, key=lambda one: (one.rules.partnership, one.ends, one.name.casefold()))
        or begun[:1]
        or seasons[-1:]
    )


def preset_named(name: str | None) -> str:
    """What a set of house rules is called."""
    return _(PRESET[name if name in PRESETS else STANDARD.name])


def days_of(season: Season) -> str:
    """From when to when."""
    language = reader_language()
    return _("%(first)s to %(last)s", first=language.day(season.begins), last=language.day(season.ends))


def season_rules_text(season: Season) -> list[SaidRule]:
    """How a season is counted, as it stands below its table."""
    language = reader_language()
    counting = season.counting
    better = _("Fewer points are better.") if counting.basis.better(counting.better) == "less" else ""
    lines = [
        SaidRule(_("Counting method"), basis_text(language, counting.basis), better),
        SaidRule(
            _("To be ranked"),
            ngettext("at least %(num)s game", "at least %(num)s games", counting.least_games),
            _("Guests are ranked, too.") if season.guests else _("Guests are listed below, without a rank."),
        ),
    ]
    if counting.tie_breaks:
        named = [_(TIE_BREAK[one][0]) for one in counting.tie_breaks]
        shared = _("Anyone still tied shares the rank.")
        lines.append(SaidRule(_("Tiebreakers"), language.listed(named), shared))
    else:
        lines.append(SaidRule(_("Tiebreakers"), _("The rank is shared.")))
    changed = season.rules != PRESETS[season.house_rules["preset"]].rules
    preset = preset_named(season.house_rules["preset"])
    rules = _("%(preset)s, changed", preset=preset) if changed else preset
    ranked = _("Pairs are ranked.") if season.rules.partnership else _("Players are ranked.")
    return [*lines, SaidRule(_("House rules"), rules, ranked)]


def last_definition(number: int, said: Iterable[tuple[int, Mapping[str, Any]]]) -> Season | None:
    """A season by the first of these entries that is of it; they come with what they say, the latest first."""
    of_it = ((seq, word) for seq, word in said if number in (seq, word.get("instead")))
    return next((SeasonDefined.load_said(word).season(number, seq) for seq, word in of_it), None)


def changes_text(was: Season, now: Season) -> list[str]:
    """What of a season is otherwise than it was: each as it is since."""
    told = []
    if (was.begins, was.ends) != (now.begins, now.ends):
        told.append(days_of(now))
    for before, rule in zip(season_rules_text(was), season_rules_text(now), strict=True):
        if before.said != rule.said:
            told.append(_("%(name)s: %(count)s", name=rule.title, count=rule.said))
        elif before.note != rule.note:
            told.append(rule.note)
        elif rule.title == _("House rules") and was.rules != now.rules:
            told.append(_("The house rules are different"))
    return told


def meanings_of(season: Season) -> list[SaidRule]:
    """The basis and the tie-breaks of a season, explained to those who are ranked by them."""
    counting = season.counting
    told = [BASIS[counting.basis.kind], *(TIE_BREAK[one] for one in counting.tie_breaks)]
    meanings = [SaidRule(_(name), _(meaning)) for name, meaning in told]
    if counting.basis.of is not None:
        meanings[0] = meanings[0]._replace(note=_(FIRST_GAMES))
    if len(counting.tie_breaks) > 1:
        meanings.append(SaidRule(_("Tiebreakers"), _(CHAIN)))
    return meanings
