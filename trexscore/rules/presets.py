"""The presets: each lists what differs from `standard`, and names the source it follows."""

from dataclasses import dataclass, field

from trexscore.rules.house_rules import (
    BARE_HEARTS_REASONS,
    BLOCKED_OR_MISDEAL_REASONS,
    TWOS_REASONS,
    HouseRules,
    OptionValue,
)
from trexscore.rules.sources import Source

_PARTNERSHIP_OPTIONS: dict[str, OptionValue] = {
    "partnership": True,
    "redeals": BLOCKED_OR_MISDEAL_REASONS,
    "exposed_twos": True,
}
_COMPLEX_OPTIONS: dict[str, OptionValue] = {"combining": "all_four", "own_capture": "leader_gains"}
_HOWTO_OPTIONS: dict[str, OptionValue] = {
    "tie_break": "most_trex_firsts",
    "hearts_lead": "when_broken",
    "redeals": (*TWOS_REASONS, *BARE_HEARTS_REASONS, "five_hearts_with_king", *BLOCKED_OR_MISDEAL_REASONS),
}
_DENEXA_OPTIONS: dict[str, OptionValue] = {
    "own_capture": "leader_gains",
    "hearts_lead": "only_if_nothing_else",
    "play_direction": "clockwise",
    "redeals": TWOS_REASONS,
}


@dataclass(frozen=True)
class Preset:
    """House rules with a name; `source` is None if they follow what tables play, not one text."""

    name: str
    source: Source | None
    rules: HouseRules = field(repr=False)


def _make_preset(name: str, source: Source | None, **changed_options: OptionValue) -> Preset:
    return Preset(name, source, HouseRules(**changed_options))


PRESETS = {
    preset.name: preset
    for preset in (
        _make_preset("standard", None),
        _make_preset("no_doubling", None, doubling="off"),
        _make_preset("partnership", None, **_PARTNERSHIP_OPTIONS),
        _make_preset("combination", None, combining="any"),
        _make_preset("complex", None, **_COMPLEX_OPTIONS),
        _make_preset("complex_partnership", None, **_COMPLEX_OPTIONS, **_PARTNERSHIP_OPTIONS),
        _make_preset("wikipedia", "wikipedia"),
        _make_preset("wikipedia_interchange", "wikipedia", diamond_points=15, trick_points=10),
        _make_preset("wikipedia_reversed", "wikipedia", signs="reversed", winner="lowest_total"),
        _make_preset("wikipedia_partnership", "wikipedia", partnership=True, exposed_twos=True),
        _make_preset("wikipedia_complex", "wikipedia", combining="any"),
        _make_preset("howto", "howto", **_HOWTO_OPTIONS),
        _make_preset("howto_quadruple", "howto", **_HOWTO_OPTIONS, own_capture="quadruple"),
        _make_preset("howto_reversed_trex", "howto", **_HOWTO_OPTIONS, trex_points=(200, 150, 100, -50)),
        _make_preset(
            "onlinetrex",
            "onlinetrex",
            doubling="king_of_hearts",
            redeals=("bare_king_of_hearts", "bare_king_and_ace_of_hearts"),
        ),
        _make_preset(
            "german",
            "german",
            first_king="highest_card",
            next_king="left",
            play_direction="clockwise",
            redeals=(),
        ),
        _make_preset("denexa", "denexa", **_DENEXA_OPTIONS),
        _make_preset("denexa_as_printed", "denexa", **_DENEXA_OPTIONS, diamond_points=-10),
    )
}
STANDARD_PRESET = PRESETS["standard"]
