"""Why something cannot be so: a code, where, and what a sentence about it needs to know.

The codes are those of the game file; the words for them are the language layer's business.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

NOTHING_MORE: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Refusal:
    """One fault. `at` is the dotted path inside the entry, or inside the file where `entry` is None."""

    code: str
    at: str = ""
    params: Mapping[str, object] = field(default_factory=lambda: NOTHING_MORE)
    entry: int | None = None

    def in_entry(self, entry: int) -> "Refusal":
        """The same fault, of the entry with this place in the file, counted from 1."""
        return replace(self, entry=entry)

    def below(self, prefix: str) -> "Refusal":
        """The same fault, seen from one level further out."""
        return replace(self, at=f"{prefix}.{self.at}" if self.at else prefix)


def refuse(code: str, at: str = "", **params: object) -> Refusal:
    """A fault, with what its sentence needs."""
    return Refusal(code, at, params)
