"""`--preset` and `--option`: house rules on the command line."""

import argparse
import json

from trexscore.rules.options import OPTION_NAMES, BadOptionValue, parse_option_value
from trexscore.rules.presets import PRESETS


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Add both. In the parsed options, `preset` is a name or None, and `option` a list of (name, checked value)."""
    parser.add_argument("--preset", choices=sorted(PRESETS), metavar="NAME", help="apply this preset instead")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_parse_option,
        metavar="NAME=VALUE",
        help="apply this value of an option; VALUE is JSON or a bare word",
    )


def _parse_option(text: str) -> tuple[str, object]:
    """Parse NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or name not in OPTION_NAMES:
        msg = f"there is no option “{name}”" if equals else "an option is NAME=VALUE"
        raise argparse.ArgumentTypeError(msg)
    try:
        return name, parse_option_value(name, _parse_json_or_word(value))
    except BadOptionValue:
        msg = f"{name} cannot be {value}"
        raise argparse.ArgumentTypeError(msg) from None


def _parse_json_or_word(value_text: str) -> object:
    try:
        return json.loads(value_text)
    except (ValueError, RecursionError):
        return value_text
