"""The highlights of a finished game: a headline, date, rules and duration, and three facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from trexscore.commands.clock import local_time
from trexscore.game.record import Record
from trexscore.i18n import LANGUAGES
from trexscore.i18n.marking import Plural
from trexscore.i18n.texts.highlights import FACT_TEXTS, HEADLINE_TEXTS
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.game import Game
from trexscore.rules.highlights.choice import ChosenHighlight, choose_highlights
from trexscore.rules.highlights.numbers import WHOLE_GAME_KEY, highlight_numbers
from trexscore.web.games.deals.captures_in_url import FROM_POINTS_NOTE
from trexscore.web.games.result import played_rules_name_text
from trexscore.web.games.seats import SEAT_LETTERS, TEAM_LETTERS
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural

_MIN_SHOWN_DURATION, _MAX_SHOWN_DURATION = timedelta(minutes=5), timedelta(days=1)
"""Shown durations. A shorter game was recorded afterwards; a longer one was interrupted, or a clock was wrong."""


class Fact(NamedTuple):
    """A fact about a game. It is shown with its points if it has any, else with its number."""

    number: int
    points: int | None
    text: str
    seat_letter: str | None
    """The seat of the player it is about; None if it is about a pair or the game."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """`date_rules_and_duration`: date, house rules, and how long it took."""

    headline: str
    facts: tuple[Fact, ...]
    date_rules_and_duration: tuple[str, ...]


def highlights_of_game(game: GameView, record: Record, played: Game, entries: Sequence[JournalEntry]) -> Highlights:
    """The highlights of a complete game, from its record, its scores and the times of its entries."""
    notes = (str(counted.body.get("note", "")) for counted in record.counted_entries)
    entries_from_points = {place for place, note in enumerate(notes, 1) if _is_from_points(note)}
    numbers_of_game = highlight_numbers(
        record.rules, played, [counted.score_entry for counted in record.counted_entries], entries_from_points
    )
    headline, facts = choose_highlights(numbers_of_game, game.state.result.winners)
    headline_text = ""
    if headline is not None:
        name = _name_of_subject(game, headline.subject_key)
        headline_text = _render_sentence(HEADLINE_TEXTS[headline.code], headline, name)
    day_rules_and_duration = (
        _day_played_text(record, entries),
        played_rules_name_text(game),
        _duration_text(record, entries),
    )
    return Highlights(
        headline_text, tuple(_fact(game, fact) for fact in facts), tuple(filter(None, day_rules_and_duration))
    )


def _fact(game: GameView, chosen: ChosenHighlight) -> Fact:
    text = _render_sentence(FACT_TEXTS[chosen.code], chosen, _name_of_subject(game, chosen.subject_key, short=True))
    return Fact(chosen.number, chosen.points, text, chosen.subject_key if chosen.subject_key in SEAT_LETTERS else None)


def _is_from_points(note: str) -> bool:
    """Whether only the points of a deal were known. Its note says so, in the language of its author."""
    return any(language.gettext(FROM_POINTS_NOTE) in note for language in LANGUAGES.values())


def _name_of_subject(game: GameView, subject_key: str, *, short: bool = False) -> str:
    if subject_key == WHOLE_GAME_KEY:
        return ""
    if subject_key in TEAM_LETTERS:
        return game.teams[TEAM_LETTERS.index(subject_key)].name
    seat = game.seat(subject_key)
    return seat.short if short else seat.name


def _render_sentence(sentence: str | Plural, chosen_highlight: ChosenHighlight, name: str) -> str:
    counts = {"count": chosen_highlight.number, "points": abs(chosen_highlight.points or 0)}
    if isinstance(sentence, str):
        return _(sentence, name=name, **counts)
    return translate_plural(sentence.one, sentence.many, counts[sentence.count_param], name=name, **counts)


def _last_deal_entry(record: Record, entries: Sequence[JournalEntry]) -> JournalEntry:
    last_deal_seq = max((counted.seq for counted in record.counted_entries if counted.score_entry.is_deal), default=1)
    return entries[last_deal_seq - 1]


def _entry_time(journal_entry: JournalEntry) -> datetime:
    """When an entry was made by the phone's clock, if its offset from UTC is known; else when it was received."""
    made_time = datetime.fromisoformat(journal_entry.made_at) if journal_entry.made_at else None
    return (
        made_time if made_time is not None and made_time.tzinfo else datetime.fromisoformat(journal_entry.received_at)
    )


def _day_played_text(record: Record, entries: Sequence[JournalEntry]) -> str:
    return reader_language().day(local_time(_entry_time(_last_deal_entry(record, entries))))


def _duration_text(record: Record, entries: Sequence[JournalEntry]) -> str:
    last_entry = _last_deal_entry(record, entries)
    took = _entry_time(last_entry) - min(_entry_time(entry) for entry in entries[: last_entry.seq])
    if not _MIN_SHOWN_DURATION <= took <= _MAX_SHOWN_DURATION:
        return ""
    hours, minutes = divmod(int(took.total_seconds()) // 60, 60)
    if not hours:
        return _("%(minutes)s min", minutes=minutes)
    return _("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes)
