"""`--preset` and `--option`: the house rules that a command is asked to judge by."""

import argparse
import json
from typing import Any

from trexscore.rules.options import NAMES, BadOptionValue, checked
from trexscore.rules.presets import PRESETS


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """A preset, and options laid over it: `preset` is a name or None, `option` a list of names with values."""
    parser.add_argument("--preset", choices=sorted(PRESETS), metavar="NAME", help="judge under this preset instead")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="NAME=VALUE",
        help="judge with this option changed; VALUE is JSON or a bare word",
    )


def _option(text: str) -> tuple[str, Any]:
    """NAME=VALUE of an option that there is."""
    name, equals, value = text.partition("=")
    if not equals or name not in NAMES:
        msg = f"there is no option “{name}”" if equals else "an option is NAME=VALUE"
        raise argparse.ArgumentTypeError(msg)
    try:
        return name, checked(name, _json_or_word(value))
    except BadOptionValue:
        msg = f"{name} cannot be {value}"
        raise argparse.ArgumentTypeError(msg) from None


def _json_or_word(value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
