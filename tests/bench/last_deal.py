"""CPU time and statements of the last deal of a counted game, compared with earlier deals, in a club of 10,000 games.

Statistics are updated in a job, which has its own line.
"""

import json
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from tests.bench.club_of_many import PARTNERS
from tests.bench.club_pages import Club, copied_club
from tests.bench.measure import request_page
from tests.support.people import OWNER_MEMBER_NUMBER
from tests.support.statements import StatementCounter
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.games.start_game import StartedGame, start_game
from trexscore.commands.league.due_statistics import update_statistics_of_next_due_game
from trexscore.commands.recording import Command
from trexscore.db.clubs.clubs import find_club_head, read_club_record
from trexscore.db.games import read_game_identity
from trexscore.db.models import db

GOAL = 2
_GAMES = 7
_DAY = "2026-11-21"
_START_ENTRIES = 5


class Deal(NamedTuple):
    """The cost of recording a deal: CPU milliseconds and statements."""

    milliseconds: float
    statements: int


def figures() -> Iterator[str]:
    """Yield a line for games of four players, and one for games of partners."""
    yield f"{'recording a deal, club of 10,000 games':44} {'CPU ms':>8} {'statements':>11}"
    with tempfile.TemporaryDirectory(prefix="trexscore-bench-") as folder:
        club = copied_club(Path(folder))
        club.app.config["JOBS_BESIDE"] = True
        for kind, rules in (("players", {"preset": "standard"}), ("pairs", PARTNERS)):
            games = [_game(club, rules, Random(seed)) for seed in range(_GAMES + 1)][1:]  # noqa: S311 - no secret
            usual = _median_cost([deal for deals in games for deal in deals[1:-2]])
            last, job = _median_cost([deals[-2] for deals in games]), _median_cost([deals[-1] for deals in games])
            ratio = last.milliseconds / usual.milliseconds
            verdict = "reached" if ratio <= GOAL else "NOT reached"
            yield f"{f'any deal, {kind}':44} {usual.milliseconds:8.1f} {usual.statements:11}"
            yield f"{f'last deal, {kind}':44} {last.milliseconds:8.1f} {last.statements:11}   {ratio:.1f} {verdict}"
            yield f"{f'beside the server, {kind}':44} {job.milliseconds:8.1f} {job.statements:11}"


def _median_cost(deals: list[Deal]) -> Deal:
    return Deal(median(deal.milliseconds for deal in deals), int(median(deal.statements for deal in deals)))


def _game(club: Club, rules: dict[str, Any], random: Random) -> list[Deal]:
    """Count a game in the club, record its deals one by one, and then some more entries."""
    file = {**whole_game("standard", random.randrange(10**6)), "house_rules": rules}
    with club.app.app_context():
        club_head = find_club_head(club.stored.uid)
        if club_head is None:
            raise LookupError(club.stored.uid)
        members = random.sample([*read_club_record(club_head).members], 4)
        new_game = start_game({**file, "deals": []})
        if not isinstance(new_game, StartedGame):
            raise TypeError(new_game)
        uid = read_game_identity(db.session(), new_game.game_id).uid
        content = {"uid": uid, "seats": dict(zip("ABCD", members, strict=True)), "on": _DAY}
        record_club_entry(club_head.id, Command.of_member(str(uuid.uuid4()), OWNER_MEMBER_NUMBER, {"game": content}))
        token = new_game.token_by_permission["own"]
    deals = [_deal(club, token, body, after) for after, body in enumerate(file["deals"], _START_ENTRIES)]
    return [*deals, _cost(club, lambda: _update_statistics(club))]


def _update_statistics(club: Club) -> None:
    with club.app.app_context():
        update_statistics_of_next_due_game()


def _deal(club: Club, token: str, body: dict[str, Any], after: int) -> Deal:
    entry = json.dumps({"key": str(uuid.uuid4()), "after": after, "author": "Basil", "entry": body}).encode()
    return _cost(club, lambda: request_page(club.app, f"/api/games/{token}/entries", 201, entry))


def _cost(club: Club, work: Callable[[], object]) -> Deal:
    with StatementCounter(club.app) as statement_counter:
        start = time.process_time()
        work()
        milliseconds = 1000 * (time.process_time() - start)
    return Deal(milliseconds, statement_counter.number)
