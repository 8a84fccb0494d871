"""Terms of a club."""

import msgspec

from trexscore.club.counted_game import OverridableObstacle
from trexscore.club.members import Role
from trexscore.club.record import VisiblePart
from trexscore.i18n.text_files import read_texts
from trexscore.league.draw import DrawMethod


class _ClubTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role_names: dict[Role, str]
    role_notes: dict[Role, str]
    visible_parts: dict[VisiblePart, str]
    """What outsiders can see."""
    draw_method_names: dict[DrawMethod, str]
    draw_method_notes: dict[DrawMethod, str]
    counts_if_abandoned: dict[str, str]
    """By the house rules for unfinished games."""
    obstacle_overrides: dict[OverridableObstacle, str]


_TEXTS = read_texts(__file__, _ClubTexts)
ROLE_NAMES, ROLE_NOTES, VISIBLE_PART_TEXTS = _TEXTS.role_names, _TEXTS.role_notes, _TEXTS.visible_parts
DRAW_METHOD_NAMES, DRAW_METHOD_NOTES = _TEXTS.draw_method_names, _TEXTS.draw_method_notes
COUNTS_IF_ABANDONED_TEXTS, OBSTACLE_OVERRIDE_TEXTS = _TEXTS.counts_if_abandoned, _TEXTS.obstacle_overrides
