"""A club's journal as a story: each entry in a sentence, with who wrote it and when."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from trexscore.club.fold import season_said
from trexscore.club.record import ClubRecord
from trexscore.language.club import ROLE, SHOWN
from trexscore.ledger.chain import Body, JournalEntry
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext
from trexscore.web.views.clubs.adjustments import given_said
from trexscore.web.views.clubs.members import title_of
from trexscore.web.views.clubs.seasons import last_said, what_changed
from trexscore.web.views.moments import moment_here, told_at

Folded = Sequence[tuple[int, str, Body | None]]


class Told(NamedTuple):
    """An entry in words. `gone`: it was taken back; `details` are what else it says."""

    seq: int
    title: str
    details: tuple[str, ...]
    author: str
    device: str | None
    when: str
    gone: bool


class _Club(NamedTuple):
    """The club as it is now, and what its entries have said."""

    record: ClubRecord
    said: Mapping[int, tuple[str, Body | None]]

    def who(self, number: object) -> str:
        known = isinstance(number, int) and number in self.record.members
        return title_of(self.record.members[number]) if known else _("Someone unknown")  # type: ignore[index]  # it is an int there

    def before(self, seq: int, kind: str) -> list[tuple[int, Mapping[str, Any]]]:
        """What entries of a kind had said before this one, the latest first."""
        found = [
            (one, body[kind])
            for one, (its, body) in self.said.items()
            if one < seq and its == kind and body is not None
        ]
        return found[::-1]

    def season(self, number: int | None) -> str:
        season = self.record.seasons.get(number or 0)
        said = self.said.get(number or 0, ("", None))[1]
        return season.name if season is not None else said["season"]["name"] if said and "season" in said else "–"

    def evening(self, number: int | None) -> str:
        evening = self.record.evenings.get(number or 0)
        said = self.said.get(number or 0, ("", None))[1]
        on = evening.on.isoformat() if evening is not None else said["evening"]["on"] if said else None
        return _day(on) if on else "–"


def story(record: ClubRecord, entries: Sequence[JournalEntry], folded: Folded) -> list[Told]:
    """These entries, the latest first. What somebody is called goes with their coming, unless it was changed later."""
    club = _Club(record, {seq: (kind, body) for seq, kind, body in folded})
    return [_told(club, entry) for entry in reversed(entries) if not _is_first_name(club, entry)]


def _is_first_name(club: _Club, entry: JournalEntry) -> bool:
    if entry.kind != "named" or entry.body is None:
        return False
    member = entry.body["named"]["member"]
    return not any(said["member"] == member for _seq, said in club.before(entry.seq, "named"))


def _told(club: _Club, entry: JournalEntry) -> Told:
    title, *details = _sentences(club, entry)
    number = int(entry.author) if entry.author and entry.author.isdecimal() else None
    author = "" if number is None else club.who(number)
    gone = entry.seq in club.record.taken_back
    zone = club.record.settings.zone
    when = told_at(entry.made_at, entry.received_at, zone) if entry.made_at else moment_here(entry.received_at, zone)
    return Told(entry.seq, title, tuple(details), author, entry.device, when, gone)


def _sentences(club: _Club, entry: JournalEntry) -> tuple[str, ...]:
    if entry.body is None:
        return (_("A removed name"),)
    if entry.kind == "take_back":
        kind, body = club.said.get(entry.body["take_back"], ("", None))
        about = _SENTENCES[kind](club, entry.body["take_back"], body[kind]) if body and kind in _SENTENCES else ()
        return (_("Entry %(number)s undone", number=entry.body["take_back"]), *about)
    if entry.kind not in _SENTENCES:
        return (_("An entry that this version does not support"),)
    return _SENTENCES[entry.kind](club, entry.seq, entry.body[entry.kind])


def _settings(club: _Club, seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    before = next((body for _seq, body in club.before(seq, "settings")), None)
    shown, agreed = SHOWN[said["shows"]], bool(said.get("agreed"))
    told = []
    if before is None or before["name"] != said["name"]:
        told.append(_("Club name: %(name)s", name=said["name"]))
    if before is None or before["shows"] != said["shows"]:
        told.append(_("Visible to non-members: %(shows)s", shows=_(shown)))
    since = said.get("agreed_from") if agreed else None
    if (agreed, since) != (bool(before and before.get("agreed")), before and before.get("agreed_from")):
        told.append(_sign_off(since) if agreed else _("Games count without being signed off"))
    if said.get("zone") != (before or {}).get("zone"):
        told.append(_("Time zone: %(zone)s", zone=said.get("zone") or _("Server time zone")))
    return tuple(told) or (_("Settings saved without changes"),)


def _sign_off(since: str | None) -> str:
    if since is None:
        return _("Games count once all four have signed them off")
    day = reader_language().day(date.fromisoformat(since))
    return _("Games played on %(day)s or later count once all four have signed them off", day=day)


def _joined(club: _Club, seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    return (_("%(name)s joined the club", name=club.who(seq)), _role_of(said))


def _named(club: _Club, seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    before = next((body["name"] for _seq, body in club.before(seq, "named") if body["member"] == said["member"]), "")
    return (_("%(old)s is now called %(name)s", old=before, name=said["name"]),)


def _role(club: _Club, _seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    name = club.who(said["member"])
    if said["role"] == "owner":
        return (_("Ownership was transferred to %(name)s", name=name),)
    return (_("%(name)s has a new role", name=name), _role_of(said))


def _role_of(said: Mapping[str, Any]) -> str:
    role = ROLE[said["role"]]
    return _("Role: %(role)s", role=_(role))


def _season(club: _Club, seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    dates = _("From %(first)s to %(last)s", first=_day(said["from"]), last=_day(said["until"]))
    if "instead" not in said:
        return (_("Season %(name)s was created", name=said["name"]), dates)
    number = said["instead"]
    title = _("Season %(name)s was changed", name=said["name"])
    was, now = last_said(number, club.before(seq, "season")), season_said(number, seq, said)
    if was is None or now is None:
        return (title, dates)
    renamed = () if was.name == now.name else (_("Its name was %(name)s", name=was.name),)
    return (title, *renamed, *what_changed(was, now))


def _evening(_club: _Club, _seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    day = _day(said["on"])
    title = (
        _("The game night of %(day)s was changed", day=day)
        if "instead" in said
        else _("Game night planned: %(day)s", day=day)
    )
    return (title, *(isolated(one) for one in (said.get("place"), said.get("note")) if one))


def _drawn(club: _Club, _seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    day, tables = club.evening(said["evening"]), len(said["tables"])
    return (
        ngettext(
            "One table was drawn for the game night of %(day)s",
            "%(num)s tables were drawn for the game night of %(day)s",
            tables,
            day=day,
        ),
    )


def _game(club: _Club, _seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    players = [club.who(number) for number in said["seats"].values() if number is not None]
    return (_("A game of %(day)s counts", day=_day(said["on"])), _listed(players))


def _withdrawn(_club: _Club, _seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    return (_("A game was excluded: %(reason)s", reason=said["reason"]),)


def _present(sentence: Callable[[str], str]) -> Callable[[_Club, int, Mapping[str, Any]], tuple[str, ...]]:
    def told(club: _Club, _seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
        return (sentence(club.evening(said["evening"])), _listed([club.who(number) for number in said["members"]]))

    return told


def _merged(club: _Club, _seq: int, said: Mapping[str, Any]) -> tuple[str, ...]:
    return (_("%(name)s was merged with %(other)s", name=club.who(said["member"]), other=club.who(said["into"])),)


_SENTENCES: Mapping[str, Callable[[_Club, int, Mapping[str, Any]], tuple[str, ...]]] = {
    "founded": lambda _club, _seq, _said: (_("The club was created"),),
    "settings": _settings,
    "joined": _joined,
    "named": _named,
    "role": _role,
    "left": lambda club, _seq, said: (_("%(name)s left the club", name=club.who(said["member"])),),
    "returned": lambda club, _seq, said: (_("%(name)s was reinstated", name=club.who(said["member"])),),
    "merged": _merged,
    "erased": lambda _club, _seq, _said: (_("A player’s name was removed permanently; all results stay"),),
    "season": _season,
    "evening": _evening,
    "arrived": _present(lambda day: _("Checked in for the game night of %(day)s", day=day)),
    "went": _present(lambda day: _("Left the game night of %(day)s", day=day)),
    "drawn": _drawn,
    "game": _game,
    "withdrawn": _withdrawn,
    "adjusted": lambda club, _seq, said: (
        given_said(club.record, said["members"], said["points"]),
        _("Season: %(name)s", name=club.season(said["season"])),
        _("Reason: %(reason)s", reason=said["reason"]),
    ),
}
"""What an entry of each kind says, in a sentence, and what else stands in it."""


def _listed(names: Sequence[str]) -> str:
    return reader_language().listed([isolated(name) for name in names])


def _day(on: str) -> str:
    return reader_language().day(date.fromisoformat(on))
