"""What a club has decided about a season's standings, and how its journal says so."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeGuard

from trexscore.league.basis import KINDS, Basis, Better, better_points
from trexscore.league.tie_breaks import TIE_BREAKS, TieBreak
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import is_points
from trexscore.rules.refusals import Refusal, refuse

MOST_GAMES = 10_000
"""No season asks for more games of anybody."""


class SeasonRules(NamedTuple):
    """`better` says which direction points count, as the season's house rules have it: nobody decides it twice."""

    basis: Basis
    least_games: int = 1
    tie_breaks: tuple[TieBreak, ...] = ()
    better: Better = "more"

    @property
    def games_looked_at(self) -> Basis | None:
        """Which single games the standings look at: those of the basis, or the one that a tie-break asks for."""
        if self.basis.needs_each_game:
            return self.basis
        return Basis("best", best=1) if "best_game" in self.tie_breaks else None


_OF_KIND: Mapping[str, tuple[str, ...]] = {"best": ("best", "of"), "places": ("awards",)}
"""What a kind of basis says beside its name."""


def read_season_rules(
    value: object, at: str, faults: list[Refusal], house_rules: HouseRules | None
) -> SeasonRules | None:
    """The rules as said: `{"basis": {"kind": …}, "least_games": 3, "tie_breaks": […]}`; None where there are faults.

    Where the season's house rules could not be read (None), only what hangs on them is left unchecked.
    """
    before = len(faults)
    said = _object(value, at, faults)
    if said is None:
        return None
    _refuse_others(said, ("basis", "least_games", "tie_breaks"), at, faults)
    basis = _basis(said["basis"], f"{at}.basis", faults, house_rules) if _has(said, "basis", at, faults) else None
    least_games = said.get("least_games", 1)
    if not _is_games(least_games):
        faults.append(refuse("bad_least_games", f"{at}.least_games", most=MOST_GAMES))
    tie_breaks = _tie_breaks(said.get("tie_breaks", []), f"{at}.tie_breaks", faults)
    if basis is None or house_rules is None or len(faults) > before:
        return None
    return SeasonRules(basis, least_games, tie_breaks, better_points(house_rules))


def as_said(rules: SeasonRules) -> dict[str, Any]:
    """What `read_season_rules` reads as the same rules."""
    return {
        "basis": basis_as_said(rules.basis),
        "least_games": rules.least_games,
        "tie_breaks": list(rules.tie_breaks),
    }


def basis_as_said(basis: Basis) -> dict[str, Any]:
    """A basis with what belongs to its kind."""
    said: dict[str, Any] = {"kind": basis.kind}
    if basis.kind == "best":
        return said | {"best": basis.best} | ({} if basis.of is None else {"of": basis.of})
    return said | {"awards": list(basis.awards)} if basis.kind == "places" else said


def _basis(found: object, at: str, faults: list[Refusal], house_rules: HouseRules | None) -> Basis | None:
    said = _object(found, at, faults)
    if said is None or not _has(said, "kind", at, faults):
        return None
    kind = next((one for one in KINDS if one == said["kind"]), None)
    if kind is None:
        faults.append(refuse("unknown_basis", f"{at}.kind", basis=str(said["kind"])[:60]))
        return None
    _refuse_others(said, ("kind", *_OF_KIND.get(kind, ())), at, faults)
    if kind == "best":
        return _best(said, at, faults)
    if kind == "places":
        return _places(said, at, faults, house_rules)
    return Basis(kind)


def _best(said: dict[str, Any], at: str, faults: list[Refusal]) -> Basis | None:
    best, of = said.get("best"), said.get("of")
    if _is_games(best) and (of is None or (_is_games(of) and of >= best)):
        return Basis("best", best=best, of=of)
    faults.append(refuse("bad_best_of", at, most=MOST_GAMES))
    return None


def _places(said: dict[str, Any], at: str, faults: list[Refusal], house_rules: HouseRules | None) -> Basis | None:
    """A number for each place, of two where partners are played; never more for a worse one, nor the same for all."""
    awards = said.get("awards")
    sizes = (2, 4) if house_rules is None else (2,) if house_rules.partnership else (4,)
    if (
        not isinstance(awards, list)
        or len(awards) not in sizes
        or not all(map(is_points, awards))
        or awards != sorted(awards, reverse=True)
        or awards[0] == awards[-1]
    ):
        faults.append(refuse("bad_awards", f"{at}.awards", places=sizes[-1]))
        return None
    return Basis("places", awards=tuple(awards))


def _tie_breaks(found: object, at: str, faults: list[Refusal]) -> tuple[TieBreak, ...]:
    if not isinstance(found, list):
        faults.append(refuse("wrong_type", at, wanted="list"))
        return ()
    chain: list[TieBreak] = []
    for place, said in enumerate(found):
        known = next((one for one in TIE_BREAKS if one == said), None)
        if known is None:
            faults.append(refuse("unknown_tie_break", f"{at}.{place}", tie_break=str(said)[:60]))
        elif known in chain:
            faults.append(refuse("duplicate_tie_break", f"{at}.{place}", tie_break=known))
        else:
            chain.append(known)
    return tuple(chain)


def _is_games(value: object) -> TypeGuard[int]:
    return type(value) is int and 1 <= value <= MOST_GAMES


def _object(value: object, at: str, faults: list[Refusal]) -> dict[str, Any] | None:
    if isinstance(value, dict):
        return value
    faults.append(refuse("wrong_type", at, wanted="object"))
    return None


def _has(said: dict[str, Any], field: str, at: str, faults: list[Refusal]) -> bool:
    if field not in said:
        faults.append(refuse("missing_field", f"{at}.{field}", field=field))
    return field in said


def _refuse_others(said: dict[str, Any], known: tuple[str, ...], at: str, faults: list[Refusal]) -> None:
    faults.extend(refuse("unknown_field", f"{at}.{field}", field=field) for field in said if field not in known)
