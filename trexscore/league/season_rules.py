"""How a season's standings are computed, and the JSON of it in a club's journal."""

from collections.abc import Mapping
from typing import NamedTuple, TypeGuard

from trexscore.league.basis import BASIS_KINDS, Basis, BetterDirection, better_direction_of_points
from trexscore.league.tie_breaks import TIE_BREAKS, TieBreak
from trexscore.ledger.json_reader import add_unknown_field_faults, read_object
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import is_within_points_limit
from trexscore.rules.refusals import Refusal, refuse

MAX_GAME_COUNT = 10_000
"""Limit of the minimum games, and of the games that a basis considers."""


class SeasonRules(NamedTuple):
    """`better_points_direction`: whether more or fewer points are better. It follows from the season's house rules."""

    basis: Basis
    minimum_games: int = 1
    tie_breaks: tuple[TieBreak, ...] = ()
    better_points_direction: BetterDirection = "more"

    @property
    def basis_selecting_needed_games(self) -> Basis | None:
        """The single games that standings need: those of the basis, or the best one for a tie-break. None for none."""
        if self.basis.needs_each_game:
            return self.basis
        return Basis("best", best_game_count=1) if "best_game" in self.tie_breaks else None


_EXTRA_FIELDS_BY_BASIS_KIND: Mapping[str, tuple[str, ...]] = {"best": ("best", "of"), "places": ("awards",)}
"""The fields of a kind of basis, apart from the kind itself."""


def read_season_rules(
    value: object, path: str, refusals: list[Refusal], house_rules: HouseRules | None
) -> SeasonRules | None:
    """Parse `{"basis": {"kind": …}, "least_games": 3, "tie_breaks": […]}`. Returns None after adding to `refusals`.

    If the season's house rules are invalid (None), it returns None, too, and checks only what does not depend on them.
    """
    fault_count_before = len(refusals)
    season_rules_json = read_object(value, path, refusals, ("basis", "least_games", "tie_breaks"))
    if season_rules_json is None:
        return None
    basis = None
    if _require_field(season_rules_json, "basis", path, refusals):
        basis = _parse_basis(season_rules_json["basis"], f"{path}.basis", refusals, house_rules)
    least_games = season_rules_json.get("least_games", 1)
    if not _is_valid_game_count(least_games):
        refusals.append(refuse("bad_least_games", f"{path}.least_games", most=MAX_GAME_COUNT))
    tie_breaks = _parse_tie_breaks(season_rules_json.get("tie_breaks", []), f"{path}.tie_breaks", refusals)
    if (
        basis is None
        or house_rules is None
        or not _is_valid_game_count(least_games)
        or len(refusals) > fault_count_before
    ):
        return None
    return SeasonRules(basis, least_games, tie_breaks, better_direction_of_points(house_rules))


def _parse_basis(value: object, path: str, refusals: list[Refusal], house_rules: HouseRules | None) -> Basis | None:
    basis_json = read_object(value, path, refusals)
    if basis_json is None or not _require_field(basis_json, "kind", path, refusals):
        return None
    kind = next((known for known in BASIS_KINDS if known == basis_json["kind"]), None)
    if kind is None:
        refusals.append(refuse("unknown_basis", f"{path}.kind", basis=str(basis_json["kind"])[:60]))
        return None
    add_unknown_field_faults(basis_json, ("kind", *_EXTRA_FIELDS_BY_BASIS_KIND.get(kind, ())), path, refusals)
    if kind == "best":
        return _parse_best_basis(basis_json, path, refusals)
    if kind == "places":
        return _parse_places_basis(basis_json, path, refusals, house_rules)
    return Basis(kind)


def _parse_best_basis(content: Mapping[str, object], path: str, refusals: list[Refusal]) -> Basis | None:
    best, considered = content.get("best"), content.get("of")
    if _is_valid_game_count(best) and (considered is None or (_is_valid_game_count(considered) and considered >= best)):
        return Basis("best", best_game_count=best, considered_game_count=considered)
    refusals.append(refuse("bad_best_of", path, most=MAX_GAME_COUNT))
    return None


def _parse_places_basis(
    content: Mapping[str, object], path: str, refusals: list[Refusal], house_rules: HouseRules | None
) -> Basis | None:
    """Points for each finish, two if partners are played: never more for a worse one, and not the same for all."""
    awards = content.get("awards")
    sizes = (2, 4) if house_rules is None else (2,) if house_rules.partnership else (4,)
    if (
        not isinstance(awards, list)
        or len(awards) not in sizes
        or not all(map(is_within_points_limit, awards))
        or awards != sorted(awards, reverse=True)
        or awards[0] == awards[-1]
    ):
        refusals.append(refuse("bad_awards", f"{path}.awards", places=sizes[-1]))
        return None
    return Basis("places", placement_points=tuple(awards))


def _parse_tie_breaks(value: object, path: str, refusals: list[Refusal]) -> tuple[TieBreak, ...]:
    if not isinstance(value, list):
        refusals.append(refuse("wrong_type", path, wanted="list"))
        return ()
    chain: list[TieBreak] = []
    for place, name in enumerate(value):
        known_tie_break = next((tie_break for tie_break in TIE_BREAKS if tie_break == name), None)
        if known_tie_break is None:
            refusals.append(refuse("unknown_tie_break", f"{path}.{place}", tie_break=str(name)[:60]))
        elif known_tie_break in chain:
            refusals.append(refuse("duplicate_tie_break", f"{path}.{place}", tie_break=known_tie_break))
        else:
            chain.append(known_tie_break)
    return tuple(chain)


def _is_valid_game_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 1 <= value <= MAX_GAME_COUNT


def _require_field(content: Mapping[str, object], field_name: str, path: str, refusals: list[Refusal]) -> bool:
    if field_name not in content:
        refusals.append(refuse("missing_field", f"{path}.{field_name}", field=field_name))
    return field_name in content
