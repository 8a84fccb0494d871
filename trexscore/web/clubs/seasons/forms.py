"""A season: from when to when, by which house rules, and how it is counted."""

import re
from typing import Any

from wtforms import BooleanField, Field, RadioField, StringField

from trexscore.club.season import Season
from trexscore.game.file.house_rules import read_house_rules
from trexscore.i18n.texts.league import BASIS, CHAIN, FIRST_GAMES, TIE_BREAK
from trexscore.league.basis import KINDS
from trexscore.league.tie_breaks import SAYS_NOTHING, TIE_BREAKS
from trexscore.web.clubs.entry_form import ChangingForm, NameField
from trexscore.web.games.choices import choices
from trexscore.web.games.start.forms import BoxesField
from trexscore.web.numbers import typed
from trexscore.web.rendering import translate as _

FOR_PLAYERS, FOR_PAIRS = "4 2 1 0", (1, 0)
"""What places bring until somebody says otherwise."""
_BETWEEN_AWARDS = re.compile(r"[\s,،;/]+(?:[-–—]\s+)?|(?<=\d)[-–—]")
"""A dash parts two numbers as well (4-2-1-0), unless it can only be a minus (4 2 1 -1)."""
_USUAL = ("head_to_head", "wins", "trex_firsts")
_FIELD_AT = {
    "season.from": "begins",
    "season.counting.basis": "best",
    "season.counting.basis.kind": "basis",
}


class SeasonForm(ChangingForm):
    """All but the house rules. The tie-breaks that are ticked come in the order in which they stand on the page."""

    name = NameField()
    begins = StringField()
    until = StringField()
    basis = RadioField(validate_choice=False, default="sum")
    best = StringField()
    of = StringField()
    awards = StringField()
    least_games = StringField()
    tie_breaks = BoxesField(validate_choice=False)
    guests = BooleanField()

    def begin(self) -> None:
        """What a new season says until somebody says otherwise."""
        self.tie_breaks.data = list(_USUAL)
        self.awards.data = FOR_PLAYERS

    def fill_in(self, season: Season) -> None:
        """Show a season."""
        basis = season.counting.basis
        self.has_seen(season.last_entry)
        self.name.data, self.guests.data = season.name, season.guests
        self.begins.data, self.until.data = season.begins.isoformat(), season.ends.isoformat()
        self.basis.data, self.awards.data = basis.kind, " ".join(map(str, basis.awards)) or FOR_PLAYERS
        self.best.data, self.of.data = str(basis.best or ""), str(basis.of or "")
        self.least_games.data = str(season.counting.least_games)
        self.tie_breaks.data = list(season.counting.tie_breaks)

    def forget_least_games(self) -> None:
        """Leave the minimum games empty where they follow from the basis: with another basis they are other ones."""
        if self.least_games.data == (self.best.data or "1"):
            self.least_games.data = ""

    def offer(self) -> None:
        """The choices, in words; tie-breaks that are not ticked stand behind those that are."""
        self.basis.choices = choices((kind, _(BASIS[kind][0])) for kind in KINDS)
        known = [one for one in dict.fromkeys((*self.chain, *TIE_BREAKS)) if one in TIE_BREAK]
        self.tie_breaks.choices = choices((one, _(TIE_BREAK[one][0])) for one in known)  # type: ignore[index]  # as filtered

    @property
    def basis_notes(self) -> dict[str, str]:
        """What each basis means."""
        return {kind: _(said) for kind, (_name, said) in BASIS.items()}

    @property
    def tie_break_notes(self) -> dict[str, str]:
        """What each tie-break compares."""
        return {one: _(said) for one, (_name, said) in TIE_BREAK.items()}

    @property
    def chain_note(self) -> str:
        """How they go together."""
        return _(CHAIN)

    @property
    def first_note(self) -> str:
        """Which games are the first."""
        return _(FIRST_GAMES)

    def move(self, asked: str) -> None:
        """Change two neighbours of the chain: `up:wins`. What is not in it stays where it is."""
        way, _colon, one = asked.partition(":")
        chain = self.chain
        if one in chain:
            place = chain.index(one)
            other = place - 1 if way == "up" else place + 1
            if 0 <= other < len(chain):
                chain[place], chain[other] = chain[other], chain[place]
        self.tie_breaks.data = chain

    @property
    def chain(self) -> list[str]:
        """The tie-breaks in their order."""
        return list(self.tie_breaks.data or ())

    @property
    def counting(self) -> dict[str, Any]:
        """As an entry says it; what is no number stays as it was typed, and is refused."""
        basis: dict[str, Any] = {"kind": self.basis.data}
        if self.basis.data == "best":
            basis["best"] = typed(self.best.data)
            if (self.of.data or "").strip():
                basis["of"] = typed(self.of.data)
        elif self.basis.data == "places":
            basis["awards"] = [typed(part) for part in _BETWEEN_AWARDS.split((self.awards.data or "").strip()) if part]
        least: Any = typed(self.least_games.data) if (self.least_games.data or "").strip() else basis.get("best", 1)
        idle = SAYS_NOTHING.get(basis["kind"])
        return {"basis": basis, "least_games": least, "tie_breaks": [one for one in self.chain if one != idle]}

    @property
    def counts_too_few(self) -> bool:
        """Whether somebody could be ranked by fewer games than others."""
        said = self.counting
        best, least = said["basis"].get("best"), said["least_games"]
        return isinstance(best, int) and isinstance(least, int) and least < best

    def said(self, house_rules: dict[str, Any], instead: int | None) -> dict[str, Any]:
        """The whole season, as an entry says it."""
        counting, rules = self.counting, read_house_rules(house_rules, [])
        if (
            rules is not None
            and rules.partnership
            and self.awards.data == FOR_PLAYERS
            and "awards" in counting["basis"]
        ):
            counting["basis"]["awards"] = list(FOR_PAIRS)
        changed = {} if instead is None else {"instead": instead, **self.seen}
        return {
            "name": self.name.data or "",
            "from": self.begins.data or "",
            "until": self.until.data or "",
            "house_rules": house_rules,
            "counting": counting,
            "guests": bool(self.guests.data),
            **changed,
        }

    def field_at(self, at: str) -> Field | None:
        """Some places of the entry are filled by fields of other names."""
        if at.startswith("season.counting.tie_breaks"):
            return self.tie_breaks
        return self[_FIELD_AT[at]] if at in _FIELD_AT else super().field_at(at)
