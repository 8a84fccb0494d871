"""What is sent to take a club in, or games."""

import hashlib
from datetime import date
from typing import NamedTuple

from wtforms import StringField

from trexscore.club.fields import read_day
from trexscore.club.record import ClubRecord
from trexscore.commands.club_files.import_games import GUEST, NOBODY
from trexscore.game.file.names import alphabetical, compared
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.games.entry_form import Form
from trexscore.web.rendering import translate as _


class FileForm(Form):
    """A file, which is read where it is taken in."""

    def __init__(self, *, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.problems: list[str] = []


class BringForm(ClubForm):
    """Files with games, and the day of those that do not say theirs. `key` is that of all that is brought together."""

    on = StringField()

    @property
    def day(self) -> str | None:
        """The day, or None where it is none."""
        found = read_day((self.on.data or "").strip())
        return None if found is None else found.isoformat()

    def offer(self, tonight: date) -> None:
        """This evening, unless told."""
        self.on.data = self.on.data or tonight.isoformat()


class AskedName(NamedTuple):
    """A name that stands in games: how it is sent, whose it is as far as that is known, and in how many it stands."""

    field: str
    name: str
    games: int
    chosen: str


class NamesAsked(NamedTuple):
    """The names of games: those that members have, those that nearly are a member's, and those that nobody has."""

    known: list[AskedName]
    nearly: list[AskedName]
    unknown: list[AskedName]
    options: list[tuple[str, str]]


def names_asked(record: ClubRecord, names: dict[str, int]) -> NamesAsked:
    """Each name once, however it is written; the most frequent first. Whoever is unknown comes as a guest."""
    merged: dict[str, tuple[str, int]] = {}
    for name, games in sorted(names.items(), key=lambda one: (-one[1], one[0])):
        shown, many = merged.get(compared(name), (name, 0))
        merged[compared(name)] = shown, many + games
    whose = record.called
    alike = {key: found[0] for key, (shown, _games) in merged.items() if (found := record.resembling(shown))}
    asked = [
        AskedName(_field_of(key), shown, games, str(whose[key].number) if key in whose else GUEST)
        for key, (shown, games) in merged.items()
        if key in whose or key not in alike
    ]
    nearly = [
        AskedName(_field_of(key), shown, games, str(alike[key].number))
        for key, (shown, games) in merged.items()
        if key in alike and key not in whose
    ]
    options = [(GUEST, _("As a guest")), (NOBODY, _("Not in this club"))]
    members = {one.number: one.name or "" for one in (*record.here, *map(whose.get, merged)) if one and one.name}
    options += [(str(number), name) for number, name in sorted(members.items(), key=lambda one: alphabetical(one[1]))]
    return NamesAsked(
        [one for one in asked if one.chosen != GUEST], nearly, [one for one in asked if one.chosen == GUEST], options
    )


def _field_of(name: str) -> str:
    """By the name, not by its place: with another file that comes meanwhile the places change."""
    return f"who-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def seated_in(asked: NamesAsked, sent: dict[str, str], record: ClubRecord) -> dict[str, int | str]:
    """Whose each name is, as it was sent; what was not, as it was offered."""
    here = {str(member.number): member.number for member in record.people if not member.erased}
    seated: dict[str, int | str] = {}
    for one in (*asked.known, *asked.nearly, *asked.unknown):
        said = sent.get(one.field, one.chosen)
        seated[compared(one.name)] = said if said in (GUEST, NOBODY) else here.get(said, NOBODY)
    return seated
