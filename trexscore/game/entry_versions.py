"""Deals, void deals and adjustments in order of play, each with all its versions."""

from collections.abc import Callable

from trexscore.game.correction import PlayersReseated
from trexscore.game.file.entries import read_score_entry
from trexscore.game.file.reseat import reseat_entry
from trexscore.game.record import EntryVersion, GameFileEntry
from trexscore.rules.seats import BySeat


class EntryVersions:
    """All versions of each entry of the game file; the last one holds.

    An undone entry keeps its versions, followed by one without a body.
    """

    def __init__(self) -> None:
        self._versions: list[list[EntryVersion]] = []
        self._place_of: dict[int, int] = {}
        """Indexes in `_versions`, by the entry's number."""
        self._cache: dict[int, GameFileEntry] = {}
        """What `current_entries` returned last, by number: most entries do not change."""

    def __len__(self) -> int:
        return len(self._versions)

    def add_game_file_entry(self, version: EntryVersion) -> None:
        """Add an entry at the end."""
        self._place_of.setdefault(version.seq, len(self._versions))
        self._versions.append([version])

    def insert_entry(self, before_seq: int | None, version: EntryVersion) -> None:
        """Insert a missing entry before another one, or at the end."""
        self._versions.insert(self._index_of(before_seq), [version])
        self._place_of.clear()
        for place, versions in enumerate(self._versions):
            self._place_of.setdefault(versions[0].seq, place)

    def add_version(self, entry_seq: int, version: EntryVersion) -> None:
        """Add a version to an entry, if the entry exists."""
        entry_index = self._index_of(entry_seq)
        if entry_index < len(self._versions):
            _append_or_replace_version(self._versions[entry_index], version)

    def reseat(self, correcting_seq: int, reseating: PlayersReseated, player_names: BySeat[str | None]) -> None:
        """Reseat the players in all entries: captures move with them, as versions by entry `correcting_seq`, or stay
        with the seats, so that they are other players' now.
        """
        for versions in self._versions:
            current_version = versions[-1]
            if current_version.body is None:
                continue
            if reseating.moves_deals:
                body = reseat_entry(current_version.body, reseating.new_seat_by_old_seat)
                _append_or_replace_version(versions, EntryVersion(correcting_seq, body, player_names))
            else:
                versions[-1] = current_version._replace(player_names=player_names)

    def rename_players(self, renamed: Callable[[BySeat[str | None]], BySeat[str | None]]) -> None:
        """Apply `renamed` to the players of all versions."""
        for place, versions in enumerate(self._versions):
            self._versions[place] = [
                version._replace(player_names=renamed(version.player_names)) for version in versions
            ]

    def current_entries(self) -> list[GameFileEntry]:
        """The last version of each entry, in order."""
        return [self._current_entry(tuple(versions)) for versions in self._versions]

    def _index_of(self, seq: int | None) -> int:
        """The index of an entry; the end if there is no such entry."""
        return len(self._versions) if seq is None else self._place_of.get(seq, len(self._versions))

    def _current_entry(self, versions: tuple[EntryVersion, ...]) -> GameFileEntry:
        first_seq = versions[0].seq
        file_entry = self._cache.get(first_seq)
        if file_entry is None or file_entry.versions != versions:
            body = next((version.body for version in reversed(versions) if version.body is not None), {})
            file_entry = self._cache[first_seq] = GameFileEntry(first_seq, body, read_score_entry(body), versions)
        return file_entry


def _append_or_replace_version(versions: list[EntryVersion], version: EntryVersion) -> None:
    """Add a version; it replaces the last one if both are by the same correction."""
    if versions[-1].seq == version.seq:
        versions.pop()
    versions.append(version)
