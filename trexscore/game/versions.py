"""Deals, void deals and adjustments in the order of play, each with all its versions."""

from collections.abc import Callable
from itertools import chain

from trexscore.game.correction import Reseated
from trexscore.game.file.entries import read_entry
from trexscore.game.file.reseat import reseated
from trexscore.game.record import Counted, Version
from trexscore.rules.seats import BySeat


class Versions:
    """What a journal has said of each entry of the game file; the last version holds.

    What was undone has never counted. Its versions are kept, with one that says nothing behind them.
    """

    def __init__(self) -> None:
        self._all: list[list[Version]] = []
        self._places: dict[int, int] = {}
        """Where in `_all` an entry is, by its number."""
        self._read: dict[int, Counted] = {}
        """Entries as they were read last: most of them stay as they are."""

    def __len__(self) -> int:
        return len(self._all)

    def add(self, version: Version) -> None:
        """One more entry, behind all."""
        self._places.setdefault(version.seq, len(self._all))
        self._all.append([version])

    def insert(self, before: int | None, version: Version) -> None:
        """An entry that was missing, before another one or behind all."""
        self._all.insert(self._place(before), [version])
        self._places.clear()
        for place, versions in enumerate(self._all):
            self._places.setdefault(versions[0].seq, place)

    def replace(self, seq: int, version: Version) -> None:
        """Another version of an entry, if there is such an entry."""
        place = self._place(seq)
        if place < len(self._all):
            _revise(self._all[place], version)

    def reseat(self, seq: int, change: Reseated, players: BySeat[str | None]) -> None:
        """All entries with the people of a correction at other seats."""
        for versions in self._all:
            body = versions[-1].body
            if body is not None:
                _revise(versions, Version(seq, reseated(body, change.to), players))

    def rename(self, renamed: Callable[[BySeat[str | None]], BySeat[str | None]]) -> None:
        """All versions with names as they are now."""
        for place, versions in enumerate(self._all):
            self._all[place] = [version._replace(players=renamed(version.players)) for version in versions]

    def read(self) -> list[Counted]:
        """Each entry as it was last said."""
        return [self._as_said(tuple(versions)) for versions in self._all]

    def _place(self, seq: int | None) -> int:
        """Where an entry is; behind all where there is no such entry."""
        return len(self._all) if seq is None else self._places.get(seq, len(self._all))

    def _as_said(self, versions: tuple[Version, ...]) -> Counted:
        first = versions[0].seq
        known = self._read.get(first)
        if known is None or known.versions != versions:
            bodies = (version.body for version in reversed(versions) if version.body is not None)
            body = next(chain(bodies, [{}]))
            known = self._read[first] = Counted(first, body, read_entry(body), versions)
        return known


def _revise(versions: list[Version], version: Version) -> None:
    """One correction makes one version, however many of its changes touch the entry."""
    if versions[-1].seq == version.seq:
        versions.pop()
    versions.append(version)
