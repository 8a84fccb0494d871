"""Import of a game file, and the token of a pasted link."""

import re

from trexscore.commands.games.start_game import start_game
from trexscore.commands.recording import KEY_REUSED_REFUSAL
from trexscore.game.file.strict_json import NotJson, read_json
from trexscore.game.file.uploads import code_of_non_json
from trexscore.i18n.texts.refusals import refusal_text_with_entry
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.refusals import refuse
from trexscore.web.device import device_label
from trexscore.web.games.card_names import owner_token_storing_card_names
from trexscore.web.language import reader_language

_TOKEN_PATTERN = re.compile(r"(?:^|/g/)([A-Za-z0-9_-]{16,64})(?:[/?#]|$)")


def token_in(text: str) -> str | None:
    """The token in a pasted link or on its own; None if there is none."""
    match = _TOKEN_PATTERN.search(text.strip())
    return None if match is None else match[1]


def import_game(json_bytes: bytes, key: str | None = None) -> str | list[str]:
    """Import a game file. Returns the new game's owner token, or what is wrong with the file, in sentences."""
    language = reader_language()
    try:
        game_json = read_json(json_bytes)
    except NotJson:
        return [refusal_text_with_entry(language, refuse(code_of_non_json(json_bytes)), ())]
    started_game = start_game(game_json, key, device_label())
    if started_game == KEY_REUSED_REFUSAL:
        started_game = start_game(game_json, device=device_label())
    if isinstance(started_game, EntryRefusal):
        refusals = started_game.refusals
        of_format = [refusal for refusal in refusals if refusal.code == "unknown_format"]  # says why all else is wrong
        problems = (
            refusal_text_with_entry(language, refusal, started_game.game_file_entries)
            for refusal in of_format or refusals
        )
        return list(dict.fromkeys(problems))
    return owner_token_storing_card_names(started_game)
