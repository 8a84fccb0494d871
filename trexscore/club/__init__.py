"""A club as a journal of its own: who belongs to it, its seasons, its evenings, and which games it counts."""

from typing import Literal, get_args

FORMAT = "trexscore-club/1"

ClubKind = Literal[
    "founded",
    "settings",
    "joined",
    "named",
    "role",
    "left",
    "returned",
    "merged",
    "erased",
    "season",
    "adjusted",
    "evening",
    "arrived",
    "went",
    "drawn",
    "game",
    "withdrawn",
    "take_back",
]
"""Of a club's entries. A body holds what it says under the name of its kind."""

OF_GAMES: frozenset[str] = frozenset({"game", "withdrawn"})
"""What is said of single games. There may be very many: who needs them asks for them, and a fold does not."""
FOLDED: tuple[str, ...] = tuple(kind for kind in get_args(ClubKind) if kind not in OF_GAMES)

OF_NIGHTS: frozenset[str] = frozenset({"evening", "arrived", "went", "drawn"})
"""What is said of game nights: most of what a club says. Standings hang on none of it."""
