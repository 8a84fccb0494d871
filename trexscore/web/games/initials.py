"""A letter or two for each player, where there is no room for names."""

from collections.abc import Sequence


def initials(names: Sequence[str]) -> list[str]:
    """The shortest distinct names: each name’s first letter, with the first letter in which it differs if needed."""
    lettered = [_move_letters_first(name) for name in names]
    prefixes = [
        _shortest_distinct_prefix(name, [letters for letters in lettered if letters != name]) for name in lettered
    ]
    short = [prefix[0] + prefix[-1] if len(prefix) > 1 else prefix for prefix in prefixes]
    return short if len(set(short)) == len(set(names)) else prefixes


def _move_letters_first(name: str) -> str:
    """Move letters to the front: a digit beside the points would look like one of them."""
    return "".join(sorted(name.replace(" ", ""), key=lambda character: not character.isalpha())) or name


def _shortest_distinct_prefix(name: str, other_names: list[str]) -> str:
    lengths = range(1, len(name))
    return next((name[:n] for n in lengths if not any(rest.startswith(name[:n]) for rest in other_names)), name)
