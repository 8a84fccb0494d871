"""Why standings have changed: an entry of the club or of a game, as a whole sentence, with the way there."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from flask import url_for

from trexscore.club.events.season import SeasonDefined
from trexscore.db.clubs.counted_games import GameRow, games_named
from trexscore.db.clubs.game_tokens import reading_links
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.league.standings import ClubSaid, entries_of
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.game.correction import Missing, OtherRules, Replaced, Reseated
from trexscore.game.events import EVENTS
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved
from trexscore.game.events.sign_off import KingdomSigned
from trexscore.game.events.undo import EntryUndone
from trexscore.game.record import Record
from trexscore.i18n.marking import N_
from trexscore.ledger.chain import Body
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.tables import may_open
from trexscore.web.clubs.games.game import counts_somewhere
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.seasons.adjustments import adjustment_text
from trexscore.web.clubs.seasons.presenter import changes_text, last_definition
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

NOTHING_GIVEN: Mapping[int, int] = MappingProxyType({})


class Cause(NamedTuple):
    """Why, in sentences; who had it written and in which words is for members. `entry_url`: for those who may.

    `details`: of a season that was changed, how it is since.
    """

    sentence: str
    details: tuple[str, ...] = ()
    reason: str = ""
    author: str = ""
    url: str = ""
    entry_url: str = ""
    given: Mapping[int, int] = NOTHING_GIVEN
    """Points beside the games, by who is given them by this."""


class Causes:
    """The causes of several changes, for one reader; what they are about is read once."""

    def __init__(self, club: ClubContext, causes: Sequence[Mapping[str, Any]]) -> None:
        self.club = club
        self.said = entries_of(db.session(), club.club.id, {one["club"] for one in causes if "club" in one})
        session, club_id = db.session(), club.club.id
        bodies = [said.body[said.kind] for said in self.said.values() if said.body is not None]
        named = {body["uid"] for body in bodies if isinstance(body, dict) and isinstance(body.get("uid"), str)}
        self.games = games_named(session, club_id, named | {one["game"] for one in causes if "game" in one})
        entries = {(self.games[one["game"]].game_id, one["seq"]) for one in causes if one.get("game") in self.games}
        self.authors = GAMES.authors_of(session, entries) if club.me is not None else {}
        self.reading = reading_links(session, club_id, {game_id for game_id, _seq in entries}) if club.me else {}

    def cause(self, cause: Mapping[str, Any], more_games: int) -> Cause:
        """What a change came from; `more_games`: how many games more its rows have."""
        if "club" not in cause:
            return self._of_game(cause, more_games)
        said = self.said.get(cause["club"])
        if said is None or said.body is None:
            return Cause(_("Something was changed, but its details have been removed since."))
        found = self._of_club(said.kind, said.body, cause["club"], more_games)
        return found._replace(author=self._author(said)) if self.club.me is not None else found._replace(reason="")

    def _author(self, said: ClubSaid) -> str:
        number = int(said.author) if said.author and said.author.isdecimal() else 0
        member = self.club.record.members.get(number)
        return "" if member is None else title_of(member)

    def _of_club(self, kind: str, body: Body, seq: int, more_games: int) -> Cause:
        word = body[kind]
        if kind in {"game", "withdrawn"}:
            return self._of_word(kind, word, more_games)
        if kind in {"merged", "role"}:
            return self._of_people(kind, word)
        if kind == "take_back":
            return self._of_taking_back(word)
        if kind in {"season", "adjusted"}:
            return self._of_season(word, seq) if kind == "season" else self._of_points(word, 1)
        if kind == "settings":
            return Cause(_("The club changed whether games must be signed off."))
        return Cause(_("Something else in the club was changed."))

    def _of_season(self, word: Body, seq: int) -> Cause:
        if "instead" not in word:
            return Cause(_("The season was created."))
        before = ((one, said) for one, said in self._seasons_said if one < seq)
        was, now = last_definition(word["instead"], before), SeasonDefined.load_said(word).season(word["instead"], seq)
        details = () if was is None or now is None else tuple(changes_text(was, now))
        return Cause(_("The season’s rules or dates were changed."), details)

    @cached_property
    def _seasons_said(self) -> list[tuple[int, Body]]:
        """All that was ever said of seasons, the latest first."""
        said = CLUBS.folded(db.session(), self.club.club.id, kinds=("season",))
        return [(seq, body["season"]) for seq, _kind, body in reversed(said) if body is not None]

    def _of_people(self, kind: str, word: Body) -> Cause:
        if kind == "merged":
            names = self._names(word)
            return Cause(_("%(one)s and %(other)s were merged.", **names), url=self._member(word["into"]))
        name = title_of(self.club.record.members[word["member"]])
        is_guest = word["role"] == "guest"
        said = _("%(name)s is now a guest.", name=name) if is_guest else _("%(name)s is no longer a guest.", name=name)
        return Cause(said, url=self._member(word["member"]))

    def _of_word(self, kind: str, word: Body, more_games: int) -> Cause:
        row = self._game(word["uid"])
        day = _day(row)
        if kind == "withdrawn":
            sentence = _("The game of %(day)s was excluded.", day=day)
        elif more_games > 0:
            sentence = _("The game of %(day)s counts.", day=day)
        else:
            sentence = _("The game of %(day)s counts differently: its players or its day were corrected.", day=day)
        return Cause(sentence, reason=word.get("reason") or "", url=self._url(row))

    def _of_taking_back(self, seq: int) -> Cause:
        back = entries_of(db.session(), self.club.club.id, {seq}).get(seq)
        if back is not None and back.kind == "merged" and back.body is not None:
            word = back.body["merged"]
            sentence = _("The merge of %(one)s and %(other)s was undone.", **self._names(word))
            return Cause(sentence, url=self._member(word["member"]))
        if back is not None and back.kind == "adjusted" and back.body is not None:
            given = self._of_points(back.body["adjusted"], -1)
            return given._replace(sentence=_("Undone: %(entry)s", entry=given.sentence), reason="")
        return Cause(_("A change to the season was undone."))

    def _of_points(self, word: Body, sign: int) -> Cause:
        record, members = self.club.record, word["members"]
        given = {record.who(one).number: sign * word["points"] for one in members if one in record.members}
        return Cause(adjustment_text(record, members, word["points"]), reason=word["reason"], given=given)

    def _of_game(self, cause: Mapping[str, Any], more_games: int) -> Cause:
        row = self._game(cause["game"])
        if row is None:
            return Cause(_("Something was changed, but its details have been removed since."))
        opens = row.counted is not None and may_open(self.club, row.counted)
        token = self.reading.get(row.game_id, "") if opens else ""
        entry_url = _entry_url(token, cause["seq"])
        sentence, reason = _in_game(row, cause["kind"], cause["seq"], more_games)
        if self.club.me is None:
            return Cause(sentence, url=self._url(row), entry_url=entry_url)
        author = self.authors.get((row.game_id, cause["seq"])) or ""
        return Cause(sentence, reason=reason, author=author, url=self._url(row), entry_url=entry_url)

    def _game(self, uid: str) -> GameRow | None:
        return self.games.get(uid)

    def _url(self, row: GameRow | None) -> str:
        """Who sees no more than the standings gets to no game that has left them."""
        if row is None or not (self.club.shows("all") or counts_somewhere(self.club, row)):
            return ""
        return url_for("club_game.show", uid=self.club.uid, game=row.uid)

    def _names(self, word: Body) -> dict[str, str]:
        members = self.club.record.members
        return {"one": title_of(members[word["member"]]), "other": title_of(members[word["into"]])}

    def _member(self, number: int) -> str:
        return url_for("members.show", uid=self.club.uid, number=number) if self.club.shows("all") else ""


def _day(row: GameRow | None) -> str:
    return _("an unknown day") if row is None else reader_language().day(date.fromisoformat(row.sort[:10]))


def _entry_url(token: str | None, seq: int) -> str:
    """Where an entry stands in its game's history; nowhere without a link to it."""
    return url_for("journal.show", token=token, before=seq + 1, _anchor=f"entry-{seq}") if token else ""


def _in_game(row: GameRow, kind: str, seq: int, more_games: int) -> tuple[str, str]:
    """What an entry of a game has changed, in a sentence, and the reason that was given for it."""
    day = _day(row)
    event_type = EVENTS[kind]
    if issubclass(event_type, EntriesCorrected | EntryUndone):
        entries = GAMES.told(db.session(), row.game_id)
        body = next((entry.body for entry in entries if entry.seq == seq), None)
        if body is not None:
            before = fold(entry for entry in entries if entry.seq < seq)
            event = event_type.load(body)
            if isinstance(event, EntriesCorrected):
                return _corrected(before, event, day), event.reason
            return _undone(before, event.undone, day), ""
    if issubclass(event_type, DisputeRaised | DisputeAnswered | DisputeResolved):
        return _("A dispute about the game of %(day)s was resolved.", day=day), ""
    if issubclass(event_type, KingdomSigned):
        return _("All four have signed off the game of %(day)s.", day=day), ""
    return _played_on(more_games, day), ""


def _played_on(more_games: int, day: str) -> str:
    if more_games > 0:
        return _("The game of %(day)s was finished.", day=day)
    if more_games < 0:
        return _("The game of %(day)s no longer counts in its current state.", day=day)
    return _("Another entry was added to the game of %(day)s.", day=day)


def _corrected(before: Record, event: EntriesCorrected, day: str) -> str:
    changes = event.changes
    deals = sorted({n for change in changes if isinstance(change, Replaced) and (n := _deal(before, change.seq))})
    if len(deals) == 1:
        return _("Deal %(deal)s of the game of %(day)s was corrected.", deal=deals[0], day=day)
    if deals:
        listed = reader_language().listed([reader_language().number(deal) for deal in deals])
        return _("Deals %(deals)s of the game of %(day)s were corrected.", deals=listed, day=day)
    said = next((said for kind, said in _OTHERWISE.items() if any(isinstance(one, kind) for one in changes)), None)
    return _(said or N_("The game of %(day)s was corrected."), day=day)


def _undone(before: Record, seq: int, day: str) -> str:
    deal = _deal(before, seq)
    if deal:
        return _("Deal %(deal)s of the game of %(day)s was undone.", deal=deal, day=day)
    if before.kinds.get(seq) is EntriesCorrected:
        return _("A correction in the game of %(day)s was undone.", day=day)
    return _("Something in the game of %(day)s was undone.", day=day)


def _deal(record: Record, seq: int) -> int:
    """Which deal an entry was, counted from 1; 0 where it was none."""
    deals = [counted.seq for counted in record.counted if "captures" in counted.body]
    return deals.index(seq) + 1 if seq in deals else 0


_OTHERWISE = {
    Missing: N_("Something missing was added to the game of %(day)s."),
    Reseated: N_("The seats in the game of %(day)s were corrected."),
    OtherRules: N_("The house rules of the game of %(day)s were corrected."),
}
