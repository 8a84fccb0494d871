"""A letter or two for each player, where there is no room for names."""

from collections.abc import Sequence


def short_names(names: Sequence[str]) -> list[str]:
    """What tells the players apart in the least room: each name’s first letter, and the one in which it differs."""
    lettered = [_letters_first(name) for name in names]
    prefixes = [_shortest(name, [other for other in lettered if other != name]) for name in lettered]
    short = [prefix[0] + prefix[-1] if len(prefix) > 1 else prefix for prefix in prefixes]
    return short if len(set(short)) == len(set(names)) else prefixes


def _letters_first(name: str) -> str:
    """Letters before all else: a digit beside the points would read as one of them."""
    return "".join(sorted(name.replace(" ", ""), key=lambda character: not character.isalpha())) or name


def _shortest(name: str, others: list[str]) -> str:
    lengths = range(1, len(name))
    return next((name[:n] for n in lengths if not any(other.startswith(name[:n]) for other in others)), name)
