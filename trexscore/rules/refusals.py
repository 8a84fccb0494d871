"""Why something is not possible: a code, a path, and parameters for the sentence that `i18n` makes of it.

The codes are those of the game file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Refusal:
    """One fault. `path` is dotted, inside the entry, or inside the file if `entry_place` is None."""

    code: str
    path: str
    params: Mapping[str, object]
    entry_place: int | None = None

    def in_entry(self, entry_place: int) -> "Refusal":
        """The same fault in an entry, numbered from 1."""
        return replace(self, entry_place=entry_place)

    def with_path_prefix(self, prefix: str) -> "Refusal":
        """The same fault with its path below a prefix."""
        return replace(self, path=f"{prefix}.{self.path}" if self.path else prefix)


def refuse(code: str, path: str = "", **params: object) -> Refusal:
    """A refusal with its parameters."""
    return Refusal(code, path, params)
