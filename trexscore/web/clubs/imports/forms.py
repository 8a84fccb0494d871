"""The forms to import games: the files, and who each name is."""

import hashlib
from typing import NamedTuple

from wtforms import StringField

from trexscore.club.fields import parse_day
from trexscore.club.record import ClubRecord
from trexscore.commands.clubs.import_games import GUEST_CHOICE, NOBODY_CHOICE
from trexscore.game.file.names import name_key, name_sort_key
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.rendering import translate as _


class GamesImportForm(ClubForm):
    """Files with games, and the day of games without one. `key` identifies the whole import."""

    on = StringField()

    @property
    def iso_day(self) -> str | None:
        """The day, or None if it is invalid."""
        day = parse_day((self.on.data or "").strip())
        return None if day is None else day.isoformat()


class NameChoice(NamedTuple):
    """A name in games: its field, in how many games it is, and the preselected member."""

    field_name: str
    name: str
    game_count: int
    preselected_value: str


class NameChoices(NamedTuple):
    """The names in games: those of members, those similar to a member's, and unknown ones."""

    known_names: list[NameChoice]
    similar_names: list[NameChoice]
    unknown_names: list[NameChoice]
    options: list[tuple[str, str]]


def name_choices(record: ClubRecord, game_counts_by_name: dict[str, int]) -> NameChoices:
    """Each name once, whatever its spelling, the most frequent first. Unknown names are preselected as guests."""
    name_and_count_by_key: dict[str, tuple[str, int]] = {}
    for name, games in sorted(game_counts_by_name.items(), key=lambda item: (-item[1], item[0])):
        shown_name, count = name_and_count_by_key.get(name_key(name), (name, 0))
        name_and_count_by_key[name_key(name)] = shown_name, count + games
    member_by_name_key = record.member_by_name_key
    known_name_choices: list[NameChoice] = []
    similar_name_choices: list[NameChoice] = []
    unknown_name_choices: list[NameChoice] = []
    for key, (shown_name, count) in name_and_count_by_key.items():
        member, similar = member_by_name_key.get(key), record.similar_members_without_namesake(shown_name)
        group = known_name_choices if member else similar_name_choices if similar else unknown_name_choices
        preselected = str(member.number) if member else str(similar[0].number) if similar else GUEST_CHOICE
        group.append(NameChoice(_field_name(key), shown_name, count, preselected))
    options = [(GUEST_CHOICE, _("As a guest")), (NOBODY_CHOICE, _("Not in this club"))]
    members = (
        *record.active_members,
        *(member_by_name_key[key] for key in name_and_count_by_key if key in member_by_name_key),
    )
    name_of = {member.number: member.name for member in members if member.name}
    options += [
        (str(number), name) for number, name in sorted(name_of.items(), key=lambda item: name_sort_key(item[1]))
    ]
    return NameChoices(known_name_choices, similar_name_choices, unknown_name_choices, options)


def _field_name(name: str) -> str:
    """Derived from the name, not from its position: another file may change positions."""
    return f"who-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def parse_name_choices(
    offered_choices: NameChoices, sent_fields: dict[str, str], record: ClubRecord
) -> dict[str, int | str]:
    """The member of each name, as sent; as preselected if not sent."""
    members_by_value = {
        str(member.number): member.number for member in record.unmerged_members if not member.anonymized
    }
    player_by_name: dict[str, int | str] = {}
    for choice in (*offered_choices.known_names, *offered_choices.similar_names, *offered_choices.unknown_names):
        chosen_value = sent_fields.get(choice.field_name, choice.preselected_value)
        player_by_name[name_key(choice.name)] = (
            chosen_value
            if chosen_value in (GUEST_CHOICE, NOBODY_CHOICE)
            else members_by_value.get(chosen_value, NOBODY_CHOICE)
        )
    return player_by_name
